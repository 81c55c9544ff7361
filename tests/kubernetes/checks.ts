/* oxlint-disable typescript/no-explicit-any, typescript/no-unsafe-assignment, typescript/no-unsafe-member-access, typescript/no-unsafe-call, typescript/no-unsafe-argument, typescript/no-unsafe-return -- the schemas say what a manifest is; here each kind is taken for what it should be */
import {
  type Container,
  type Manifest,
  ofKind,
  type Pod,
  podsOf,
  type SecretItem,
  selects,
  type Selector,
} from './manifests.ts';

// Checks beyond the schemas. Each returns the faults that it found, in words.

type Check = (manifests: readonly Manifest[]) => string[];

const ownPods = (manifests: readonly Manifest[]): (Pod & { spec: NonNullable<Pod['spec']> })[] =>
  podsOf(manifests).filter((pod): pod is Pod & { spec: NonNullable<Pod['spec']> } => pod.spec !== undefined);

/** The profile "restricted" of Kubernetes, and our own requirements. */
export const restrictedPods: Check = (manifests) => {
  const faults: string[] = [];
  const want = (holds: boolean, fault: string): void => void (holds || faults.push(fault));
  for (const { metadata } of ofKind(manifests, 'Namespace')) {
    const { labels = {} } = metadata;
    want(
      labels['pod-security.kubernetes.io/enforce'] === 'restricted',
      `the namespace ${metadata.name} does not enforce it`,
    );
  }
  for (const { name, spec } of ownPods(manifests)) {
    const { securityContext: pod = {} } = spec;
    want(spec.automountServiceAccountToken === false, `${name} is given a token of the cluster's API`);
    want(spec.enableServiceLinks === false, `${name} is given variables of services`);
    want(pod['runAsNonRoot'] === true && Number(pod['runAsUser']) > 0, `${name} may run as root`);
    want(is(pod['seccompProfile'], { type: 'RuntimeDefault' }), `${name} has no seccomp profile`);
    for (const container of spec.containers) {
      const { securityContext: own = {} } = container;
      const who = `${name}/${container.name}`;
      want(own['allowPrivilegeEscalation'] === false, `${who} may escalate privileges`);
      want(is(own['capabilities'], { drop: ['ALL'] }), `${who} has capabilities`);
      want(own['readOnlyRootFilesystem'] === true, `${who} may write its root`);
      want(own['privileged'] === undefined && own['runAsUser'] === undefined, `${who} says otherwise than its pod`);
      const { requests = {}, limits = {} } = container.resources ?? {};
      want(
        ['cpu', 'memory'].every((what) => requests[what] && limits[what]),
        `${who} has no requests and limits`,
      );
      want(
        /:[^:/]*\d[^:/]*$/.test(container.image) && !container.image.endsWith(':latest'),
        `${who} has no pinned image`,
      );
    }
  }
  return faults;
};

/** References must exist: volumes, their secrets, ports of probes and services. */
export const whatIsNamed: Check = (manifests) => {
  const faults: string[] = [];
  for (const { name, spec } of ownPods(manifests)) {
    const volumes = new Map((spec.volumes ?? []).map((volume) => [volume.name, volume]));
    const claims = ofKind(manifests, 'StatefulSet').find((one) => one.metadata.name === name)?.spec
      .volumeClaimTemplates as { metadata: { name: string } }[] | undefined;
    const known = new Set([...volumes.keys(), ...(claims ?? []).map(({ metadata }) => metadata.name)]);
    for (const container of spec.containers) {
      for (const mount of container.volumeMounts ?? []) {
        if (!known.has(mount.name)) faults.push(`${name} mounts ${mount.name}, which is no volume of it`);
      }
      for (const reference of container.envFrom ?? []) {
        const map = reference.configMapRef?.name;
        if (!ofKind(manifests, 'ConfigMap').some((one) => one.metadata.name === map))
          faults.push(`${name} reads ${map}, which is not there`);
      }
      for (const probe of [container.startupProbe, container.livenessProbe, container.readinessProbe]) {
        const port = probe?.httpGet?.port ?? probe?.tcpSocket?.port;
        if (port !== undefined && !hasPort(container, port))
          faults.push(`${name} is probed on ${port}, which is no port of it`);
      }
    }
    for (const secret of secretsOf({ spec })) {
      const made = ofKind(manifests, 'Secret').find((one) => one.metadata.name === secret.name);
      if (!made?.data?.[secret.key]) faults.push(`${name} needs ${secret.key} of ${secret.name}, which is not there`);
    }
  }
  return faults;
};

/** Every selector matches, every target exists. */
export const selectors: Check = (manifests) => {
  const faults: string[] = [];
  const pods = podsOf(manifests);
  const nobody = (selector: Selector): boolean => !pods.some((pod) => selects(selector, pod.labels));
  for (const { kind, metadata, spec } of manifests) {
    const name = `${kind} ${metadata.name}`;
    if (kind === 'Deployment' || kind === 'StatefulSet') {
      if (!selects(spec.selector as Selector, spec.template.metadata.labels))
        faults.push(`${name} does not select its own pods`);
      const others = pods.filter((pod) => selects(spec.selector as Selector, pod.labels));
      if (others.length !== 1) faults.push(`${name} selects ${others.length} kinds of pods`);
    }
    if (kind === 'Service') {
      const chosen = pods.filter((pod) => selects({ matchLabels: spec.selector }, pod.labels));
      if (chosen.length === 0) faults.push(`${name} selects nothing`);
      for (const { port, targetPort } of spec.ports as { port: number; targetPort: string }[]) {
        if (!chosen.every((pod) => pod.spec?.containers.some((container) => hasPort(container, targetPort ?? port))))
          faults.push(`${name} leads to ${targetPort}, which is no port`);
      }
    }
    if (kind === 'PodDisruptionBudget' && nobody(spec.selector as Selector)) faults.push(`${name} selects nothing`);
    if (kind === 'NetworkPolicy') {
      if (nobody(spec.podSelector as Selector)) faults.push(`${name} selects nothing`);
      const peers = [...(spec.ingress ?? []), ...(spec.egress ?? [])].flatMap(({ from, to }) => from ?? to ?? []) as {
        podSelector?: Selector;
        namespaceSelector?: Selector;
      }[];
      for (const peer of peers) {
        if (peer.podSelector && !peer.namespaceSelector && nobody(peer.podSelector))
          faults.push(`${name} names a peer that is not there`);
      }
    }
    if (kind === 'HorizontalPodAutoscaler') {
      const target = ofKind(manifests, spec.scaleTargetRef.kind as string).find(
        (one) => one.metadata.name === spec.scaleTargetRef.name,
      );
      if (!target) faults.push(`${name} scales ${spec.scaleTargetRef.name}, which is not there`);
      else if (target.spec.replicas !== undefined) faults.push(`${name} scales what says its number itself`);
    }
    if (kind === 'Ingress') {
      for (const { backend } of spec.rules.flatMap((rule: any) => rule.http.paths) as {
        backend: { service: { name: string; port: { name: string } } };
      }[]) {
        const service = ofKind(manifests, 'Service').find((one) => one.metadata.name === backend.service.name);
        if (!service?.spec.ports.some((port: { name: string }) => port.name === backend.service.port.name))
          faults.push(`${name} leads to nothing`);
      }
      if (!spec.rules.every((rule: { host?: string }) => rule.host)) faults.push(`${name} has no host`);
    }
  }
  return faults;
};

/** An update loses no request, and one machine may be drained at a time. */
export const replacing = (manifests: readonly Manifest[], { several }: { several: boolean }): string[] => {
  const faults: string[] = [];
  for (const {
    metadata: { name },
    spec,
  } of ofKind(manifests, 'Deployment')) {
    if (spec.strategy?.rollingUpdate?.maxUnavailable !== 0)
      faults.push(`${name} is taken away before another one is there`);
    const [container] = spec.template.spec.containers as Container[];
    const waits = container?.lifecycle?.preStop?.sleep?.seconds ?? 0;
    // Processes document that they end within ten seconds.
    if (spec.template.spec.terminationGracePeriodSeconds < waits + 15) faults.push(`${name} is killed while it ends`);
    if (name === 'gateway' && waits < 5) faults.push(`${name} ends while requests are still sent to it`);
    for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe'] as const) {
      if (!container?.[probe]) faults.push(`${name} has no ${probe}`);
    }
    if (!several) continue;
    const of = (kind: string): boolean =>
      ofKind(manifests, kind).some((one) => one.spec.scaleTargetRef?.name === name && one.spec.minReplicas >= 2) ||
      ofKind(manifests, kind).some(
        (one) => one.spec.selector && selects(one.spec.selector as Selector, spec.template.metadata.labels),
      );
    if (!of('PodDisruptionBudget')) faults.push(`${name} has no disruption budget`);
    if (!of('HorizontalPodAutoscaler')) faults.push(`${name} is not two at least`);
    if (!spec.template.spec.topologySpreadConstraints) faults.push(`${name} may be all on one machine`);
  }
  return faults;
};

/** No process gets another's secret. */
export const ownSecrets: Check = (manifests) => {
  const faults: string[] = [];
  for (const pod of ownPods(manifests)) {
    const seen = new Set([...secretsOf(pod)].map(({ name }) => name.replace(/-[a-z0-9]{10}$/, '')));
    const allowed = allowedSecrets(pod);
    for (const name of seen) if (!allowed(name)) faults.push(`${pod.name} sees ${name}`);
  }
  return faults;
};

function allowedSecrets({ name, labels }: Pod): (secret: string) => boolean {
  if (labels['app.kubernetes.io/component'] === 'service')
    return (secret) => ['actor', 'kafka', 'postgres-authority', `database-${name}`].includes(secret);
  if (name === 'gateway') return (secret) => ['actor', 'session', 'google', 'kafka'].includes(secret);
  if (name === 'topics') return (secret) => secret === 'kafka';
  if (name === 'migrate') return (secret) => secret.startsWith('database-') || secret === 'postgres-authority';
  return (secret) => name === 'postgres' && secret === 'database-administrator';
}

/** The secrets of a pod: by volumes, key by key, and in its environment. */
export function secretsOf({ spec }: Pick<Pod, 'spec'>): { name: string; key: string; path: string | undefined }[] {
  const of = ({ name, secretName, items = [] }: SecretItem, mount: string | undefined) =>
    items.map(({ key, path }) => ({ name: name ?? secretName ?? '', key, path: mount && `${mount}/${path}` }));
  const mounts = new Map(
    spec?.containers.flatMap(({ volumeMounts = [] }) => volumeMounts).map((one) => [one.name, one.mountPath]),
  );
  const mounted = (spec?.volumes ?? []).flatMap((volume) =>
    [volume.secret, ...(volume.projected?.sources ?? []).map(({ secret }) => secret)].flatMap((secret) =>
      secret ? of(secret, mounts.get(volume.name)) : [],
    ),
  );
  const read = (spec?.containers ?? []).flatMap(({ env = [] }) =>
    env.flatMap(({ valueFrom }) => (valueFrom?.secretKeyRef ? [{ ...valueFrom.secretKeyRef, path: undefined }] : [])),
  );
  return [...mounted, ...read];
}

function hasPort({ ports = [] }: Container, port: string | number): boolean {
  return ports.some(({ name, containerPort }) => name === port || containerPort === port);
}

function is(value: unknown, wanted: unknown): boolean {
  return JSON.stringify(value) === JSON.stringify(wanted);
}
