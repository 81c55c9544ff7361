import 'reflect-metadata';

import { statfs } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';

import { NestFactory } from '@nestjs/core';
import type { MicroserviceOptions } from '@nestjs/microservices';
import type { Source } from '@parlour/contracts/envelope';
import { limits } from '@parlour/contracts/limits';
import { createGateway } from '@parlour/gateway/gateway';
import { adviceOnListening, limitsChosen, listenAt } from '@parlour/gateway/listening';
import { InProcessBus } from '@parlour/kernel/bus/in-process-bus';
import { createLogger, NestLogs } from '@parlour/kernel/logging/logger';
import { MetricsPortError, serveMetrics } from '@parlour/deployment/process/metrics-port';
import type { ConnectionOptions } from '@parlour/kernel/database/connection-options';
import { RpcClient } from '@parlour/kernel/rpc/calls';
import { InProcessHub } from '@parlour/kernel/rpc/in-process';
import { ServiceModule } from '@parlour/kernel/service/service-module';
import { startTracing } from '@parlour/kernel/tracing/tracing';

import { readApplicationConfig } from './application-config.ts';
import { derived, type Secrets } from './data-folder.ts';
import { openToDemonstration } from './demo/open-to-demonstration.ts';
import { demoLogins } from './demo/people.ts';
import { filesOf } from './file-folder.ts';
import { serviceDefinitions } from './service-definitions.ts';
import type { Settings } from './settings.ts';
import { StartError } from './start-error.ts';

const pageFolder = fileURLToPath(new URL('../../../web/dist', import.meta.url));

/**
 * How long a leader is missed before another takes over. There is no other in this deployment, but
 * its data may move to one that has.
 */
const leaseMs = 10_000;

/** The input for starting services and gateway. */
export interface ApplicationOptions {
  readonly connections: Record<Source, ConnectionOptions>;
  readonly secrets: Secrets;
  readonly config: Settings;
  /** Reports slow steps of the start, in a few words. */
  readonly log: (message: string) => void;
}

/** The running services and gateway. */
export interface Application {
  /** Calls the services. */
  readonly rpc: RpcClient;
  /** Where the gateway listens. */
  readonly port: number;
  /** Stops accepting requests, finishes those in flight, ends consumers and connections. */
  close(): Promise<void>;
}

/**
 * Starts every service and the gateway in this process and listens.
 * @throws {ConfigurationError} naming every fault of the environment
 * @throws {StartError} if METRICS_PORT cannot be opened
 * @throws Node's error of `listen` if the port was taken meanwhile
 */
export async function startApplication({
  connections,
  secrets,
  config,
  log,
}: ApplicationOptions): Promise<Application> {
  const {
    gateway: gatewayConfig,
    identity: identityConfig,
    application: { LOG_LEVEL: level },
    delivery,
  } = readApplicationConfig({ ...process.env, HOST: config.host, PORT: String(config.port) });
  delivery.PUSH_PRIVATE_KEY ||= derived(secrets, 'parlour push');
  if (config.demo) openToDemonstration({ identity: identityConfig, gateway: gatewayConfig });
  // There is no advice on the demonstration's passwords: they are published.
  const passwordMinLength = config.demo ? undefined : identityConfig.PASSWORD_MIN_LENGTH;
  const metrics = await serveMetrics(process.env).catch((failure: unknown) => {
    throw failure instanceof MetricsPortError ? new StartError(failure.message, { cause: failure }) : failure;
  });
  const files = filesOf(config.dataDir);
  const endTracing = await startTracing(process.env, 'parlour', createLogger('tracing', { level }));
  const hub = new InProcessHub();
  const bus = new InProcessBus(createLogger('bus', { level }));
  const rpc = new RpcClient(hub, limits.callMs);
  const services = await Promise.all(
    serviceDefinitions(identityConfig, files, { delivery, linkKeys: [secrets.signingKey] }).map(async (definition) => {
      const logger = createLogger(definition.source, { level });
      const environment = { connection: connections[definition.source], bus, rpc, logger, leaseMs };
      const service = await NestFactory.createMicroservice<MicroserviceOptions>(
        ServiceModule.register(definition, environment),
        { strategy: hub.serverOf(definition.source, logger), logger: new NestLogs(logger), abortOnError: false },
      );
      await service.listen();
      return service;
    }),
  );
  for (const advice of adviceOnListening(gatewayConfig, await limitsChosen(rpc), passwordMinLength)) log(advice);
  const gateway = await createGateway({
    rpc,
    bus,
    logger: createLogger('gateway', { level }),
    config: gatewayConfig,
    signingKeys: [secrets.signingKey],
    pageFolder,
    files,
    freeBytes: async () => {
      const { bavail, bsize } = await statfs(config.dataDir);
      return bavail * bsize;
    },
    ...(config.demo && { demoLogins }),
  });
  await gateway.listen(listenAt(config.port, config.host));
  const { port } = gateway.getHttpServer().address() as AddressInfo; // it listens on TCP
  return {
    rpc,
    port,
    async close() {
      metrics?.close();
      await gateway.close();
      await Promise.all(services.map((service) => service.close()));
      await bus.close();
      await endTracing();
    },
  };
}
