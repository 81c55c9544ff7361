import { readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { demandOf } from './machine.ts';
import { copyWithSecrets, type Manifest, manifestsOf, overlays, renderOverlay } from './manifests.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const operations = readFileSync(`${root}docs/operations.md`, 'utf8');

let copy: string;
beforeAll(() => {
  copy = copyWithSecrets();
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** Rounded up to tenths. */
const tenths = (value: number): string => (Math.ceil(value * 10 - 1e-9) / 10).toFixed(1);

test.each(overlays)('docs/operations.md says what %s asks of its machines', (overlay) => {
  const { serving, upgrading } = demandOf(manifestsOf(renderOverlay(copy, overlay)));
  const [row = ''] = operations.split('\n').filter((line) => line.startsWith(`| \`${overlay}\``));
  const columns = row.split('|').map((column) => column.trim());
  const written = [serving, upgrading].map(
    ({ cpu, memory }) => `${tenths(cpu / 1_000)} CPU, ${tenths(memory / 1_024)} GiB`,
  );
  expect(columns.slice(3, 6)).toEqual([...written, `${Math.ceil(serving.storage)} GiB`]);
});

test('[O-11] on the smallest single machine, old and new pods fit side by side, with the migration', () => {
  const { upgrading } = demandOf(manifestsOf(renderOverlay(copy, 'single-node')));
  // Two CPUs and 6 GB, less what the cluster itself needs.
  expect(upgrading.cpu).toBeLessThanOrEqual(1_200);
  expect(upgrading.memory).toBeLessThanOrEqual(4_608);
});

test('what runs first counts if it is more than the rest, and each replica counts', () => {
  const container = (cpu: string, memory: string) => ({
    name: 'one',
    image: 'x',
    resources: { requests: { cpu, memory } },
  });
  const deployment = (spec: object): Manifest => ({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'one' },
    spec: {
      strategy: { rollingUpdate: { maxSurge: 1 } },
      template: { metadata: { labels: {} }, spec },
    },
  });
  const one = deployment({
    initContainers: [container('300m', '64Mi')],
    containers: [container('100m', '1Gi'), container('100m', '32Mi')],
  });
  expect(demandOf([one])).toEqual({
    serving: { cpu: 300, memory: 1_056, storage: 0 },
    upgrading: { cpu: 600, memory: 2_112, storage: 0 },
  });
  const scaled: Manifest = {
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    metadata: { name: 'one' },
    spec: { scaleTargetRef: { name: 'one' }, minReplicas: 2 },
  };
  expect(demandOf([one, scaled]).serving).toEqual({ cpu: 600, memory: 2_112, storage: 0 });
});
