/* oxlint-disable typescript/no-explicit-any, typescript/no-unsafe-assignment, typescript/no-unsafe-member-access, typescript/no-unsafe-call, typescript/no-unsafe-argument, typescript/no-unsafe-return -- schemas validate the manifests; these checks read each kind as what it should be */
import {
  type Container,
  containersOf,
  type Labels,
  type Manifest,
  ofKind,
  type Pod,
  podsOf,
  type SecretItem,
  selects,
  type Selector,
} from './manifests.ts';

// Checks beyond the schemas. Each returns its findings as sentences.

type Check = (manifests: readonly Manifest[]) => string[];

const ownPods = (manifests: readonly Manifest[]): (Pod & { spec: NonNullable<Pod['spec']> })[] =>
  podsOf(manifests).filter((pod): pod is Pod & { spec: NonNullable<Pod['spec']> } => pod.spec !== undefined);

/** The Pod Security Standard "restricted", and our own requirements. */
export const podSecurity: Check = (manifests) => {
  const faults: string[] = [];
  const expectThat = (condition: boolean, fault: string): void => void (condition || faults.push(fault));
  for (const { metadata } of ofKind(manifests, 'Namespace')) {
    const { labels = {} } = metadata;
    expectThat(
      labels['pod-security.kubernetes.io/enforce'] === 'restricted',
      `namespace ${metadata.name} does not enforce the restricted standard`,
    );
  }
  for (const { name, spec } of ownPods(manifests)) {
    const { securityContext: pod = {} } = spec;
    expectThat(spec.automountServiceAccountToken === false, `${name} mounts a service account token`);
    expectThat(spec.enableServiceLinks === false, `${name} has enableServiceLinks on`);
    expectThat(pod['runAsNonRoot'] === true && Number(pod['runAsUser']) > 0, `${name} may run as root`);
    expectThat(equals(pod['seccompProfile'], { type: 'RuntimeDefault' }), `${name} has no seccomp profile`);
    for (const container of containersOf(spec)) {
      const { securityContext: own = {} } = container;
      const who = `${name}/${container.name}`;
      expectThat(own['allowPrivilegeEscalation'] === false, `${who} may escalate privileges`);
      expectThat(equals(own['capabilities'], { drop: ['ALL'] }), `${who} keeps capabilities`);
      expectThat(own['readOnlyRootFilesystem'] === true, `${who} has a writable root filesystem`);
      expectThat(
        own['privileged'] === undefined && own['runAsUser'] === undefined,
        `${who} overrides the security context of its pod`,
      );
      const { requests = {}, limits = {} } = container.resources ?? {};
      expectThat(Boolean(requests['cpu'] && requests['memory'] && limits['memory']), `${who} lacks requests or limits`);
      // It would be held back while the machine is idle.
      expectThat(limits['cpu'] === undefined, `${who} has a CPU limit`);
      expectThat(
        /:[^:/]*\d[^:/]*$/.test(container.image) && !container.image.endsWith(':latest'),
        `${who} has no pinned image version`,
      );
    }
  }
  return faults;
};

/** Every reference resolves: volumes, secrets, config maps, ports of probes. */
export const references: Check = (manifests) => {
  const faults: string[] = [];
  for (const { name, spec } of ownPods(manifests)) {
    const volumes = new Map((spec.volumes ?? []).map((volume) => [volume.name, volume]));
    const claims = ofKind(manifests, 'StatefulSet').find((one) => one.metadata.name === name)?.spec
      .volumeClaimTemplates as { metadata: { name: string } }[] | undefined;
    const known = new Set([...volumes.keys(), ...(claims ?? []).map(({ metadata }) => metadata.name)]);
    for (const container of containersOf(spec)) {
      for (const mount of container.volumeMounts ?? []) {
        if (!known.has(mount.name)) faults.push(`${name} mounts the unknown volume ${mount.name}`);
      }
      for (const reference of container.envFrom ?? []) {
        const map = reference.configMapRef?.name;
        if (!ofKind(manifests, 'ConfigMap').some((one) => one.metadata.name === map))
          faults.push(`${name} reads the unknown config map ${map}`);
      }
      for (const probe of [container.startupProbe, container.livenessProbe, container.readinessProbe]) {
        const port = probe?.httpGet?.port ?? probe?.tcpSocket?.port;
        if (port !== undefined && !hasPort(container, port))
          faults.push(`${name} is probed on the unknown port ${port}`);
      }
    }
    for (const { persistentVolumeClaim: claim } of volumes.values()) {
      if (claim && !ofKind(manifests, 'PersistentVolumeClaim').some((one) => one.metadata.name === claim.claimName))
        faults.push(`${name} uses the unknown claim ${claim.claimName}`);
    }
    for (const secret of secretsOf({ spec })) {
      const found = ofKind(manifests, 'Secret').find((one) => one.metadata.name === secret.name);
      if (!found?.data?.[secret.key])
        faults.push(`${name} needs the missing key ${secret.key} of secret ${secret.name}`);
    }
  }
  return faults;
};

/** Every selector matches a pod, and every target exists. */
export const selectors: Check = (manifests) => {
  const faults: string[] = [];
  const pods = podsOf(manifests);
  const matchesNone = (selector: Selector): boolean => !pods.some((pod) => selects(selector, pod.labels));
  for (const { kind, metadata, spec } of manifests) {
    const name = `${kind} ${metadata.name}`;
    if (kind === 'Deployment' || kind === 'StatefulSet') {
      if (!selects(spec.selector as Selector, spec.template.metadata.labels))
        faults.push(`${name} does not select its own pods`);
      const selected = pods.filter((pod) => selects(spec.selector as Selector, pod.labels));
      if (selected.length !== 1) faults.push(`${name} selects the pods of ${selected.length} workloads`);
    }
    if (kind === 'Service') {
      const chosen = pods.filter((pod) => selects({ matchLabels: spec.selector }, pod.labels));
      if (chosen.length === 0) faults.push(`${name} selects no pod`);
      for (const { port, targetPort } of spec.ports as { port: number; targetPort: string }[]) {
        if (!chosen.every((pod) => pod.spec?.containers.some((container) => hasPort(container, targetPort ?? port))))
          faults.push(`${name} targets the unknown port ${targetPort}`);
      }
    }
    if (kind === 'PodDisruptionBudget' && matchesNone(spec.selector as Selector)) faults.push(`${name} selects no pod`);
    if (kind === 'NetworkPolicy') {
      if (matchesNone(spec.podSelector as Selector)) faults.push(`${name} selects no pod`);
      const peers = [...(spec.ingress ?? []), ...(spec.egress ?? [])].flatMap(({ from, to }) => from ?? to ?? []) as {
        podSelector?: Selector;
        namespaceSelector?: Selector;
      }[];
      for (const peer of peers) {
        if (peer.podSelector && !peer.namespaceSelector && matchesNone(peer.podSelector))
          faults.push(`${name} names an unknown peer`);
      }
    }
    if (kind === 'HorizontalPodAutoscaler') {
      const target = ofKind(manifests, spec.scaleTargetRef.kind as string).find(
        (one) => one.metadata.name === spec.scaleTargetRef.name,
      );
      if (!target) faults.push(`${name} scales the unknown workload ${spec.scaleTargetRef.name}`);
      else if (target.spec.replicas !== undefined) faults.push(`${name} scales a workload that sets its own replicas`);
    }
    if (kind === 'Ingress') {
      for (const { backend } of spec.rules.flatMap((rule: any) => rule.http.paths) as {
        backend: { service: { name: string; port: { name: string } } };
      }[]) {
        const service = ofKind(manifests, 'Service').find((one) => one.metadata.name === backend.service.name);
        if (!service?.spec.ports.some((port: { name: string }) => port.name === backend.service.port.name))
          faults.push(`${name} has an unknown backend`);
      }
      if (!spec.rules.every((rule: { host?: string }) => rule.host)) faults.push(`${name} has no host`);
    }
  }
  return faults;
};

/** Gateways and services, other than what prepares for them, and tools. */
const isProcess = (labels: Labels): boolean =>
  ['gateway', 'service'].includes(labels['app.kubernetes.io/component'] ?? '');

/** What an apply can't change: a job, whose name would have to change with all that it runs. */
export const changeable: Check = (manifests) =>
  ofKind(manifests, 'Job').map(({ metadata: { name } }) => `the job ${name} can't be changed`);

/** Updates and drained nodes interrupt no service. */
export const availability = (manifests: readonly Manifest[], { several }: { several: boolean }): string[] => {
  const faults: string[] = [];
  for (const {
    metadata: { name },
    spec,
  } of ofKind(manifests, 'Deployment').filter(({ spec: { template } }) => isProcess(template.metadata.labels))) {
    if (spec.strategy?.rollingUpdate?.maxUnavailable !== 0)
      faults.push(`${name} removes old pods before new ones are ready`);
    const [container] = spec.template.spec.containers as Container[];
    const sleep = container?.lifecycle?.preStop?.sleep?.seconds ?? 0;
    // A process needs up to ten seconds to stop.
    if (spec.template.spec.terminationGracePeriodSeconds < sleep + 15) faults.push(`${name} is killed while it stops`);
    if (name === 'gateway' && sleep < 5) faults.push(`${name} stops while it still gets requests`);
    for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe'] as const) {
      if (!container?.[probe]) faults.push(`${name} has no ${probe}`);
    }
    if (!several) continue;
    const isTargetOf = (kind: string): boolean =>
      ofKind(manifests, kind).some((one) => one.spec.scaleTargetRef?.name === name && one.spec.minReplicas >= 2) ||
      ofKind(manifests, kind).some(
        (one) => one.spec.selector && selects(one.spec.selector as Selector, spec.template.metadata.labels),
      );
    if (!isTargetOf('PodDisruptionBudget')) faults.push(`${name} has no disruption budget`);
    if (!isTargetOf('HorizontalPodAutoscaler')) faults.push(`${name} has no autoscaler with at least two replicas`);
    if (!spec.template.spec.topologySpreadConstraints) faults.push(`${name} has no topology spread`);
  }
  return faults;
};

/** Every process gets only its own secrets. */
export const secretAccess: Check = (manifests) => {
  const faults: string[] = [];
  for (const pod of ownPods(manifests)) {
    const seen = new Set([...secretsOf(pod)].map(({ name }) => name.replace(/-[a-z0-9]{10}$/, '')));
    const allowed = allowedSecrets(pod);
    for (const name of seen) if (!allowed(name)) faults.push(`${pod.name} gets the secret ${name}`);
  }
  return faults;
};

function allowedSecrets({ name, labels }: Pod): (secret: string) => boolean {
  if (labels['app.kubernetes.io/component'] === 'service')
    return (secret) =>
      ['actor', 'kafka', 'postgres-authority', `database-${name}`].includes(secret) ||
      (name === 'identity' && secret === 'signup-code') ||
      (name === 'files' && secret === 's3') ||
      (name === 'delivery' && ['smtp', 'push'].includes(secret));
  if (name === 'gateway')
    return (secret) => ['actor', 'session', 'google', 'kafka', 'signup-code', 's3'].includes(secret);
  if (name === 'topics') return (secret) => secret === 'kafka';
  if (name === 'migrate') return (secret) => secret.startsWith('database-') || secret === 'postgres-authority';
  // Tools use the services' roles, so none is a superuser.
  if (labels['app.kubernetes.io/component'] === 'tool')
    return (secret) =>
      (secret.startsWith('database-') && !secret.endsWith('-administrator')) ||
      ['postgres-authority', 's3'].includes(secret);
  return (secret) => name === 'postgres' && secret === 'database-administrator';
}

/** The secrets of a pod, key by key: from its volumes and its environment. */
export function secretsOf({ spec }: Pick<Pod, 'spec'>): { name: string; key: string; path: string | undefined }[] {
  const itemsOf = ({ name, secretName, items = [] }: SecretItem, mount: string | undefined) =>
    items.map(({ key, path }) => ({ name: name ?? secretName ?? '', key, path: mount && `${mount}/${path}` }));
  const mounts = new Map(
    containersOf(spec)
      .flatMap(({ volumeMounts = [] }) => volumeMounts)
      .map((one) => [one.name, one.mountPath]),
  );
  const mounted = (spec?.volumes ?? []).flatMap((volume) =>
    [volume.secret, ...(volume.projected?.sources ?? []).map(({ secret }) => secret)].flatMap((secret) =>
      secret ? itemsOf(secret, mounts.get(volume.name)) : [],
    ),
  );
  const inEnvironment = containersOf(spec).flatMap(({ env = [] }) =>
    env.flatMap(({ valueFrom }) => (valueFrom?.secretKeyRef ? [{ ...valueFrom.secretKeyRef, path: undefined }] : [])),
  );
  return [...mounted, ...inEnvironment];
}

function hasPort({ ports = [] }: Container, port: string | number): boolean {
  return ports.some(({ name, containerPort }) => name === port || containerPort === port);
}

function equals(value: unknown, wanted: unknown): boolean {
  return JSON.stringify(value) === JSON.stringify(wanted);
}
