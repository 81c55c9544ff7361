import { eventTypes } from '@parlour/contracts/event-types';
import { IdentityConfig } from '@parlour/identity/identity-config';
import { rebuildView } from '@parlour/kernel/view/rebuild';
import { withStartedServices } from '../opened-services.ts';
import { serviceDefinitions } from '../service-definitions.ts';
import { callOf, parsedWords, runTool } from '../tool.ts';

// npm run rebuild -- <read model>: rebuilds it from its log beside the live one, while the site is
// running.

// The names are the same with any settings; runTool tells what is wrong with those.
const all = serviceDefinitions(new IdentityConfig(), null).flatMap(({ views }) => views.map(({ name }) => name));
const names = parsedWords(
  `${callOf('rebuild')} all, or any of:\n${all.map((name) => `  ${name}`).join('\n')}`,
  (words) => {
    const unknown = words.find((name) => name !== 'all' && !all.includes(name));
    if (unknown !== undefined) return `There is no read model "${unknown}".`;
    return words.length > 0 ? words : 'The name of a read model is missing.';
  },
);

await runTool(async ({ connections }) =>
  withStartedServices(serviceDefinitions(), connections, async (services, feedOf) => {
    const views = services.flatMap(({ definition, database }) =>
      definition.views.map((view) => ({ view, database, own: view.source === definition.source })),
    );
    const wanted = names.includes('all') ? views : views.filter(({ view }) => names.includes(view.name));
    for (const { view, database, own } of wanted) {
      const { events, pauseMs } = await rebuildView(view, own, database, feedOf(view.source), eventTypes[view.source]);
      console.log(`${view.name}: rebuilt from ${events} events; writers waited ${pauseMs.toFixed(0)} ms`);
    }
    return 0;
  }),
);
