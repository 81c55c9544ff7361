import { execFile, spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { get } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@parlour/kernel/process/free-port';
import { until } from '@parlour/kernel/testing/until';
import { copyWithSecrets } from '../kubernetes/manifests.ts';
import { program, run } from '../kubernetes/tools.ts';
import { definitions } from './definitions.ts';

// A real API server, built from Kubernetes' own modules, with an empty store. It has no controllers
// and no machines: it validates, admits and keeps what is applied, but nothing runs.

const loopback = '127.0.0.1';
const token = 'token-of-the-test';
const startsWithinMs = 120_000;

/** What a command printed, and how it ended. */
export interface Printed {
  readonly code: number;
  readonly text: string;
}

/** A running API server, and a folder with `deploy/kubernetes` and secrets to apply to it. */
export interface Cluster {
  /** The folder that commands run in. */
  readonly folder: string;
  /** The copy of deploy/kubernetes. */
  readonly manifests: string;
  /** Runs a command line as an operator would, beside `deploy`. */
  shell(command: string, input?: string): Promise<Printed>;
  /** The same, of a command that must succeed; returns all that it prints. */
  must(command: string, input?: string): Promise<string>;
  end(): Promise<void>;
}

/** Starts one; whoever has its configuration may do everything. */
export async function startCluster(): Promise<Cluster> {
  const server = run(join(import.meta.dirname, 'server', 'build.sh'), []).trim();
  const folder = mkdtempSync(join(tmpdir(), 'parlour-api-'));
  const path = (...names: string[]): string => join(folder, ...names);
  const manifests = copyWithSecrets();
  mkdirSync(path('work', 'deploy'), { recursive: true });
  symlinkSync(manifests, path('work', 'deploy', 'kubernetes'));
  mkdirSync(path('bin'));
  symlinkSync(program('kubectl'), path('bin', 'kubectl'));
  const [clients = 0, peers = 0, port = 0] = await freePorts(3);
  writeKeys(path('accounts'));
  writeFileSync(path('tokens'), `${token},operator,operator\n`, { mode: 0o600 });
  writeFileSync(path('config'), JSON.stringify(configuration(port)), { mode: 0o600 });
  const options = [
    `--etcd-servers=http://${loopback}:${clients}`,
    `--bind-address=${loopback}`,
    `--secure-port=${port}`,
    `--cert-dir=${path('certificates')}`,
    `--token-auth-file=${path('tokens')}`,
    '--authorization-mode=AlwaysAllow',
    '--service-account-issuer=https://parlour.example',
    `--service-account-key-file=${path('accounts.pub')}`,
    `--service-account-signing-key-file=${path('accounts.key')}`,
    '--service-cluster-ip-range=10.0.0.0/24',
    // No controller makes the accounts that it would ask for.
    '--disable-admission-plugins=ServiceAccount',
  ];
  const store = {
    STORE_DIR: path('store'),
    STORE_CLIENTS: `http://${loopback}:${clients}`,
    STORE_PEERS: `http://${loopback}:${peers}`,
  };
  const child = spawn(server, options, { env: { ...process.env, ...store }, stdio: ['ignore', 'ignore', 'pipe'] });
  let complaint = '';
  child.stderr.on('data', (text: Buffer) => (complaint = `${complaint}${text.toString()}`.slice(-4_000)));
  const end = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    }
    for (const made of [folder, manifests]) rmSync(made, { recursive: true, force: true });
  };
  const shell = async (command: string, input = ''): Promise<Printed> => {
    const env = { ...process.env, KUBECONFIG: path('config'), PATH: `${path('bin')}:${process.env['PATH']}` };
    const running = promisify(execFile)('bash', ['-c', command], { cwd: path('work'), env, maxBuffer: 1e8 });
    running.child.stdin?.end(input);
    try {
      const { stdout, stderr } = await running;
      return { code: 0, text: `${stdout}${stderr}` };
    } catch (failure) {
      const { code, stdout = '', stderr = '' } = failure as { code?: number; stdout?: string; stderr?: string }; // of execFile
      return { code: code ?? 1, text: `${stdout}${stderr}` };
    }
  };
  const must = async (command: string, input?: string): Promise<string> => {
    const { code, text } = await shell(command, input);
    if (code !== 0) throw new Error(`${command} ended with ${code}:\n${text}`);
    return text;
  };
  try {
    const isReady = async (): Promise<boolean> => {
      if (child.exitCode !== null) throw new Error(`the API server ended: ${complaint}`);
      return answersReady(port);
    };
    await until('the API server is ready', isReady, startsWithinMs);
    await must('kubectl create --filename -', JSON.stringify({ apiVersion: 'v1', kind: 'List', items: definitions() }));
    // It fails where a definition has no condition yet.
    const wait = 'kubectl wait crd --all --for=condition=Established --timeout=1s';
    await until('the definitions are served', async () => (await shell(wait)).code === 0, startsWithinMs);
  } catch (failure) {
    await end();
    throw failure;
  }
  return { folder: path('work'), manifests, shell, must, end };
}

async function freePorts(count: number): Promise<number[]> {
  const ports: number[] = [];
  while (ports.length < count) ports.push(await freePort(loopback, ports));
  return ports;
}

/** The keys that sign accounts' tokens, which nobody asks for. */
function writeKeys(path: string): void {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2_048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  writeFileSync(`${path}.pub`, publicKey);
  writeFileSync(`${path}.key`, privateKey, { mode: 0o600 });
}

/** What kubectl reads; JSON is YAML. */
function configuration(port: number): object {
  const cluster = { server: `https://${loopback}:${port}`, 'insecure-skip-tls-verify': true };
  return {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'test', cluster }],
    users: [{ name: 'test', user: { token } }],
    contexts: [{ name: 'test', context: { cluster: 'test', user: 'test' } }],
    'current-context': 'test',
  };
}

function answersReady(port: number): Promise<boolean> {
  return new Promise((settle) => {
    const headers = { authorization: `Bearer ${token}` };
    const options = { host: loopback, port, path: '/readyz', rejectUnauthorized: false, agent: false, headers };
    const request = get(options, (response) => {
      response.resume();
      settle(response.statusCode === 200);
    });
    request.once('error', () => settle(false));
  });
}
