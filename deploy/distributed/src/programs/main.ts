import { setMaxListeners } from 'node:events';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readSettingsOfSite } from '@parlour/embedded/application-config';
import { claimFolder } from '@parlour/embedded/claim-folder';
import { filesFolderOf } from '@parlour/embedded/file-folder';
import { keepPostgres, type KeptPostgres } from '@parlour/embedded/kept-postgres';
import { addressForBrowsers, reachableAt } from '@parlour/embedded/ports';
import { runSite, type SiteRun } from '@parlour/embedded/run-site';
import { StartError } from '@parlour/embedded/start-error';
import type { KafkaConnection } from '@parlour/kernel/bus/kafka-client';
import { makeTopics, whenKafkaIsThere, WrongTopics } from '@parlour/kernel/bus/kafka-topics';
import { ConfigurationError, readConfiguration } from '@parlour/kernel/config/config';
import { configurationExitCode } from '@parlour/kernel/config/exit-code';
import { FilesConfig, fileStoreOf } from '@parlour/deployment/files/files-config';
import { kafkaOf, TopicConfig } from '@parlour/deployment/process/process-config';
import { messageOf } from '@parlour/deployment/process/run-process';
import { prepareDatabase } from '../database-preparation.ts';
import { KeptProcess } from '../kept-process.ts';
import { claimPorts, planBroker, planPrograms, type SiteProgram } from '../programs.ts';

// The whole product as supervised processes on this machine: PostgreSQL, Kafka, two of each service
// and two gateways.

const readyWithinMs = 180_000;

/** All processes start at once and need the processors themselves. */
const lookMs = 200;

const kept: KeptProcess[] = [];
let postgres: KeptPostgres | undefined;

async function start(run: SiteRun): Promise<void> {
  const { interrupted, log, atEnd } = run;
  // Every awaited process is listening.
  setMaxListeners(0, interrupted);
  const settings = readSettingsOfSite(process.env);
  const { host, dataDir } = settings;
  // An existing broker may be shared by several sites with different prefixes.
  const given = process.env['KAFKA_BROKERS']?.trim();
  const givenKafka = given ? kafkaOf(readConfiguration(TopicConfig, process.env)) : undefined;
  const folder = await claimFolder(dataDir, run);
  const ports = await claimPorts(host, settings.port);

  const broker = given ? undefined : await planBroker(dataDir, ports);
  const brokers = given || (broker?.address ?? '');
  const kafka = givenKafka ?? { brokers: [brokers] };
  const topicPrefix = process.env['TOPIC_PREFIX']?.trim() || 'parlour';
  const processes = new Processes(dataDir, run);
  if (broker) {
    log(`starting Kafka in ${join(dataDir, 'kafka')}`);
    processes.start([broker.program]);
    atEnd('Kafka', () => processes.stop(/^kafka$/));
  }
  // In parallel with PostgreSQL: they take about equally long.
  const topics = prepareTopics(kafka, topicPrefix, run);
  topics.catch(() => undefined);

  interrupted.throwIfAborted();
  log(`starting PostgreSQL in ${folder.postgres}`);
  const server = await keepPostgres(folder.postgres, log, interrupted);
  postgres = server;
  atEnd('PostgreSQL', () => server.stop());

  interrupted.throwIfAborted();
  const passwords = folder.secrets.databasePasswords;
  const connections = await prepareDatabase({ admin: server.admin, database: 'parlour', passwords, alone: true });
  await topics;
  interrupted.throwIfAborted();
  const { secrets } = folder;
  const filesFolder = fileStoreOf(readConfiguration(FilesConfig, process.env)) ? undefined : filesFolderOf(dataDir);
  const plan = { host, ports, brokers, topicPrefix, connections, secrets, filesFolder };
  const programs = await planPrograms(plan);
  log('starting services and gateways');
  atEnd('services', () => processes.stop(/^(?!gateway|kafka)/));
  atEnd('gateways', () => processes.stop(/^gateway/));
  processes.start(programs);
  await Promise.all(programs.map(({ name, healthPort }) => waitUntilReady(name, healthPort, interrupted)));
  // The gateways' readiness covers all parts.
  await Promise.all(ports.map((port) => waitUntilReady('the site', port, interrupted, reachableAt(host))));
  const addresses = await Promise.all(ports.map((port) => addressForBrowsers(host, port)));
  log(`two gateways: ${addresses.join(' and ')}`);
  console.log(`Parlour is ready: ${addresses[0]}`);
}

/**
 * Running processes by name; `processes.json` in the data folder maps names to process ids for
 * other programs.
 */
class Processes {
  private readonly running: { readonly process: KeptProcess; readonly program: SiteProgram }[] = [];
  private writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly dataDir: string,
    private readonly site: SiteRun,
  ) {}

  start(programs: readonly SiteProgram[]): void {
    for (const program of programs) {
      const process = new KeptProcess({
        ...program,
        log: this.site.log,
        onStart: () => this.note(),
        onMisconfigured: () => this.site.giveUp(configurationExitCode),
      });
      kept.push(process);
      this.running.push({ process, program });
    }
  }

  async stop(names: RegExp): Promise<void> {
    await Promise.all(kept.filter(({ name }) => names.test(name)).map((each) => each.stop()));
  }

  /** Written atomically: it may be read at any time. */
  private note(): void {
    this.writing = this.writing
      .then(async () => {
        const list = this.running.map(({ process, program: { name, healthPort, environment } }) => ({
          name,
          pid: process.pid,
          healthPort,
          rpcPort: environment['RPC_PORT'] && Number(environment['RPC_PORT']),
        }));
        await mkdir(this.dataDir, { recursive: true });
        const file = join(this.dataDir, 'processes.json');
        await writeFile(`${file}.new`, `${JSON.stringify(list, null, 2)}\n`);
        await rename(`${file}.new`, file);
      })
      .catch((failure: unknown) => this.site.log(`processes.json cannot be written: ${String(failure)}`));
  }
}

function prepareTopics(connection: KafkaConnection, prefix: string, { interrupted, log }: SiteRun): Promise<void> {
  return whenKafkaIsThere(
    connection,
    (admin) => makeTopics(admin, prefix),
    (failure) => log(`waiting for Kafka on ${connection.brokers.join(',')}: ${messageOf(failure)}`),
    interrupted,
  ).catch((failure: unknown) => {
    throw failure instanceof WrongTopics ? new ConfigurationError([failure.message]) : failure;
  });
}

async function waitUntilReady(
  name: string,
  port: number | undefined,
  interrupted: AbortSignal,
  host = '127.0.0.1',
): Promise<void> {
  const deadline = performance.now() + readyWithinMs;
  while (port !== undefined && !(await isReady(host, port))) {
    if (performance.now() > deadline)
      throw new StartError(`${name} did not become ready within ${readyWithinMs / 1000} s.`);
    await delay(lookMs, undefined, { signal: interrupted });
  }
}

function isReady(host: string, port: number): Promise<boolean> {
  const where = host.includes(':') ? `[${host}]` : host;
  return new Promise((settle) => {
    const request = get(`http://${where}:${port}/health/ready`, { agent: false, timeout: 8_000 }, (response) => {
      response.resume();
      settle(response.statusCode === 200);
    });
    request.once('timeout', () => request.destroy());
    request.once('error', () => settle(false));
  });
}

// Each process ends within ten seconds; they end in three groups, of which only the first two are
// slow if something hangs.
await runSite(start, {
  withinMs: 40_000,
  kill() {
    kept.forEach((each) => each.kill());
    postgres?.kill();
  },
});
