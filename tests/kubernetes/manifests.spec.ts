/* oxlint-disable typescript/no-explicit-any, typescript/no-unsafe-assignment, typescript/no-unsafe-member-access, typescript/no-unsafe-call, typescript/no-unsafe-return -- schemas validate the manifests; these checks read each kind as what it should be */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { sources } from '@parlour/contracts/envelope';
import { topicNames, topicSettings } from '@parlour/kernel/bus/kafka-topics';
import { availability, changeable, podSecurity, references, secretAccess, selectors } from './checks.ts';
import { environmentFaults } from './environment.ts';
import {
  copyWithSecrets,
  kubernetesFolder,
  type Manifest,
  manifestsOf,
  ofKind,
  overlays,
  podsOf,
  renderOverlay,
} from './manifests.ts';
import { Schemas } from './schemas.ts';
import { run } from './tools.ts';
import { mayCall, mayEnter, mayLeave } from './traffic.ts';

/** The supported versions of Kubernetes. */
const [oldest, newest] = ['v1.34.4', 'v1.36.3'];

const root = fileURLToPath(new URL('../../', import.meta.url));
const rendered = new Map<string, string>();
const known = new Map<string, Schemas>();
let copy: string;

beforeAll(() => {
  copy = copyWithSecrets();
  for (const overlay of overlays) rendered.set(overlay, renderOverlay(copy, overlay));
});

afterAll(() => rmSync(copy, { recursive: true, force: true }));

const textOf = (overlay: string): string => rendered.get(overlay) ?? '';

/** What the schemas of a version find. */
function faultsIn(manifests: readonly Manifest[], version: string): string[] {
  const schemas = known.get(version) ?? new Schemas(version);
  known.set(version, schemas);
  return manifests.flatMap((manifest) => schemas.faults(manifest));
}

/** The manifests of an overlay, with one of them changed to contain a fault. */
function changed(
  overlay: string,
  kind: string,
  name: string,
  change: (spec: Manifest['spec'], manifest: Manifest) => void,
): Manifest[] {
  const manifests = manifestsOf(textOf(overlay));
  const manifest = manifests.find((one) => one.kind === kind && one.metadata.name.startsWith(name));
  if (!manifest) throw new Error(`there is no ${kind} ${name}`);
  change(manifest.spec, manifest);
  return manifests;
}

describe.each(overlays)('%s', (overlay) => {
  const manifests = (): Manifest[] => manifestsOf(textOf(overlay));

  test.each([oldest, newest])('every manifest is valid in Kubernetes %s', (version) => {
    expect(faultsIn(manifests(), version)).toEqual([]);
  });

  test('every pod is restricted', () => expect(podSecurity(manifests())).toEqual([]));
  test('every reference resolves', () => expect(references(manifests())).toEqual([]));
  test('every selector matches', () => expect(selectors(manifests())).toEqual([]));
  test('every process gets its configuration', () => expect(environmentFaults(manifests())).toEqual([]));
  test('no process gets the secret of another', () => expect(secretAccess(manifests())).toEqual([]));
  test('no password ends in a line feed, which CloudNativePG would take for a part of it', () => {
    const values = ofKind(manifests(), 'Secret').flatMap(({ data = {} }) => Object.entries(data));
    const texts = values.map(([key, value]) => [key, Buffer.from(value, 'base64').toString()] as const);
    expect(texts.filter(([key, text]) => key !== 'authority.pem' && text.endsWith('\n'))).toEqual([]);
  });
  test('[O-8] an apply can change everything', () => expect(changeable(manifests())).toEqual([]));
  test('updates and drained nodes interrupt no service', () => {
    expect(availability(manifests(), { several: overlay !== 'single-node' })).toEqual([]);
  });

  test('addresses lead to services', () => {
    const settings = ofKind(manifests(), 'ConfigMap')[0]?.data ?? {};
    const services = ofKind(manifests(), 'Service');
    for (const source of sources) {
      expect(settings['SERVICE_ADDRESSES']?.split(',')).toContain(`${source}=${source}:4000`);
      expect(services.find((one) => one.metadata.name === source)?.spec).toMatchObject({
        clusterIP: 'None',
        publishNotReadyAddresses: true,
        ports: [{ port: 4_000 }],
      });
    }
    const available = [
      ...services.map(({ metadata, spec }) => `${metadata.name}:${spec.ports[0].port}`),
      ...ofKind(manifests(), 'Cluster').map(({ metadata }) => `${metadata.name}-rw:5432`),
      ...ofKind(manifests(), 'Kafka').map(
        ({ metadata, spec }) => `${metadata.name}-kafka-bootstrap:${spec.kafka.listeners[0].port}`,
      ),
    ];
    if (overlay === 'given-addresses') return;
    expect(available).toContain(`${settings['PGHOST']}:${settings['PGPORT']}`);
    expect(available).toContain(settings['KAFKA_BROKERS']);
  });

  test('only necessary traffic is allowed', () => {
    const all = manifests();
    for (const from of ['gateway', ...sources]) {
      for (const to of sources) expect([from, to, mayCall(all, from, to, 4_000)]).toEqual([from, to, true]);
      for (const to of sources) expect([from, to, mayCall(all, from, to, 4_001)]).toEqual([from, to, false]);
      expect([from, mayCall(all, from, 'gateway', 4_000)]).toEqual([from, false]);
      expect([from, mayLeave(all, from, 443)]).toEqual([from, false]);
    }
    expect(mayEnter(all, 'gateway', 3_000)).toBe(false);
    for (const controllers of ['ingress-nginx', 'traefik', 'kube-system'])
      expect(mayEnter(all, 'gateway', 3_000, controllers)).toBe(true);
    expect(mayEnter(all, 'gateway', 3_000, 'default')).toBe(false);
    expect(mayEnter(all, 'qa', 4_001, 'monitoring')).toBe(true);
    expect(mayEnter(all, 'gateway', 4_001)).toBe(false);
    expect(mayEnter(all, 'qa', 4_000)).toBe(false);
    for (const from of ['migrate', 'tools', 'backup']) expect(mayCall(all, from, 'qa', 4_000)).toBe(false);
    for (const to of ['migrate', 'tools', 'backup']) expect(mayCall(all, 'gateway', to, 4_000)).toBe(false);
    for (const from of ['migrate', 'tools', 'backup']) expect(mayLeave(all, from, 443)).toBe(false);
    if (overlay === 'given-addresses') {
      for (const from of ['qa', 'migrate', 'tools', 'backup']) expect(mayLeave(all, from, 5_432)).toBe(true);
      expect(mayLeave(all, 'gateway', 5_432)).toBe(false);
      for (const from of ['gateway', 'qa', 'topics']) expect(mayLeave(all, from, 9_092)).toBe(true);
      expect(mayLeave(all, 'migrate', 9_092)).toBe(false);
      return;
    }
    for (const from of ['migrate', 'tools', 'backup', ...sources])
      expect(mayCall(all, from, 'postgres', 5_432)).toBe(true);
    for (const from of ['gateway', ...sources]) expect(mayCall(all, from, 'kafka', 9_092)).toBe(true);
    expect(mayCall(all, 'gateway', 'postgres', 5_432)).toBe(false);
    for (const from of ['migrate', 'tools', 'backup']) expect(mayCall(all, from, 'kafka', 9_092)).toBe(false);
    expect(mayEnter(all, 'postgres', 5_432)).toBe(false);
    expect(mayEnter(all, 'kafka', 9_092)).toBe(false);
    if (overlay === 'single-node') expect(mayCall(all, 'topics', 'kafka', 9_092)).toBe(true);
  });
});

test('external PostgreSQL and Kafka are accessed with TLS, and Kafka with a password', () => {
  const manifests = manifestsOf(textOf('given-addresses'));
  expect(ofKind(manifests, 'ConfigMap')[0]?.data).toMatchObject({
    PGSSLMODE: 'verify-full',
    KAFKA_TLS: 'on',
    KAFKA_SASL_MECHANISM: 'scram-sha-512',
  });
  const unsigned = changed('given-addresses', 'Deployment', 'topics', (spec) => {
    const [container] = spec.template.spec.initContainers;
    container.env = container.env.filter((one: any) => one.name !== 'KAFKA_PASSWORD_FILE');
  });
  expect(environmentFaults(unsigned).join()).toContain('KAFKA_PASSWORD');
  const unchecked = changed('given-addresses', 'Deployment', 'qa', (spec) => {
    spec.template.spec.containers[0].env.find((one: any) => one.name === 'PGSSLROOTCERT').value = '/run/x';
  });
  expect(environmentFaults(unchecked).join()).toContain('/run/x');
});

/** The single node with more components and settings. */
function singleNodeWith(components: readonly string[], ...settings: readonly string[]): readonly Manifest[] {
  const file = join(copy, 'overlays', 'single-node', 'kustomization.yaml');
  const before = readFileSync(file, 'utf8');
  const more = components.map((component) => `  - ../../components/${component}\n`).join('');
  const literals = settings.map((setting) => `      - ${setting}\n`).join('');
  writeFileSync(
    file,
    before.replace('components:\n', `components:\n${more}`).replace('    literals:\n', `    literals:\n${literals}`),
  );
  try {
    return manifestsOf(renderOverlay(copy, 'single-node'));
  } finally {
    writeFileSync(file, before);
  }
}

const sound = (manifests: readonly Manifest[]): string[] =>
  [references, secretAccess, podSecurity, environmentFaults].flatMap((check) => check(manifests));

test('Google and a sign-up code are added by components, which keep their secrets', () => {
  writeFileSync(join(copy, 'components', 'google', 'google-client-secret'), 'of Google');
  writeFileSync(join(copy, 'components', 'signup-code', 'signup-code'), 'reef\n');
  const manifests = singleNodeWith(['google', 'signup-code'], 'GOOGLE_CLIENT_ID=parlour');
  expect(sound(manifests)).toEqual([]);
  const code = ofKind(manifests, 'Secret').find(({ metadata }) => metadata.name.startsWith('signup-code'));
  expect(Buffer.from(code?.data?.['signup-code'] ?? '', 'base64').toString()).toBe('reef\n');
  for (const from of ['gateway', 'identity']) expect(mayLeave(manifests, from, 443)).toBe(true);
});

const usersOfFiles = ['gateway', 'files', 'tools', 'backup'];

test('[FI-9] a volume of files is shared by those that read and write them', () => {
  const manifests = singleNodeWith(['files-volume']);
  expect(sound(manifests)).toEqual([]);
  const mounted = podsOf(manifests).filter(({ spec }) => spec?.volumes?.some(({ name }) => name === 'files'));
  expect(mounted.map(({ name }) => name).toSorted()).toEqual(usersOfFiles.toSorted());
});

test('[FI-9] a bucket is used by those that read and write files, with its secret', () => {
  writeFileSync(join(copy, 'components', 'files-s3', 's3-secret-access-key'), 'of S3');
  const manifests = singleNodeWith(['files-s3'], 'S3_BUCKET=parlour', 'S3_ACCESS_KEY_ID=key');
  expect(sound(manifests)).toEqual([]);
  for (const from of usersOfFiles) expect(mayLeave(manifests, from, 443)).toBe(true);
});

test('[ML-1] mail is sent by one service, which alone knows the mail server', () => {
  writeFileSync(join(copy, 'components', 'mail', 'smtp-url'), 'smtps://user:password@mail.example');
  const manifests = singleNodeWith(['mail'], 'MAIL_FROM=parlour@example.org');
  expect(sound(manifests)).toEqual([]);
  for (const from of ['gateway', ...sources]) expect(mayLeave(manifests, from, 465)).toBe(from === 'delivery');
});

test('[PU-1] one service pushes, with a key that is made like the other secrets', () => {
  const manifests = singleNodeWith(['push']);
  expect(sound(manifests)).toEqual([]);
  for (const from of ['gateway', ...sources]) expect(mayLeave(manifests, from, 443)).toBe(from === 'delivery');
});

test('the topics of the operator are those of the job', () => {
  const names = topicNames('parlour');
  const topics = ofKind(manifestsOf(textOf('highly-available')), 'KafkaTopic');
  expect(topics.map(({ metadata }) => metadata.name).sort()).toEqual(names.all.toSorted());
  for (const { metadata, spec } of topics) {
    const isShort = [names.live, names.heads].includes(metadata.name);
    const retention = isShort ? 600_000 : topicSettings.retentionMs;
    expect(spec).toMatchObject({
      partitions: 1,
      replicas: 3,
      config: { 'retention.ms': retention, 'segment.ms': isShort ? 600_000 : 86_400_000, 'min.insync.replicas': 2 },
    });
  }
});

test('no secret is in the repository', () => {
  const files = run('git', ['ls-files', 'deploy/kubernetes'], { cwd: root }).trim().split('\n');
  expect(
    files.filter((file) =>
      /\/secrets\/files\/(?!\.gitignore)|google-client-secret$|s3-secret-access-key$|\/smtp-url$|\/signup-code\/signup-code$/.test(
        file,
      ),
    ),
  ).toEqual([]);
  const values = ofKind(manifestsOf(textOf('single-node')), 'Secret').flatMap(({ data = {} }) => Object.entries(data));
  expect(values.length).toBeGreaterThan(10);
  for (const [key, value] of values) {
    const text = Buffer.from(value, 'base64').toString();
    if (key === 'username') expect(text).toBe('postgres');
    else expect(text.trim().length).toBeGreaterThanOrEqual(43);
  }
  for (const file of files) {
    const text = readFileSync(join(root, file), 'utf8');
    expect([file, /kind: Secret|stringData|(password|secret): +['"]?[\w+/-]{16,}/i.test(text)]).toEqual([file, false]);
  }
  // Without them, rendering fails and names the missing ones.
  expect(() => renderOverlay(kubernetesFolder, 'single-node')).toThrow('secrets/files/');
});

describe('a fault is found:', () => {
  const single = 'single-node';
  const high = 'highly-available';

  test('an unknown field of Kubernetes, Strimzi or CloudNativePG', () => {
    const breaks: [string, string][] = [
      ['      enableServiceLinks: false', '      enableServiceLink: false'],
      ['    kraftMetadata: shared', '    kraftMetadatum: shared'],
      ['  enableSuperuserAccess: true', '  enableSuperuser: true'],
      ['  partitions: 1', '  partitions: one'],
    ];
    for (const [right, wrong] of breaks) {
      const text = textOf(high);
      expect(text).toContain(right);
      expect(faultsIn(manifestsOf(text.replace(right, wrong)), newest)).not.toEqual([]);
    }
  });

  test('a kind without a schema', () => {
    const unknown = { apiVersion: 'example.org/v1', kind: 'Unknown', metadata: { name: 'x' }, spec: {} };
    expect(faultsIn([unknown], newest)).toEqual(['Unknown x: example.org/v1 has no such kind']);
  });

  test.each([
    ['runs as root', (pod: any) => delete pod.securityContext.runAsNonRoot, 'may run as root'],
    [
      'has capabilities',
      (pod: any) => (pod.containers[0].securityContext.capabilities.drop = []),
      'keeps capabilities',
    ],
    ['writes its root', (pod: any) => delete pod.containers[0].securityContext.readOnlyRootFilesystem, 'writable root'],
    ['has a token', (pod: any) => delete pod.automountServiceAccountToken, 'account token'],
    ['may use only a part of idle CPUs', (pod: any) => (pod.containers[0].resources.limits.cpu = '1'), 'CPU limit'],
    ['has no limits', (pod: any) => delete pod.containers[0].resources.limits.memory, 'requests or limits'],
    ['uses an image without a version', (pod: any) => (pod.containers[0].image = 'parlour'), 'pinned image'],
  ])('a pod that %s', (_what, change, fault) => {
    const manifests = changed(single, 'Deployment', 'qa', (spec) => change(spec.template.spec));
    expect(podSecurity(manifests).join()).toContain(fault);
  });

  test.each([
    [
      'lacks a variable',
      'qa',
      (container: any) => (container.env = container.env.filter((one: any) => one.name !== 'PGUSER')),
      'PGUSER',
    ],
    [
      'lacks its secret',
      'gateway',
      (container: any) => (container.env = container.env.filter((one: any) => !one.name.startsWith('SESSION'))),
      'SESSION_SECRET',
    ],
    ['gets an unknown variable', 'qa', (container: any) => container.env.push({ name: 'PGUSR', value: 'qa' }), 'PGUSR'],
    [
      'reads a missing file',
      'qa',
      (container: any) => (container.env.find((one: any) => one.name === 'PGPASSWORD_FILE').value = '/run/x'),
      '/run/x',
    ],
    [
      'runs a missing program',
      'qa',
      (container: any) => (container.command = ['node', 'services/qa/main.js']),
      'unknown program',
    ],
  ])('a process that %s', (_what, name, change, fault) => {
    const manifests = changed(single, 'Deployment', name, (spec) => change(spec.template.spec.containers[0]));
    expect(environmentFaults(manifests).join()).toContain(fault);
  });

  test('an unknown setting, or no address of PostgreSQL', () => {
    const wrong = changed(single, 'ConfigMap', 'settings', (_spec, { data = {} }) => (data['LIMIT'] = 'strict'));
    expect(environmentFaults(wrong).join()).toContain('LIMIT');
    const missing = changed(single, 'ConfigMap', 'settings', (_spec, { data = {} }) => delete data['PGHOST']);
    expect(environmentFaults(missing).join()).toContain('PGHOST');
  });

  test('a secret among the settings', () => {
    const told = changed(single, 'ConfigMap', 'settings', (_spec, { data = {} }) => (data['SIGNUP_CODE'] = 'reef'));
    expect(environmentFaults(told)).toEqual([expect.stringContaining('SIGNUP_CODE is a secret')]);
  });

  test('a job, which an apply could not change', () => {
    const manifests = changed(single, 'Deployment', 'migrate', (_spec, manifest) => (manifest.kind = 'Job'));
    expect(changeable(manifests)).toEqual(["the job migrate can't be changed"]);
  });

  test('selectors that match nothing, and unknown targets', () => {
    const found = (kind: string, name: string, change: (spec: any) => void): string =>
      selectors(changed(high, kind, name, change)).join();
    expect(found('Service', 'qa', (spec) => (spec.selector = { x: 'y' }))).toContain('selects no pod');
    expect(found('Service', 'qa', (spec) => (spec.ports[0].targetPort = 'http'))).toContain('unknown port');
    expect(found('PodDisruptionBudget', 'qa', (spec) => (spec.selector.matchLabels = { x: 'y' }))).toContain(
      'selects no pod',
    );
    expect(found('HorizontalPodAutoscaler', 'qa', (spec) => (spec.scaleTargetRef.name = 'qu'))).toContain(
      'unknown workload',
    );
    expect(found('Deployment', 'qa', (spec) => (spec.replicas = 2))).toContain('sets its own replicas');
    expect(
      found(
        'NetworkPolicy',
        'services-use-postgres',
        (spec) => (spec.egress[0].to[0].podSelector.matchLabels = { x: 'y' }),
      ),
    ).toContain('unknown peer');
    expect(
      found('Ingress', 'gateway', (spec) => (spec.rules[0].http.paths[0].backend.service.port.name = 'https')),
    ).toContain('unknown backend');
  });

  test('missing references', () => {
    const found = (change: (pod: any) => void): string =>
      references(changed(single, 'Deployment', 'qa', (spec) => change(spec.template.spec))).join();
    expect(found((pod) => (pod.containers[0].readinessProbe.httpGet.port = 'http'))).toContain('unknown port');
    expect(found((pod) => (pod.volumes = []))).toContain('unknown volume');
    expect(
      found((pod) => (pod.volumes.find((one: any) => one.projected).projected.sources[0].secret.items[0].key = 'x')),
    ).toContain('missing key x');
    expect(found((pod) => (pod.containers[0].envFrom[0].configMapRef.name = 'set'))).toContain(
      'unknown config map set',
    );
  });

  test('the password of another service', () => {
    const manifests = changed(single, 'Deployment', 'qa', (spec) => {
      const { sources: given } = spec.template.spec.volumes.find((one: any) => one.projected).projected;
      given[1].secret.name = given[1].secret.name.replace('-qa-', '-games-');
    });
    expect(secretAccess(manifests)).toEqual(['qa gets the secret database-games']);
  });

  test('an update that removes pods first, and replicas that may all be on one node', () => {
    const update = changed(high, 'Deployment', 'gateway', (spec) => {
      spec.strategy.rollingUpdate.maxUnavailable = 1;
      delete spec.template.spec.containers[0].lifecycle;
      delete spec.template.spec.topologySpreadConstraints;
    });
    expect(availability(update, { several: true })).toHaveLength(3);
    // For the gateway and each service: no budget, no autoscaler, no spread.
    expect(availability(manifestsOf(textOf(single)), { several: true })).toHaveLength(3 * (1 + sources.length));
  });

  test('traffic that no policy forbids', () => {
    const open = manifestsOf(textOf(single)).filter(({ metadata }) => metadata.name !== 'nothing-by-default');
    expect(mayEnter(open, 'gateway', 4_001)).toBe(false);
    expect(mayEnter(open, 'migrate', 1)).toBe(true);
    const closed = manifestsOf(textOf(single)).filter(({ metadata }) => metadata.name !== 'services-use-postgres');
    expect(mayCall(closed, 'qa', 'postgres', 5_432)).toBe(false);
  });
});
