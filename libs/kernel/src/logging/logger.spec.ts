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

  it("formats Nest's own lines the same way", () => {
    const { lines: written } = lines((logger) => {
      const nest = new NestLogs(logger);
      nest.error(new Error('of Nest'), 'stack', 'Router');
      nest.warn('careful', 'Router');
    });
    expect(written).toMatchObject([{ message: 'of Nest' }, { message: 'careful', from: 'Router' }]);
  });
});
