// `npm run release -- 0.3.0`: writes the version everywhere, dates the changelog, runs the tests
// of the repository, commits and tags. Pushes nothing.
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const [version = ''] = process.argv.slice(2);

const git = (...args) => execFileSync('git', args, { encoding: 'utf8' }).trim();
const tracked = (pattern) => git('ls-files', `:(glob)${pattern}`).split('\n');

function refuse(reason) {
  console.error(reason);
  process.exit(1);
}

/** Replaces what a pattern finds. A file that has nothing of the kind has changed its form. */
function replace(text, pattern, replacement) {
  if (!pattern.test(text)) throw new Error(`${pattern} finds nothing`);
  return text.replace(pattern, replacement);
}

const manifests = tracked('**/package.json');
const names = manifests.map((file) => JSON.parse(readFileSync(file, 'utf8')).name);

/** Its own version, and those of our packages that it depends on. */
const inManifest = (text) =>
  replace(text, /^( {2}"version": ")[^"]+/m, `$1${version}`).replace(
    new RegExp(`("(?:${names.join('|')})": ")\\d[^"]*`, 'g'),
    `$1${version}`,
  );

/** Third-party packages may have the same version: only entries of our folders change. */
function inLock(text) {
  const lock = JSON.parse(text);
  lock.version = version;
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (path.includes('node_modules/')) continue;
    lock.packages[path] = JSON.parse(inManifest(JSON.stringify(entry, null, 2)));
  }
  return `${JSON.stringify(lock, null, 2)}\n`;
}

const unreleased = /^## Unreleased\n+(?=[^#\n]|###)/m;
const inChangelog = (text) =>
  replace(text, unreleased, `## Unreleased\n\n## ${version} - ${new Date().toISOString().slice(0, 10)}\n\n`);

function writeVersion() {
  const edits = [
    ...manifests.map((file) => [file, inManifest]),
    ['package-lock.json', inLock],
    ['libs/contracts/src/version.ts', (text) => replace(text, /(version = ')[^']+/, `$1${version}`)],
    ...tracked('deploy/kubernetes/overlays/*/kustomization.yaml').map((file) => [
      file,
      (text) => replace(text, /(newName: parlour, newTag: )[^ ]+/, `$1${version}`),
    ]),
    ['CHANGELOG.md', inChangelog],
  ];
  for (const [file, edit] of edits) writeFileSync(file, edit(readFileSync(file, 'utf8')));
}

const current = JSON.parse(readFileSync('package.json', 'utf8')).version;
const tag = `v${version}`;

if (!/^\d+\.\d+\.\d+$/.test(version)) refuse(`Usage: npm run release -- <version>, such as 0.3.0. Now: ${current}.`);
if (git('status', '--porcelain') !== '') refuse('There are changes that are not committed. Commit or stash them.');
if (git('tag', '--list', tag) !== '') refuse(`${version} is released already: the tag ${tag} exists.`);
// The first release has the version that the sources name already.
if (version.localeCompare(current, 'en', { numeric: true }) < 0) refuse(`${version} is older than ${current}.`);
if (!unreleased.test(readFileSync('CHANGELOG.md', 'utf8'))) refuse('CHANGELOG.md has nothing below "Unreleased".');

try {
  writeVersion();
  const tests = ['run', 'test:unit', '--', 'tests/lint', 'libs/contracts/src/version'];
  const { status } = spawnSync('npm', tests, { stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) throw new Error('The tests of the repository fail');
  git('commit', '--quiet', '--all', '--message', `chore(release): ${version}`);
  git('tag', '--annotate', tag, '--message', `Parlour ${version}`);
} catch (error) {
  git('restore', '--staged', '--worktree', '.');
  refuse(`${error.message}: nothing was released.`);
}

console.log(`
Parlour ${version} is committed and tagged. To publish it:
  git push origin HEAD ${tag}
  docker build -f deploy/docker/Dockerfile -t <registry>/parlour:${version} .
  docker push <registry>/parlour:${version}
Sites run this image by PARLOUR_IMAGE=<registry>/parlour:${version} in the .env of compose, or on
Kubernetes by { newName: <registry>/parlour, newTag: ${version} } in their overlay.`);
