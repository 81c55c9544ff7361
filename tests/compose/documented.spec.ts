import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { sources } from '@parlour/contracts/envelope';
import { roleSettings } from '@parlour/deployment/postgres/provision';
import { until } from '@parlour/kernel/testing/until';
import { Person } from '../e2e/person.ts';
import { commandsIn, documentedCommands } from './documented.ts';

// An operator's day by docs/operations.md alone: its commands as they stand there, in order, in a
// folder that has nothing but docker-compose.yml.

const commandMs = 600_000;
const commands = documentedCommands();
const isStart = (command: string): boolean => /^docker compose up\b/.test(command);

let folder: string;
let ann: Person;
let eve: Person;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parlour-day-'));
  await copyFile(
    fileURLToPath(new URL('../../docker-compose.yml', import.meta.url)),
    join(folder, 'docker-compose.yml'),
  );
  // The engine chooses a port; sign-ups of the test come from one address.
  await writeFile(join(folder, '.env'), 'PORT=0\nLIMITS=generous\n', { mode: 0o600 });
});

afterAll(async () => {
  await run('docker compose down --volumes --timeout 10').catch(() => undefined);
  await rm(folder, { recursive: true, force: true });
}, commandMs);

/** Runs a command line as an operator would, and returns all that it prints. */
async function run(command: string): Promise<string> {
  const env = { ...process.env, COMPOSE_PROJECT_NAME: basename(folder).toLowerCase(), COMPOSE_PROGRESS: 'quiet' };
  // Those of the machine would win over the file's.
  for (const name of ['PORT', 'HOST', 'LIMITS', 'PASSWORD_MIN_LENGTH', 'FILES_DIR']) Reflect.deleteProperty(env, name);
  const options = { cwd: folder, env, timeout: commandMs, maxBuffer: 100_000_000 };
  try {
    const { stdout, stderr } = await promisify(execFile)('bash', ['-c', command], options);
    return `${stdout}${stderr}`;
  } catch (failure) {
    const { stdout = '', stderr = '' } = failure as { stdout?: string; stderr?: string }; // of execFile
    throw new Error(`${command}\n${stdout}\n${stderr}`, { cause: failure });
  }
}

const urlOfSite = async (): Promise<string> => `http://${(await run('docker compose port gateway 3000')).trim()}`;

/** Once, as soon as there is a site: the people whom the commands name. */
async function signUp(): Promise<void> {
  const url = await urlOfSite();
  ann = await new Person(url, 'Ann').signUp();
  eve = await new Person(url, 'Eve').signUp();
  await ann.ask('Does it last?');
}

describe('the commands of docs/operations.md', () => {
  test('are read with their lines and what they print', () => {
    const text = 'Text\n```sh compose\none\n# → 1\n# → 2\n\ntwo\n```\n```sh\nthree\n```\n';
    expect(commandsIn(text, 'sh compose')).toEqual([
      { line: 3, command: 'one', prints: ['1', '2'] },
      { line: 7, command: 'two', prints: [] },
    ]);
    expect(() => commandsIn('```sh compose\n# → 1\n```', 'sh compose')).toThrow('line 2');
  });

  test('cover a whole day', () => {
    const all = commands.map(({ command }) => command).join('\n');
    for (const word of [
      '.env',
      'suspend',
      'dead-letters',
      'rebuild',
      'backup',
      '--days',
      'restore',
      '--replace',
      'scale',
    ])
      expect(all).toContain(word);
    expect(isStart(commands[0]?.command ?? '')).toBe(true);
  });

  test.each(commands.map((each) => [each.line, each.command, each] as const))(
    'line %i: %s',
    async (_line, command, { prints }) => {
      const printed = await run(command);
      for (const part of prints) expect(printed).toContain(part);
      if (command.endsWith('suspend Eve'))
        await until('she is signed out', async () => (await eve.get('/user/session')).status !== 200);
      if (!isStart(command)) return;
      if ((ann as Person | undefined) === undefined) await signUp();
      // Whatever was done before, it is the same site; a restored one has ended all sessions.
      const again = await new Person(await urlOfSite(), 'Ann').logIn();
      expect((await again.questions()).map(({ title }) => title)).toEqual(['Does it last?']);
    },
    commandMs,
  );

  test('leave backups that only their owner can read', async () => {
    const nightly = await readdir(join(folder, 'backups'));
    expect(nightly).toEqual([expect.stringMatching(/^parlour-.*Z\.backup$/)]);
    for (const file of ['site.backup', join('backups', nightly[0] ?? '')])
      expect((await stat(join(folder, file))).mode & 0o077).toBe(0);
    expect((await stat(join(folder, '.env'))).mode & 0o077).toBe(0);
    expect(await readFile(join(folder, '.env'), 'utf8')).toContain('PASSWORD_MIN_LENGTH=10');
  });
});

test('[O-9] a tool in a container that lacks the passwords says so, and makes no site', async () => {
  for (const service of ['qa', 'gateway']) {
    const failed = run(`docker compose exec -T ${service} parlour admin sessions Ann`);
    await expect(failed).rejects.toThrow(
      /There is no site here: .*DATABASE_PASSWORDS_DIR.*\n.*docker compose run --rm tools/,
    );
  }
});

test('usage texts say how a tool is run here', async () => {
  const tool = 'docker compose run --rm --no-deps tools';
  expect(await run(`${tool} backup --help`)).toContain('docker compose run --rm tools backup <file>');
  await expect(run(`${tool} nothing`)).rejects.toThrow('docker compose run --rm tools <admin|');
});

test('every session has the settings that stand once', async () => {
  const asked = Object.keys(roleSettings)
    .map((name) => `--command 'show "${name}"'`)
    .join(' ');
  for (const source of sources) {
    // Over the server's own socket, which asks for no password.
    const printed = await run(
      `docker compose exec -T postgres psql --username=${source} --dbname=parlour --no-psqlrc --tuples-only --no-align ${asked}`,
    );
    expect([source, ...printed.trim().split('\n')]).toEqual([source, ...Object.values(roleSettings)]);
  }
});
