import { sources } from '@parlour/contracts/envelope';
import { readConfiguration } from '@parlour/kernel/config/config';
import { MetricsConfig, metricsHost } from '@parlour/deployment/process/metrics-config';
import { provisionDatabase } from '@parlour/deployment/postgres/provision';

import { readSettingsOfSite } from '../application-config.ts';
import { claimFolder } from '../claim-folder.ts';
import { claimForDemonstration, holdsDemonstration } from '../demo/demo-folder.ts';
import { filesOf } from '../file-folder.ts';
import { keepPostgres, type KeptPostgres } from '../kept-postgres.ts';
import { addressForBrowsers, claimPort, explainListening, waitUntilReady } from '../ports.ts';
import { runSite, type SiteRun } from '../run-site.ts';

// The whole product in one process, from configuration to readiness, and back.

let postgres: KeptPostgres | undefined;

async function start(run: SiteRun): Promise<void> {
  const { interrupted, log, atEnd } = run;
  const settings = readSettingsOfSite(process.env, process.argv.slice(2));
  const folder = await claimFolder(settings.dataDir, run);
  const demonstration = settings.demo ? await claimForDemonstration(settings.dataDir) : undefined;
  if (!settings.demo && (await holdsDemonstration(settings.dataDir))) {
    log(`${settings.dataDir} holds the demonstration, whose passwords are published`);
  }
  // 0 stays so until the gateway listens: another process could take a free port meanwhile.
  await claimPort(settings.host, settings.port);
  const { METRICS_PORT } = readConfiguration(MetricsConfig, process.env);
  if (METRICS_PORT !== 0) await claimPort(metricsHost, METRICS_PORT, 'METRICS_PORT');

  // Loaded while PostgreSQL starts: they take about equally long.
  const loading = import('../application.ts');
  loading.catch(() => undefined);

  interrupted.throwIfAborted();
  log(`starting PostgreSQL in ${folder.postgres}`);
  const server = await keepPostgres(folder.postgres, log, interrupted);
  postgres = server;
  atEnd('PostgreSQL', () => server.stop());

  interrupted.throwIfAborted();
  const roles = sources.map((source) => ({ source, password: folder.secrets.databasePasswords[source] }));
  const connections = await provisionDatabase(server.admin, { database: 'parlour', roles });

  interrupted.throwIfAborted();
  const { startApplication } = await loading;
  log('starting services and gateway');
  const application = await startApplication({ connections, secrets: folder.secrets, config: settings, log }).catch(
    (error: unknown) => {
      throw explainListening(error, settings.host, settings.port);
    },
  );
  atEnd('services and gateway', () => application.close());
  const { port } = application;
  await waitUntilReady(settings.host, port, interrupted);
  if (demonstration?.made === false) {
    const { makeDemonstration } = await import('../demo/demonstration.ts');
    const { begunAt } = demonstration;
    const store = filesOf(settings.dataDir);
    await makeDemonstration({ rpc: application.rpc, store, begunAt, log, signal: interrupted });
    await demonstration.markMade();
  }
  console.log(`Parlour is ready: ${await addressForBrowsers(settings.host, port)}`);
}

// Ten seconds are documented; one is kept for the process to exit.
await runSite(start, { withinMs: 9_000, kill: () => postgres?.kill() });
