import 'reflect-metadata';
import type { INestMicroservice } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { MicroserviceOptions } from '@nestjs/microservices';
import { limits } from '@parlour/contracts/limits';
import { readConfigurations } from '@parlour/kernel/config/config';
import { Rights } from '@parlour/kernel/consumer/rights';
import { Database } from '@parlour/kernel/database/database';
import { createLogger, NestLogs } from '@parlour/kernel/logging/logger';
import { startHealthServer } from './health-server.ts';
import { openProcessBus } from './process-bus.ts';
import { addressesOf, connectionOf, DatabaseConfig, keysOf, ServiceConfig } from './process-config.ts';
import { runProcess } from './run-process.ts';
import { RpcClient } from '@parlour/kernel/rpc/calls';
import { sharedKeyTls } from '@parlour/kernel/rpc/shared-key-tls';
import { TcpServer } from '@parlour/kernel/rpc/tcp-server';
import { TcpTransport } from '@parlour/kernel/rpc/tcp-transport';
import { startTracing } from '@parlour/kernel/tracing/tracing';
import { followedSources, type ServiceDefinition, ServiceModule } from '@parlour/kernel/service/service-module';

/**
 * Runs one service as its own process: calls over TCP, relay and consumers over Kafka, health over
 * HTTP. `define` gets the service's own configuration, if it has one; the faults of both are
 * reported together.
 */
export async function runService<Own extends object>(
  define: (own: Own) => ServiceDefinition,
  own?: new () => Own,
): Promise<void> {
  await runProcess(async (started) => {
    const types = [ServiceConfig, DatabaseConfig, ...(own ? [own] : [])];
    // A service without a configuration class has no settings of its own.
    const [config, database, ownConfig] = readConfigurations(types, process.env) as [
      ServiceConfig,
      DatabaseConfig,
      Own,
    ];
    const definition = define(ownConfig);
    const { source } = definition;
    const logger = createLogger(source, { level: config.LOG_LEVEL });
    started.onEnd('tracing', await startTracing(process.env, `parlour-${source}`, logger));
    let service: INestMicroservice | undefined = undefined;
    const clientId = `${source}-${process.pid}`;
    const bus = openProcessBus(config, { clientId, follows: followedSources(definition), logger }, started);
    // Before slow steps: probes start with the process.
    const health = await startHealthServer(config.HEALTH_HOST, config.HEALTH_PORT, {
      isAlive: () => bus.isAlive,
      isReady: async () => {
        if (!service) return false;
        return service.get(Rights).mayServe && service.get(Database).answers();
      },
    });
    started.onEnd('health', () => health.close());
    const tls = sharedKeyTls(keysOf(config.ACTOR_SECRET));
    const transport = new TcpTransport(addressesOf(config), tls, logger);
    started.onEnd('calls', () => transport.close());
    started.onEnd('bus', () => bus.close());
    const server = new TcpServer({ host: config.RPC_HOST, port: config.RPC_PORT, tls, logger });
    const application = await NestFactory.createMicroservice<MicroserviceOptions>(
      ServiceModule.register(definition, {
        connection: connectionOf(database),
        bus,
        rpc: new RpcClient(transport, limits.callMs),
        logger,
        leaseMs: config.LEASE_MS,
        severalProcesses: true,
      }),
      { strategy: server, logger: new NestLogs(logger), abortOnError: false },
    );
    started.onEnd('service', () => application.close());
    await application.listen();
    service = application;
    logger.info({ port: server.listensOn, health: health.port }, 'service listening');
  });
}
