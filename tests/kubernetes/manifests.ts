/* oxlint-disable typescript/no-explicit-any, typescript/no-unsafe-member-access -- schemas validate the manifests; these checks read each kind as what it should be */
import { cpSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeAuthority } from '@parlour/kernel/testing/certificates';
import { parseAllDocuments } from 'yaml';
import { render, run } from './tools.ts';

// Rendered overlays, and the types of what the checks read.

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The folder of the manifests, with the overlays below. */
export const kubernetesFolder = join(root, 'deploy', 'kubernetes');

/** The rendered overlays; operators copy one of them. */
export const overlays = ['single-node', 'highly-available', 'given-addresses'] as const;

export interface Labels {
  readonly [label: string]: string;
}

export interface Selector {
  readonly matchLabels?: Labels;
  readonly matchExpressions?: readonly { key: string; operator: string; values?: readonly string[] }[];
}

export interface SecretItem {
  name?: string;
  secretName?: string;
  items?: { key: string; path: string }[];
}

export interface Volume {
  name: string;
  secret?: SecretItem;
  projected?: { sources: { secret?: SecretItem }[] };
  persistentVolumeClaim?: { claimName: string };
}

export interface Probe {
  httpGet?: { path: string; port: string | number };
  tcpSocket?: { port: string | number };
  exec?: object;
}

export interface Container {
  name: string;
  image: string;
  command?: string[];
  env?: { name: string; value?: string; valueFrom?: { secretKeyRef?: { name: string; key: string } } }[];
  envFrom?: { configMapRef?: { name: string } }[];
  ports?: { name: string; containerPort: number }[];
  resources?: { requests?: Labels; limits?: Labels };
  securityContext?: Record<string, unknown>;
  volumeMounts?: { name: string; mountPath: string }[];
  startupProbe?: Probe;
  livenessProbe?: Probe;
  readinessProbe?: Probe;
  lifecycle?: { preStop?: { sleep?: { seconds: number } } };
}

export interface PodSpec {
  automountServiceAccountToken?: boolean;
  enableServiceLinks?: boolean;
  securityContext?: Record<string, unknown>;
  initContainers?: Container[];
  containers: Container[];
  volumes?: Volume[];
  terminationGracePeriodSeconds?: number;
  topologySpreadConstraints?: object[];
}

interface PodTemplate {
  readonly metadata: { readonly labels: Labels };
  readonly spec: PodSpec;
}

/** A manifest; its parts depend on its kind. */
export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string; labels?: Labels };
  data?: Record<string, string>;
  // Each check selects kinds whose spec it knows.
  spec: any;
}

/** The pods of a workload. */
export interface Pod {
  readonly name: string;
  readonly kind: string;
  readonly labels: Labels;
  /** Undefined if an operator creates it. */
  readonly spec?: PodSpec;
}

/**
 * Copies the manifests to a temporary folder and creates secrets there, as docs/operations.md says.
 */
export function copyWithSecrets(): string {
  const copy = mkdtempSync(join(tmpdir(), 'parlour-kubernetes-'));
  cpSync(kubernetesFolder, copy, { recursive: true });
  const program = join(root, 'deploy', 'distributed', 'src', 'programs', 'secrets.ts');
  const asSources = ['--import', 'tsx', '--conditions=@parlour/source', '--no-warnings'];
  run(process.execPath, [...asSources, program, join(copy, 'components', 'secrets', 'files')], { cwd: root });
  // From whoever runs the external PostgreSQL and Kafka.
  const given = (component: string, file: string, text: string): void =>
    writeFileSync(join(copy, 'components', `${component}-given`, file), text);
  for (const component of ['postgres', 'kafka'])
    given(component, 'authority.pem', makeAuthority(component).certificate);
  given('kafka', 'kafka-password', 'password of the external Kafka');
  return copy;
}

/** An overlay as text. */
export function renderOverlay(copy: string, overlay: string): string {
  return render(join(copy, 'overlays', overlay));
}

/** The manifests of a text. */
export function manifestsOf(text: string): Manifest[] {
  return parseAllDocuments(text).map((document) => document.toJS() as Manifest);
}

/** The manifests of some kinds. */
export function ofKind(manifests: readonly Manifest[], ...kinds: string[]): Manifest[] {
  return manifests.filter(({ kind }) => kinds.includes(kind));
}

/** Every container of a pod: those that run first, too. */
export function containersOf(spec: PodSpec | undefined): Container[] {
  return [...(spec?.initContainers ?? []), ...(spec?.containers ?? [])];
}

/** Every pod, including those that operators create. */
export function podsOf(manifests: readonly Manifest[]): Pod[] {
  const own = ofKind(manifests, 'Deployment', 'StatefulSet', 'Job', 'CronJob').map(
    ({ kind, metadata: { name }, spec }) => {
      const { template } = (kind === 'CronJob' ? spec.jobTemplate.spec : spec) as { template: PodTemplate };
      return { name, kind, labels: template.metadata.labels, spec: template.spec };
    },
  );
  const postgres = ofKind(manifests, 'Cluster').map(({ kind, metadata: { name } }) => ({
    name,
    kind,
    labels: { 'cnpg.io/cluster': name, 'cnpg.io/podRole': 'instance' },
  }));
  const kafka = ofKind(manifests, 'Kafka').map(({ kind, metadata: { name } }) => ({
    name,
    kind,
    labels: { 'strimzi.io/cluster': name, 'strimzi.io/kind': 'Kafka' },
  }));
  return [...own, ...postgres, ...kafka];
}

/** Whether labels match a selector; an empty one matches all. */
export function selects(selector: Selector, labels: Labels): boolean {
  const equal = Object.entries(selector.matchLabels ?? {}).every(([key, value]) => labels[key] === value);
  return (
    equal &&
    (selector.matchExpressions ?? []).every(({ key, operator, values = [] }) => {
      if (operator !== 'In') throw new Error(`this check does not know the operator ${operator}`);
      return values.includes(labels[key] ?? '');
    })
  );
}
