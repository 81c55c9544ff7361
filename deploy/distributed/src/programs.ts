import { fileURLToPath } from 'node:url';
import { type Source, sources } from '@parlour/contracts/envelope';
import { derived, type Secrets } from '@parlour/embedded/data-folder';
import { claimPort } from '@parlour/embedded/ports';
import { StartError } from '@parlour/embedded/start-error';
import type { ConnectionOptions } from '@parlour/kernel/database/connection-options';
import { freePort } from '@parlour/kernel/process/free-port';

/** A process of the site with its environment. */
export interface SiteProgram {
  /** For example `qa-1`. */
  readonly name: string;
  readonly program: string;
  /** The port of its readiness probe; Kafka has none. */
  readonly healthPort?: number;
  readonly environment: Readonly<Record<string, string>>;
}

/** Variables of all processes. */
export interface SitePlan {
  readonly host: string;
  /** Variables of each gateway. */
  readonly ports: readonly number[];
  readonly brokers: string;
  readonly topicPrefix: string;
  readonly connections: Readonly<Record<Source, ConnectionOptions>>;
  readonly secrets: Secrets;
  /** Where files are; undefined if the environment says so itself. */
  readonly filesFolder: string | undefined;
}

const loopback = '127.0.0.1';
const lastPort = 65_535;

/** Processes per service. */
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
    LOG_LEVEL: process.env['LOG_LEVEL']?.trim() || 'warn',
    ...(plan.filesFolder !== undefined && { FILES_FOLDER: plan.filesFolder }),
  };
  const hasPushKey = Boolean(process.env['PUSH_PRIVATE_KEY'] || process.env['PUSH_PRIVATE_KEY_FILE']);
  return [
    ...services.map(({ source, name, rpcPort, healthPort }) => {
      const { host, port, database, user, password } = plan.connections[source];
      return {
        name,
        program: `${root}deploy/distributed/dist/${source}.js`,
        healthPort,
        environment: {
          ...common,
          ...(source === 'delivery' && !hasPushKey && { PUSH_PRIVATE_KEY: derived(plan.secrets, 'parlour push') }),
          PGHOST: host,
          PGPORT: String(port),
          PGDATABASE: database,
          PGUSER: user,
          PGPASSWORD: password,
          // The server is local; TLS settings of our own environment are for others.
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
      program: `${root}deploy/distributed/dist/gateway.js`,
      healthPort,
      environment: {
        ...common,
        HOST: plan.host,
        PORT: String(port),
        HEALTH_PORT: String(healthPort),
        // The same as in the embedded deployment, so that sessions survive a change.
        SESSION_SECRET: plan.secrets.signingKey.toString('base64url'),
      },
    })),
  ];
}

/** A local broker, on free ports other than the gateways'. */
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

/**
 * A port and the next one, both free; 0 stands for any such two.
 * @throws {StartError} if one is taken, or there is no next one
 */
export async function claimPorts(host: string, wanted: number): Promise<[number, number]> {
  if (wanted === lastPort) throw new StartError(`PORT: the one after it is needed too, so at most ${lastPort - 1}.`);
  for (let attempt = 0; ; attempt++) {
    const port = await claimPort(host, wanted);
    try {
      if (port < lastPort) return [port, await claimPort(host, port + 1)];
    } catch (failure) {
      if (wanted !== 0 || attempt === 20) throw failure;
    }
  }
}
