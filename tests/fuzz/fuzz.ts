import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Person } from '../e2e/person.ts';
import { makeDataFolder, removeDataFolder, startProduct } from '../e2e/product.ts';

// Checks the promises of the built product's OpenAPI document, always with the same requests; exits
// with 1 if one is broken.

const version = '4.32.5';
const cache = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'parlour', 'schemathesis');
const config = fileURLToPath(new URL('schemathesis.toml', import.meta.url));

/** Calls that end the session they are made with. */
const ending = '(logout|logoutEverywhere|resetPassword)$|deleteUser';

/** Calls that may close the site, or limit how much is asked of it: the last ones. */
const governing = 'admin/site$';

/** Schemathesis, in its own environment, created once. */
function program(): string {
  const folder = join(cache, version);
  const found = join(folder, 'bin', 'schemathesis');
  if (existsSync(found)) return found;
  for (const [command, ...args] of [
    ['python3', '-m', 'venv', '--clear', folder],
    [join(folder, 'bin', 'pip'), 'install', '--disable-pip-version-check', '--quiet', `schemathesis==${version}`],
  ] as const) {
    const { status } = spawnSync(command, args, { stdio: 'inherit' });
    if (status !== 0) {
      rmSync(folder, { recursive: true, force: true });
      throw new Error(`${command} ended with ${status}; it needs Python 3 with venv`);
    }
  }
  return found;
}

async function run(url: string, person: Person, folder: string, ...words: readonly string[]): Promise<number> {
  const args = ['--config-file', config, 'run', `${url}/docs-json`, '--url', url, ...words];
  const child = spawn(program(), args, {
    cwd: folder,
    stdio: 'inherit',
    env: { ...process.env, PARLOUR_SESSION: person.cookies.get('parlour_access') ?? '' },
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}

const dataDir = await makeDataFolder();
// Its memory of a run would change the next one.
const folder = mkdtempSync(join(tmpdir(), 'parlour-fuzz-'));
try {
  const product = await startProduct(dataDir, { LOG_LEVEL: 'error' });
  try {
    const person = await new Person(product.url, 'Fay').signUp();
    const leaver = await new Person(product.url, 'Gus').signUp();
    const codes = [
      await run(product.url, person, folder, '--exclude-path-regex', `${ending}|${governing}`),
      await run(product.url, leaver, folder, '--include-path-regex', ending),
      await run(product.url, person, folder, '--include-path-regex', governing),
    ];
    // A fault of ours would be logged there.
    const faults = product.output.filter((line) => line.startsWith('{'));
    for (const line of faults) console.error(line);
    process.exitCode = codes.every((code) => code === 0) && faults.length === 0 ? 0 : 1;
  } finally {
    await product.end();
  }
} finally {
  await removeDataFolder(dataDir);
  rmSync(folder, { recursive: true, force: true });
}
