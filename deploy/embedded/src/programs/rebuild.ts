import { eventTypes } from '@parlour/kernel/log/event-catalogue';
import { rebuildView } from '@parlour/kernel/view/rebuild';
import { withServices } from '../opened-services.ts';
import { serviceDefinitions } from '../service-definitions.ts';
import { runTool } from '../tool.ts';

// npm run rebuild -- <read model>: rebuilds it from its log beside the live one, while the site is
// running.

await runTool(async (names, connections) =>
  withServices(serviceDefinitions(), connections, async (services, feedOf) => {
    const views = services.flatMap(({ definition, database }) =>
      definition.views.map((view) => ({ view, database, own: view.source === definition.source })),
    );
    const wanted = names.includes('all') ? views : views.filter(({ view }) => names.includes(view.name));
    const unknown = names.filter((name) => name !== 'all' && !views.some(({ view }) => view.name === name));
    if (wanted.length === 0 || unknown.length > 0) {
      if (unknown.length > 0) console.error(`There is no read model ${unknown.join(', ')}.`);
      console.error(`npm run rebuild -- all, or any of:\n${views.map(({ view }) => `  ${view.name}`).join('\n')}`);
      return 64;
    }
    for (const { view, database, own } of wanted) {
      const { events, pauseMs } = await rebuildView(view, own, database, feedOf(view.source), eventTypes[view.source]);
      console.log(`${view.name}: rebuilt from ${events} events; writers waited ${pauseMs.toFixed(0)} ms`);
    }
    return 0;
  }),
);
