import 'reflect-metadata';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sources } from '@parlour/contracts/envelope';
import { DeliveryConfig } from '@parlour/delivery/delivery-config';
import { GatewayConfig } from '@parlour/gateway/gateway-config';
import { IdentityConfig } from '@parlour/identity/identity-config';
import { ConfigurationError, readConfigurations } from '@parlour/kernel/config/config';
import { FilesConfig } from '@parlour/deployment/files/files-config';
import {
  DatabaseConfig,
  DatabaseServerConfig,
  ProcessConfig,
  ServiceConfig,
  TopicConfig,
} from '@parlour/deployment/process/process-config';
import { SearchConfig } from '@parlour/search/search-language';
import { secretsOf } from './checks.ts';
import { type Container, containersOf, type Manifest, ofKind, type Pod, podsOf } from './manifests.ts';

// Checks that each process gets the variables that its configuration classes read.

const root = fileURLToPath(new URL('../../', import.meta.url));

/** What a program reads from its environment. */
interface Program {
  readonly classes: readonly (new () => object)[];
  /** The file whose classes are not exported. */
  readonly file?: string;
  /** Variables that no class reads. */
  readonly variables?: readonly string[];
}

const toolProgram = 'deploy/embedded/bin/tool.mjs';

/** By the program's path. */
const programs: Readonly<Record<string, Program>> = {
  'deploy/distributed/dist/gateway.js': {
    classes: [ProcessConfig, GatewayConfig, FilesConfig],
    file: 'gateway/src/main.ts',
  },
  ...Object.fromEntries(
    sources.map((source) => [`deploy/distributed/dist/${source}.js`, { classes: [ServiceConfig, DatabaseConfig] }]),
  ),
  'deploy/distributed/dist/identity.js': { classes: [ServiceConfig, DatabaseConfig, IdentityConfig] },
  'deploy/distributed/dist/files.js': { classes: [ServiceConfig, DatabaseConfig, FilesConfig] },
  'deploy/distributed/dist/delivery.js': { classes: [ServiceConfig, DatabaseConfig, DeliveryConfig] },
  'deploy/distributed/dist/migrate.js': {
    classes: [DatabaseConfig, SearchConfig],
    file: 'deploy/distributed/src/programs/migrate.ts',
  },
  'deploy/distributed/dist/topics.js': { classes: [TopicConfig], file: 'deploy/distributed/src/programs/topics.ts' },
  [toolProgram]: {
    classes: [DatabaseServerConfig, FilesConfig],
    variables: ['DATABASE_PASSWORDS_DIR', 'INIT_CWD', 'TOOL_COMMAND'],
  },
};

/** What a container runs: its program by path, or the tools in the pod that waits for them. */
function programOf({ labels }: Pod, { command = [] }: Container): string | undefined {
  if (command[0] !== 'bash') return command.find((word) => /\.m?js$/.test(word)) ?? '';
  return labels['app.kubernetes.io/component'] === 'tool' ? toolProgram : undefined;
}

/** Settings that are secrets, and so in none of the ConfigMaps, which more people may read. */
const secretSettings = /^(SIGNUP_CODE|S3_SECRET_ACCESS_KEY|SMTP_URL|PUSH_PRIVATE_KEY|\w+_(SECRET|PASSWORD))$/;

/** Missing, useless and invalid variables of processes. */
export function environmentFaults(manifests: readonly Manifest[]): string[] {
  const faults: string[] = [];
  const known = new Set(['NODE_ENV']);
  const given = new Set<string>();
  const folder = mkdtempSync(join(tmpdir(), 'parlour-environment-'));
  try {
    for (const pod of podsOf(manifests)) {
      for (const container of containersOf(pod.spec)) {
        for (const [, name = ''] of container.command?.join(' ').matchAll(/\$\((\w+)\)/g) ?? []) known.add(name);
        const program = programOf(pod, container);
        // It only waits.
        if (program === undefined) continue;
        const reads = programs[program];
        if (container.image.startsWith('parlour') && !reads)
          faults.push(`${pod.name} runs the unknown program ${program}`);
        if (!reads) continue;
        const environment = environmentOf(manifests, pod, container, folder, faults);
        try {
          readConfigurations(reads.classes, environment);
        } catch (failure) {
          if (!(failure instanceof ConfigurationError)) throw failure;
          faults.push(`${pod.name}: ${failure.message}`);
        }
        const own = reads.file ? propertiesIn(join(root, reads.file)) : [];
        for (const { name, needed } of own) {
          if (needed && !environment[name] && !environment[`${name}_FILE`]) faults.push(`${pod.name} lacks ${name}`);
        }
        const names = [
          ...reads.classes.flatMap(variablesOf),
          ...own.map(({ name }) => name),
          ...(reads.variables ?? []),
        ];
        for (const name of names) known.add(name);
        for (const { name } of container.env ?? []) {
          if (!names.includes(name.replace(/_FILE$/, ''))) faults.push(`${pod.name} gets ${name} and does not read it`);
        }
        for (const name of Object.keys(environment)) given.add(name.replace(/_FILE$/, ''));
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  for (const map of ofKind(manifests, 'ConfigMap')) {
    for (const name of Object.keys(map.data ?? {}))
      if (secretSettings.test(name)) faults.push(`${name} is a secret, and in the config map ${map.metadata.name}`);
  }
  for (const name of given) if (!known.has(name)) faults.push(`${name} is set and no process reads it`);
  return faults;
}

/** The environment of a container. Its secrets are written to files below `folder`. */
function environmentOf(
  manifests: readonly Manifest[],
  pod: Pod,
  container: Container,
  folder: string,
  faults: string[],
): Record<string, string> {
  const valueOf = (secret: { name: string; key: string } | undefined): string => {
    const data = ofKind(manifests, 'Secret').find((one) => one.metadata.name === secret?.name)?.data;
    return Buffer.from(data?.[secret?.key ?? ''] ?? '', 'base64').toString();
  };
  const settings = (container.envFrom ?? []).flatMap(({ configMapRef }) =>
    Object.entries(ofKind(manifests, 'ConfigMap').find((one) => one.metadata.name === configMapRef?.name)?.data ?? {}),
  );
  const own = (container.env ?? []).map(({ name, value, valueFrom }): [string, string] => {
    if (valueFrom) return [name, valueOf(valueFrom.secretKeyRef)];
    if (!name.endsWith('_FILE') && name !== 'PGSSLROOTCERT') return [name, value ?? ''];
    const secret = secretsOf(pod).find(({ path }) => path === value);
    if (!secret) faults.push(`${pod.name} reads ${value}, where no secret is mounted`);
    const file = join(folder, `${pod.name}-${name}`);
    writeFileSync(file, valueOf(secret));
    return [name, file];
  });
  return Object.fromEntries([...settings, ...own]);
}

/** Every variable that a class reads: those it reports as missing in an empty environment. */
function variablesOf(type: new () => object): string[] {
  let needed: string[] = [];
  try {
    readConfigurations([type], {});
  } catch (failure) {
    if (!(failure instanceof ConfigurationError)) throw failure;
    needed = [...failure.message.matchAll(/^ {2}(\w+):/gm)].map(([, name = '']) => name);
  }
  return [...needed, ...Object.keys(new type())];
}

/** The properties of the classes in a file that runs when it is imported. */
function propertiesIn(file: string): { name: string; needed: boolean }[] {
  const text = readFileSync(file, 'utf8');
  return [...text.matchAll(/^ {2}([A-Z][A-Z_]+)(!:| =|: )/gm)].map(([, name = '', mark]) => ({
    name,
    needed: mark === '!:',
  }));
}
