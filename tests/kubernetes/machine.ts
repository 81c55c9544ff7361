/* oxlint-disable typescript/no-unsafe-member-access -- schemas validate the manifests; this reads each kind as what it should be */
import { type Container, type Labels, type Manifest, ofKind, podsOf } from './manifests.ts';

// What an overlay asks of a cluster's machines together.

/** CPUs in thousandths, memory in MiB, volumes in GiB. */
export interface Demand {
  readonly cpu: number;
  readonly memory: number;
  readonly storage: number;
}

/** The requests of all pods, while they serve and, on top of that, while all are replaced. */
export function demandOf(manifests: readonly Manifest[]): { readonly serving: Demand; readonly upgrading: Demand } {
  let [cpu, memory, storage] = [0, 0, 0];
  let [moreCpu, moreMemory] = [0, 0];
  for (const { name, kind, spec } of podsOf(manifests)) {
    if (!spec) continue;
    // What runs first is over before the rest begins.
    const asked = (what: 'cpu' | 'memory'): number =>
      Math.max(
        spec.containers.reduce((sum, container) => sum + requested(container, what), 0),
        ...(spec.initContainers ?? []).map((container) => requested(container, what)),
      );
    const scaled = ofKind(manifests, 'HorizontalPodAutoscaler').find((one) => one.spec.scaleTargetRef.name === name);
    const replicas = Number(scaled?.spec.minReplicas ?? 1);
    cpu += replicas * asked('cpu');
    memory += replicas * asked('memory');
    const workload = ofKind(manifests, kind).find((one) => one.metadata.name === name);
    if (workload?.spec.strategy?.rollingUpdate?.maxSurge !== 1) continue;
    moreCpu += asked('cpu');
    moreMemory += asked('memory');
  }
  const add = (times: number, requests: Labels): void => {
    cpu += times * quantity(requests['cpu']);
    memory += times * quantity(requests['memory']);
  };
  for (const { spec } of ofKind(manifests, 'Cluster')) {
    add(Number(spec.instances), spec.resources.requests as Labels);
    storage += Number(spec.instances) * quantity(spec.storage.size as string);
  }
  for (const { spec } of ofKind(manifests, 'KafkaNodePool')) {
    add(Number(spec.replicas), spec.resources.requests as Labels);
    storage += Number(spec.replicas) * quantity(spec.storage.volumes[0].size as string);
  }
  for (const { spec } of ofKind(manifests, 'Kafka'))
    add(1, spec.entityOperator.topicOperator.resources.requests as Labels);
  for (const { spec } of ofKind(manifests, 'StatefulSet'))
    storage += quantity(spec.volumeClaimTemplates[0].spec.resources.requests.storage as string);
  for (const { spec } of ofKind(manifests, 'PersistentVolumeClaim'))
    storage += quantity(spec.resources.requests.storage as string);
  storage /= 1_024;
  return {
    serving: { cpu, memory, storage },
    upgrading: { cpu: cpu + moreCpu, memory: memory + moreMemory, storage },
  };
}

function requested({ resources }: Container, what: 'cpu' | 'memory'): number {
  return quantity(resources?.requests?.[what]);
}

/** CPUs in thousandths, bytes in MiB. */
function quantity(text = '0'): number {
  const [, number = '0', unit = ''] = /^(\d+)(m|Mi|Gi)?$/.exec(text) ?? [];
  return Number(number) * ({ m: 1, Mi: 1, Gi: 1_024 }[unit] ?? 1_000);
}
