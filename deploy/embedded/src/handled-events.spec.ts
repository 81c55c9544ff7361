import { describe, expect, test } from '@jest/globals';
import { eventTypes } from '@parlour/contracts/event-types';
import type { Tx } from '@parlour/kernel/database/database';
import { readGoldenEvents } from '@parlour/kernel/testing/golden';
import { applyViews } from '@parlour/kernel/view/view';
import { serviceDefinitions } from './service-definitions.ts';

const views = serviceDefinitions().flatMap((definition) => definition.views);
const policies = serviceDefinitions().flatMap((definition) => definition.policies ?? []);

describe.each(views.map((view) => [view.name, view] as const))('the view %s', (_, view) => {
  const golden = readGoldenEvents(view.source);
  const sent: string[] = [];
  const tx: Tx = {
    query: async (asked) => {
      sent.push(asked.text);
      return [];
    },
  };

  test('does nothing for events that it does not name, which it is not given', async () => {
    const others = golden.filter(({ type }) => !view.handles.includes(type));
    await applyViews([view], others, tx);
    expect(sent).toEqual([]);
    expect(view.erased?.(others) ?? []).toEqual([]);
  });

  test('names events of its log only', () => {
    const known = Object.keys(eventTypes[view.source].versions);
    expect(view.handles.filter((type) => !known.includes(type))).toEqual([]);
  });
});

test.each(policies.map((policy) => [policy.name, policy] as const))(
  'the policy %s reacts to events of its logs',
  (_, policy) => {
    for (const source of Object.keys(policy.reactions) as (keyof typeof policy.reactions)[]) {
      const known = Object.keys(eventTypes[source].versions);
      expect(Object.keys(policy.reactions[source] ?? {}).filter((type) => !known.includes(type))).toEqual([]);
    }
  },
);
