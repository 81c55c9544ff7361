import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, test } from '@jest/globals';

const root = fileURLToPath(new URL('../../', import.meta.url));
const overlays = 'deploy/kubernetes/overlays';

/** The parts of a manifest, and of an entry of package-lock.json, that name our version. */
interface Versioned {
  readonly version?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

const versionsIn = ({ version, dependencies, devDependencies }: Versioned): (string | undefined)[] => [
  version,
  ...Object.entries({ ...dependencies, ...devDependencies }).flatMap(([name, wanted]) =>
    name.startsWith('@parlour/') ? [wanted] : [],
  ),
];

/** The version that each place of a repository names; of the changelog the newest, if any. */
function namedVersions(folder: string): Record<string, readonly (string | undefined)[]> {
  const read = (path: string): string => readFileSync(join(folder, path), 'utf8');
  const lock = JSON.parse(read('package-lock.json')) as { version: string; packages: Record<string, Versioned> }; // npm's format
  const ours = Object.entries(lock.packages).filter(([path]) => !path.includes('node_modules/'));
  const found: Record<string, readonly (string | undefined)[]> = {
    'package-lock.json': [lock.version, ...ours.flatMap(([, entry]) => versionsIn(entry))],
    'libs/contracts/src/version.ts': /version = '(.*)'/.exec(read('libs/contracts/src/version.ts'))?.slice(1) ?? [],
    'CHANGELOG.md': /^## (\d\S*)/m.exec(read('CHANGELOG.md'))?.slice(1) ?? [],
  };
  for (const [path] of ours) {
    const manifest = join(path, 'package.json');
    found[manifest] = versionsIn(JSON.parse(read(manifest)) as Versioned); // npm's format
  }
  for (const name of readdirSync(join(folder, overlays))) {
    const file = `${overlays}/${name}/kustomization.yaml`;
    found[file] = /newName: parlour, newTag: (\S+)/.exec(read(file))?.slice(1) ?? [undefined];
  }
  return found;
}

test('every place that names the version, and the newest one of the changelog, agree', () => {
  const named = namedVersions(root);
  expect(Object.keys(named).length).toBeGreaterThan(18);
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Versioned; // npm's format
  for (const [file, versions] of Object.entries(named))
    expect({ file, versions: [...new Set(versions)] }).toEqual({
      file,
      // Before the first release the changelog names none.
      versions: file === 'CHANGELOG.md' && versions.length === 0 ? [] : [version],
    });
});

describe('npm run release', () => {
  let folder: string;
  const git = (...args: readonly string[]): string =>
    execFileSync('git', args, { cwd: folder, encoding: 'utf8', env }).trim();
  /** A person of its own, and nothing of a repository that runs these tests in a hook. */
  const env = {
    PATH: process.env['PATH'],
    HOME: tmpdir(),
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_AUTHOR_NAME: 'Ada',
    GIT_AUTHOR_EMAIL: 'ada@parlour.example',
    GIT_COMMITTER_NAME: 'Ada',
    GIT_COMMITTER_EMAIL: 'ada@parlour.example',
  };
  const release = (version: string): { status: number | null; stdout: string; stderr: string } =>
    spawnSync(process.execPath, [join(root, 'tests/lint/release.mjs'), version], {
      cwd: folder,
      encoding: 'utf8',
      env,
    });
  const read = (path: string): string => readFileSync(join(folder, path), 'utf8');

  function write(path: string, content: unknown): void {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`);
  }

  /** What stands in for the tests of the repository: reads what the release wrote. */
  const tests = `node -e "process.exit(require('./libs/kernel/package.json').version === '0.4.0' ? 1 : 0)"`;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'parlour-release-'));
    const app = { name: 'parlour', version: '0.2.0', scripts: { 'test:unit': tests } };
    const contracts = { name: '@parlour/contracts', version: '0.2.0' };
    const dependencies = { '@parlour/contracts': '0.2.0', other: '0.2.0' };
    const kernel = { name: '@parlour/kernel', version: '0.2.0', dependencies };
    write('package.json', app);
    write('libs/contracts/package.json', contracts);
    write('libs/kernel/package.json', kernel);
    write('package-lock.json', {
      name: 'parlour',
      version: '0.2.0',
      packages: {
        '': { name: 'parlour', version: '0.2.0' },
        'libs/contracts': contracts,
        'libs/kernel': kernel,
        'node_modules/other': { version: '0.2.0' },
      },
    });
    write('libs/contracts/src/version.ts', "export const version = '0.2.0';\n");
    write(`${overlays}/one/kustomization.yaml`, 'images:\n  - { name: parlour, newName: parlour, newTag: 0.2.0 }\n');
    write(
      'CHANGELOG.md',
      '# Changelog\n\n## Unreleased\n\n### Added\n\n- Badges.\n\n## 0.1.0 - 2026-01-02\n\n- Games.\n',
    );
    git('init', '--quiet');
    git('add', '.');
    git('commit', '--quiet', '--message', 'feat: all');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('writes the version everywhere, dates the changelog, commits, tags, and names the image', () => {
    const { status, stdout } = release('0.3.0');
    expect(status).toBe(0);
    for (const versions of Object.values(namedVersions(folder))) expect(new Set(versions)).toEqual(new Set(['0.3.0']));
    expect(read('libs/kernel/package.json')).toContain('"other": "0.2.0"');
    expect(read('package-lock.json')).toContain('"node_modules/other": {\n      "version": "0.2.0"');
    expect(read('CHANGELOG.md').replace(/\d{4}-\d\d-\d\d/, 'TODAY')).toBe(
      '# Changelog\n\n## Unreleased\n\n## 0.3.0 - TODAY\n\n### Added\n\n- Badges.\n\n## 0.1.0 - 2026-01-02\n\n- Games.\n',
    );
    expect(git('log', '-1', '--format=%s')).toBe('chore(release): 0.3.0');
    expect(git('rev-parse', 'v0.3.0^{commit}')).toBe(git('rev-parse', 'HEAD'));
    expect(git('status', '--porcelain')).toBe('');
    expect(stdout).toContain('docker push <registry>/parlour:0.3.0');
    // What was just released has nothing to release.
    expect(release('0.3.1').stderr).toContain('nothing below "Unreleased"');
  });

  it('the first release may have the version that the sources name already', () => {
    expect(release('0.2.0').status).toBe(0);
    expect(git('tag', '--list')).toBe('v0.2.0');
  });

  it.each([
    ['no version', '', 'Usage'],
    ['what is no version', 'v0.3', 'Usage'],
    ['an older version', '0.1.9', 'older than 0.2.0'],
    ['what fails the tests of the repository', '0.4.0', 'nothing was released'],
  ])('refuses %s and changes nothing', (_what, version, reason) => {
    const { status, stderr } = release(version);
    expect(stderr).toContain(reason);
    expect(status).toBe(1);
    expect(git('status', '--porcelain')).toBe('');
    expect(git('log', '-1', '--format=%s')).toBe('feat: all');
    expect(git('tag', '--list')).toBe('');
  });

  it('refuses changes that are not committed, and keeps them', () => {
    write('notes.txt', 'mine');
    expect(release('0.3.0').stderr).toContain('not committed');
    expect(read('notes.txt')).toBe('mine');
  });

  it('refuses a version that has a tag', () => {
    git('tag', 'v0.3.0');
    expect(release('0.3.0').stderr).toContain('released already');
  });
});
