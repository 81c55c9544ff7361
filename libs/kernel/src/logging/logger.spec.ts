import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { withRequestContext } from '../tracing/request-context.ts';
import { createLogger, NestLogs } from './logger.ts';

function lines(log: (logger: ReturnType<typeof createLogger>) => void): {
  text: string;
  lines: Record<string, unknown>[];
} {
  let text = '';
  log(createLogger('test', { level: 'debug' }, { write: (line) => (text += line) }));
  return {
    text,
    lines: text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>),
  };
}

describe('the logger', () => {
  it('hides secrets, two levels deep', () => {
    const { text } = lines((logger) => {
      logger.info({
        password: 'hunter2',
        request: { token: 'hunter2', headers: { cookie: 'hunter2', authorization: 'hunter2' } },
      });
      logger.info({ command: { text: 'hunter2' }, refreshToken: 'hunter2' });
    });
    expect(text).not.toContain('hunter2');
    expect(text).toContain('[hidden]');
  });

  it('logs the kind of a failure, and not the values of the statement', () => {
    const failure = Object.assign(new Error('duplicate key'), {
      code: '23505',
      detail: 'Key (name)=(hunter2) already exists.',
      parameters: ['hunter2'],
      cause: Object.assign(new Error('inner'), { detail: 'hunter2' }),
    });
    const { text, lines: written } = lines((logger) => logger.error({ err: failure }, 'it failed'));
    expect(text).not.toContain('hunter2');
    expect(written[0]?.['err']).toMatchObject({
      type: 'Error',
      message: 'duplicate key',
      code: '23505',
      cause: { message: 'inner' },
    });
  });

  it('writes one line whatever is logged, as text or values', () => {
    const forged = '%s %o %n x\n{"level":30,"message":"forged"}\r\n\u2028\u0000"';
    const { lines: written } = lines((logger) => {
      logger.info({ name: forged, err: new Error(forged), [forged]: 1 }, forged);
      new NestLogs(logger).warn(forged, forged);
    });
    expect(written.map(({ message }) => message)).toEqual([forged, forged]);
  });

  it("puts the request's ids on every line of it, also after an await", async () => {
    let text = '';
    const logger = createLogger('test', {}, { write: (line) => (text += line) });
    await withRequestContext({ requestId: 'r1' }, async () => {
      await Promise.resolve();
      withRequestContext({ correlationId: 'c1' }, () => logger.info('inside'));
    });
    logger.info('outside');
    const [inside, outside] = text.trim().split('\n');
    expect(JSON.parse(inside ?? '')).toMatchObject({ requestId: 'r1', correlationId: 'c1', message: 'inside' });
    expect(outside).not.toContain('r1');
  });

  const onLinux = process.platform === 'linux' ? it : it.skip;
  onLinux('outlives a full disk, and writes again once there is room', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'parlour-logger-'));
    const file = join(folder, 'log');
    // A file that is opened gets the lowest free descriptor, here that of standard output. The
    // shortest lines leave no room in memory for a last one.
    const program = `
      import { closeSync, openSync, readFileSync } from 'node:fs';
      import { createLogger } from '@parlour/kernel/logging/logger';
      const [one, another] = [createLogger('one'), createLogger('another')];
      closeSync(1);
      openSync('/dev/full', 'w');
      one.info('first');
      another.fatal('second');
      for (const text of ['x'.repeat(1000), '']) for (let lines = 0; lines < 2000; lines++) one.info(text);
      closeSync(1);
      openSync(process.argv[1], 'a');
      const waiting = setInterval(() => {
        one.info('last');
        if (readFileSync(process.argv[1], 'utf8').includes('last')) clearInterval(waiting);
      }, 10);`;
    const tsx = ['--import', 'tsx', '--conditions=@parlour/source', '--input-type=module', '--eval', program];
    await promisify(execFile)(process.execPath, ['--no-warnings', ...tsx, file], {
      cwd: import.meta.dirname,
      env: { ...process.env, NODE_OPTIONS: '' },
    });
    const written = (await readFile(file, 'utf8')).trim().split('\n');
    await rm(folder, { recursive: true });
    const messages = written.map((line) => (JSON.parse(line) as { message: string }).message);
    expect(messages.slice(0, 2)).toEqual(['first', 'second']);
    expect(messages.at(-1)).toBe('last');
    expect(written.join('').length).toBeLessThan(2 ** 20);
  });

  it("formats Nest's own lines the same way", () => {
    const { lines: written } = lines((logger) => {
      const nest = new NestLogs(logger);
      nest.error(new Error('of Nest'), 'stack', 'Router');
      nest.warn('careful', 'Router');
    });
    expect(written).toMatchObject([{ message: 'of Nest' }, { message: 'careful', from: 'Router' }]);
  });
});
