import { type PodSpec } from '../kubernetes/manifests.ts';
import type { Cluster } from './api-server.ts';

// What controllers and machines do for Deployments, as far as commands wait for it or look for it.

interface Deployment {
  readonly metadata: { readonly name: string; readonly generation: number };
  readonly spec: {
    readonly replicas: number;
    readonly template: { readonly metadata: { readonly labels: object }; readonly spec: PodSpec };
  };
}

export class Machines {
  private readonly reported = new Map<string, string>();

  constructor(private readonly cluster: Cluster) {}

  /** One pod for each Deployment that wants some, and none for the others; all are available. */
  async act(): Promise<void> {
    const deployments = await this.list<Deployment>('deployments');
    const pods = (await this.list<{ metadata: { name: string } }>('pods')).map(({ metadata: { name } }) => name);
    const wanted = deployments.filter(({ spec: { replicas } }) => replicas > 0);
    const podOf = ({ metadata: { name } }: Deployment): string => `${name}-pod`;
    const made = wanted.filter((each) => !pods.includes(podOf(each)));
    const items = made.map((each) => ({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: podOf(each), namespace: 'parlour', labels: each.spec.template.metadata.labels },
      spec: each.spec.template.spec,
    }));
    if (items.length > 0)
      await this.cluster.must('kubectl create --filename -', JSON.stringify({ apiVersion: 'v1', kind: 'List', items }));
    const kept = wanted.map(podOf);
    const gone = pods.filter((name) => !kept.includes(name));
    if (gone.length > 0) await this.cluster.must(`kubectl -n parlour delete pod --now ${gone.join(' ')}`);
    for (const { metadata, spec } of deployments) await this.report(metadata, spec.replicas);
  }

  private async report({ name, generation }: Deployment['metadata'], replicas: number): Promise<void> {
    const now = `${generation} ${replicas}`;
    if (this.reported.get(name) === now) return;
    this.reported.set(name, now);
    const counts = { replicas, updatedReplicas: replicas, readyReplicas: replicas, availableReplicas: replicas };
    const status = { ...counts, observedGeneration: generation, conditions: [{ type: 'Available', status: 'True' }] };
    const patch = JSON.stringify({ status });
    await this.cluster.must(`kubectl -n parlour patch deployment ${name} --subresource status --patch '${patch}'`);
  }

  private async list<Kind>(kinds: string): Promise<readonly Kind[]> {
    return (JSON.parse(await this.cluster.must(`kubectl -n parlour get ${kinds} --output json`)) as { items: Kind[] })
      .items;
  }
}
