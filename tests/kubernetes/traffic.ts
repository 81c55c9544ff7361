/* oxlint-disable typescript/no-unsafe-member-access -- schemas validate the manifests; these checks read each kind as what it should be */
import { type Labels, type Manifest, ofKind, type Pod, podsOf, selects, type Selector } from './manifests.ts';

// Which connections the network policies allow.

interface Peer {
  readonly podSelector?: Selector;
  readonly namespaceSelector?: Selector;
  readonly ipBlock?: { readonly cidr: string };
}

interface Rule {
  readonly from?: readonly Peer[];
  readonly to?: readonly Peer[];
  readonly ports?: readonly { readonly port: number | string; readonly protocol?: string }[];
}

/** Whether one of our pods may connect to another. */
export function mayCall(manifests: readonly Manifest[], from: string, to: string, port: number): boolean {
  const caller = podNamed(manifests, from);
  const called = podNamed(manifests, to);
  return (
    allows(manifests, 'Egress', caller, called, port, called) &&
    allows(manifests, 'Ingress', called, caller, port, called)
  );
}

/** Whether one of our pods may connect to an address outside. */
export function mayLeave(manifests: readonly Manifest[], from: string, port: number): boolean {
  return allows(manifests, 'Egress', podNamed(manifests, from), undefined, port, undefined);
}

/** Whether anybody, or a pod of another namespace, may connect to one of our pods. */
export function mayEnter(manifests: readonly Manifest[], to: string, port: number, namespace?: string): boolean {
  const called = podNamed(manifests, to);
  const labels = namespace === undefined ? undefined : { 'kubernetes.io/metadata.name': namespace };
  return allows(manifests, 'Ingress', called, undefined, port, called, labels);
}

function podNamed(manifests: readonly Manifest[], name: string): Pod {
  const pod = podsOf(manifests).find((one) => one.name === name);
  if (!pod) throw new Error(`there is no pod ${name}`);
  return pod;
}

function allows(
  manifests: readonly Manifest[],
  direction: 'Ingress' | 'Egress',
  of: Pod,
  other: Pod | undefined,
  port: number,
  called: Pod | undefined,
  namespace?: Labels,
): boolean {
  const policies = ofKind(manifests, 'NetworkPolicy').filter(
    ({ spec }) =>
      selects(spec.podSelector as Selector, of.labels) && (spec.policyTypes as string[]).includes(direction),
  );
  // Without a policy everything would be allowed.
  if (policies.length === 0) return true;
  const rules = policies.flatMap(
    ({ spec }) => ((direction === 'Ingress' ? spec.ingress : spec.egress) ?? []) as Rule[],
  );
  return rules.some((rule) => {
    const peers = direction === 'Ingress' ? rule.from : rule.to;
    const isPeer =
      peers === undefined ||
      peers.some(
        (peer) =>
          (!other && !namespace && peer.ipBlock?.cidr === '0.0.0.0/0') ||
          (other && peer.podSelector && !peer.namespaceSelector && selects(peer.podSelector, other.labels)) ||
          (namespace && peer.namespaceSelector && !peer.podSelector && selects(peer.namespaceSelector, namespace)),
      );
    const isPort =
      rule.ports === undefined ||
      rule.ports.some((one) => one.port === port || (called && numberOf(called, one.port) === port));
    return isPeer && isPort;
  });
}

function numberOf(pod: Pod, port: number | string): number | undefined {
  return pod.spec?.containers.flatMap(({ ports = [] }) => ports).find(({ name }) => name === port)?.containerPort;
}
