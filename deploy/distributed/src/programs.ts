import { hkdfSync } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { type Source, sources } from '@parlour/contracts/envelope';
import type { Secrets } from '@parlour/embedded/data-folder';
import { claimPort } from '@parlour/embedded/ports';
import { logLevelOf } from '@parlour/gateway/openness';
import type { ConnectionOptions } from '@parlour/kernel/postgres/connection-options';
import { freePort } from '@parlour/kernel/process/free-port';

/** A process of the site, with what it is told. */
export interface SiteProgram {
  /** Such as `qa-1`. */
  readonly name: string;
  readonly program: string;
  /** Where its readiness is asked for; none of Kafka. */
  readonly healthPort?: number;
  readonly environment: Readonly<Record<string, string>>;
}

/** What all of them share. */
export interface SitePlan {
  readonly host: string;
  /** Of each gateway. */
  readonly ports: readonly number[];
  readonly brokers: string;
  readonly topicPrefix: string;
  readonly connections: Readonly<Record<Source, ConnectionOptions>>;
  readonly secrets: Secrets;
}

const loopback = '127.0.0.1';

/** How many of each service. */
const replicas = 2;

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Two of each service and the gateways, on free ports of this machine. */
export async function planPrograms(plan: SitePlan): Promise<SiteProgram[]> {
  const nextPort = (): Promise<number> => freePort(loopback, plan.ports);
  const services = await Promise.all(
    sources.flatMap((source) =>
      Array.from({ length: replicas }, async (_, index) => ({
        source,
        name: `${source}-${index + 1}`,
        rpcPort: await nextPort(),
        healthPort: await nextPort(),
      })),
    ),
  );
  const gateways = await Promise.all(plan.ports.map(async (port) => ({ port, healthPort: await nextPort() })));
  const common = {
    KAFKA_BROKERS: plan.brokers,
    TOPIC_PREFIX: plan.topicPrefix,
    SERVICE_ADDRESSES: services.map(({ source, rpcPort }) => `${source}=${loopback}:${rpcPort}`).join(','),
    ACTOR_SECRET: derived(plan.secrets, 'parlour actor'),
    HEALTH_HOST: loopback,
    LOG_LEVEL: logLevelOf({ ...process.env, HOST: plan.host }),
    KAFKAJS_NO_PARTITIONER_WARNING: '1',
  };
  return [
    ...services.map(({ source, name, rpcPort, healthPort }) => {
      const { host, port, database, user, password } = plan.connections[source];
      return {
        name,
        program: `${root}services/${source}/dist/main.js`,
        healthPort,
        environment: {
          ...common,
          PGHOST: host,
          PGPORT: String(port),
          PGDATABASE: database,
          PGUSER: user,
          PGPASSWORD: password,
          // The server is of this machine; what stands in our own environment is meant for others.
          PGSSLMODE: 'disable',
          PGSSLROOTCERT: '',
          RPC_HOST: loopback,
          RPC_PORT: String(rpcPort),
          HEALTH_PORT: String(healthPort),
        },
      };
    }),
    ...gateways.map(({ port, healthPort }, index) => ({
      name: `gateway-${index + 1}`,
      program: `${root}gateway/dist/main.js`,
      healthPort,
      environment: {
        ...common,
        HOST: plan.host,
        PORT: String(port),
        HEALTH_PORT: String(healthPort),
        // As the embedded shape signs, so that a site that changes its shape keeps its sessions.
        SESSION_SECRET: plan.secrets.signingKey.toString('base64url'),
      },
    })),
  ];
}

/** A broker of this machine, on free ports that are none of the gateways'. */
export async function planBroker(
  dataDir: string,
  promised: readonly number[],
): Promise<{ readonly program: SiteProgram; readonly address: string }> {
  const port = await freePort(loopback, promised);
  return {
    address: `${loopback}:${port}`,
    program: {
      name: 'kafka',
      program: `${root}deploy/kafka/broker.mjs`,
      environment: {
        DATA_DIR: dataDir,
        KAFKA_PORT: String(port),
        KAFKA_CONTROLLER_PORT: String(await freePort(loopback, promised)),
      },
    },
  };
}

/** A port and the one after it, both free; 0 becomes any such two. */
export async function claimPorts(host: string, wanted: number): Promise<[number, number]> {
  for (let attempt = 0; ; attempt++) {
    const port = await claimPort(host, wanted);
    try {
      if (port < 65_535) return [port, await claimPort(host, port + 1)];
    } catch (failure) {
      if (wanted !== 0 || attempt === 20) throw failure;
    }
  }
}

/** A secret of its own from the one that is kept, so that an embedded site's folder holds all that it takes. */
function derived({ signingKey }: Secrets, what: string): string {
  return Buffer.from(hkdfSync('sha256', signingKey, '', what, 32)).toString('base64url');
}
