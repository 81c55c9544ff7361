import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { stringify } from 'yaml';
import { type Manifest, manifestsOf, overlays, podsOf } from '../kubernetes/manifests.ts';
import { type Cluster, startCluster } from './api-server.ts';

// Every overlay, applied to a real API server: with its own validation, admission and merging. One
// server keeps all of them, each in a namespace of its own.

/** A resource as the server keeps it. */
interface Kept extends Manifest {
  readonly metadata: Manifest['metadata'] & { readonly resourceVersion: string; readonly generation?: number };
}

let cluster: Cluster;

beforeAll(async () => {
  cluster = await startCluster();
});
afterAll(() => (cluster as Cluster | undefined)?.end());

describe.each(overlays)('[O-8] %s', (overlay) => {
  const namespace = `on-${overlay}`;
  beforeAll(() => change('namespace: parlour', `namespace: ${namespace}`));

  const folder = `deploy/kubernetes/overlays/${overlay}`;
  const rendered = async (): Promise<Manifest[]> => manifestsOf(await cluster.must(`kubectl kustomize ${folder}`));

  /** Applies it; the server validates, and refuses unknown fields and conflicts. */
  const apply = (): Promise<string> => cluster.must(`kubectl apply --server-side --validate=strict -k ${folder}`);

  /** Everything of the overlay on the server. */
  async function kept(): Promise<Kept[]> {
    const list = JSON.parse(await cluster.must(`kubectl get --output json -k ${folder}`)) as { items: Kept[] };
    return list.items;
  }

  /** Whatever a write would change of each resource. */
  async function versions(): Promise<Record<string, unknown>> {
    const all = (await kept()).map((resource) => {
      const { resourceVersion, ...metadata } = resource.metadata;
      // The server writes a claim again as it is.
      const version = resource.kind === 'PersistentVolumeClaim' ? '' : resourceVersion;
      return [`${resource.kind} ${metadata.name}`, { ...resource, metadata, version }];
    });
    return Object.fromEntries(all) as Record<string, unknown>;
  }

  /** Changes its kustomization, which must contain `from`. */
  function change(from: string, to: string): void {
    const file = join(cluster.manifests, 'overlays', overlay, 'kustomization.yaml');
    const text = readFileSync(file, 'utf8');
    expect(text).toContain(from);
    writeFileSync(file, text.replace(from, to));
  }

  /** How often the server has been told something new of a workload. */
  async function generations(): Promise<Record<string, number>> {
    const workloads = (await kept()).filter(({ kind }) => ['Deployment', 'StatefulSet', 'CronJob'].includes(kind));
    return Object.fromEntries(workloads.map(({ metadata: { name, generation = 0 } }) => [name, generation]));
  }

  test('is accepted without a warning', async () => {
    const printed = await apply();
    expect(printed).not.toMatch(/warning/i);
    const { length } = await rendered();
    expect(printed.trim().split('\n')).toHaveLength(length);
    expect(await kept()).toHaveLength(length);
  });

  test('takes a changed setting and a new image', async () => {
    const before = await generations();
    change('PUBLIC_ORIGINS=https://parlour.example', 'PUBLIC_ORIGINS=https://reef.example');
    await apply();
    const renamed = await generations();
    // Whoever reads the settings is replaced; PostgreSQL and Kafka are not.
    for (const [name, generation] of Object.entries(renamed)) {
      const own = ['postgres', 'kafka'].includes(name);
      expect([name, generation]).toEqual([name, (before[name] ?? 0) + (own ? 0 : 1)]);
    }
    change('newName: parlour,', 'newName: registry.example/parlour,');
    await apply();
    const upgraded = await generations();
    for (const name of ['gateway', 'qa', 'migrate', 'topics', 'tools', 'backup'])
      if (name in renamed) expect([name, upgraded[name]]).toEqual([name, (renamed[name] ?? 0) + 1]);
  });

  test('its pods may run in its namespace, which enforces the restricted standard', async () => {
    const pods = podsOf(await rendered()).filter(({ spec }) => spec !== undefined);
    expect(pods.length).toBeGreaterThan(9);
    const items = pods.map(({ name, kind, labels, spec }) => {
      // Its controller adds the volume of its claim.
      const claims = kind === 'StatefulSet' ? [{ name: 'data', emptyDir: {} }] : [];
      return podManifest(namespace, name, labels, { ...spec, volumes: [...(spec?.volumes ?? []), ...claims] });
    });
    const input = JSON.stringify({ apiVersion: 'v1', kind: 'List', items });
    const printed = await cluster.must('kubectl create --dry-run=server --validate=strict --filename -', input);
    expect(printed).not.toMatch(/warning/i);
    expect(printed.trim().split('\n')).toHaveLength(pods.length);
  });

  test('is also accepted as docs/operations.md writes it; applied again it changes nothing and says so', async () => {
    await cluster.must(`kubectl apply -k ${folder}`);
    const before = await versions();
    const lines = (await cluster.must(`kubectl apply -k ${folder}`)).trim().split('\n');
    expect(await versions()).toEqual(before);
    // For kubectl, some differ in what the server fills in, or in how they are written.
    const others = lines.filter((line) => !/^(statefulset|poddisruptionbudget|secret)\b/.test(line));
    expect(others.filter((line) => !line.endsWith(' unchanged'))).toEqual([]);
  });
});

function podManifest(namespace: string, name: string, labels: object, spec: unknown): object {
  return { apiVersion: 'v1', kind: 'Pod', metadata: { name, namespace, labels }, spec };
}

describe('the server refuses', () => {
  const namespace = 'refusing';
  beforeAll(async () => {
    const text = readFileSync(join(cluster.manifests, 'base', 'namespace.yaml'), 'utf8');
    await cluster.must('kubectl create --filename -', text.replace('name: parlour', `name: ${namespace}`));
  });

  const refusal = async (manifest: object): Promise<string> => {
    const command = 'kubectl apply --server-side --validate=strict --filename -';
    const { code, text } = await cluster.shell(command, stringify(manifest));
    expect(code).not.toBe(0);
    return text;
  };

  test('a pod that may run as root', async () => {
    const pod = podManifest(namespace, 'root', {}, { containers: [{ name: 'one', image: 'parlour:1' }] });
    expect(await refusal(pod)).toContain('violates PodSecurity "restricted');
  });

  test('an unknown field, of Kubernetes and of the operators', async () => {
    const of = (apiVersion: string, kind: string, spec: object): object => ({
      apiVersion,
      kind,
      metadata: { name: 'one', namespace },
      spec,
    });
    expect(await refusal(of('v1', 'Service', { port: [] }))).toMatch(/spec\.port\b.*not declared/);
    const database = of('postgresql.cnpg.io/v1', 'Cluster', { instances: 1, storage: { size: '1Gi' }, instance: 1 });
    expect(await refusal(database)).toMatch(/spec\.instance\b.*not declared/);
    const topic = of('kafka.strimzi.io/v1', 'KafkaTopic', { partitions: 1, partition: 1 });
    expect(await refusal(topic)).toMatch(/spec\.partition\b.*not declared/);
  });

  test('a change of a job, which is why nothing that an apply changes is one', async () => {
    const job = (image: string): object => ({
      apiVersion: 'batch/v1',
      kind: 'Job',
      metadata: { name: 'one', namespace },
      spec: { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'one', image }] } } },
    });
    await cluster.must('kubectl apply --server-side --filename -', stringify(job('parlour:1')));
    expect(await refusal(job('parlour:2'))).toContain('field is immutable');
  });
});
