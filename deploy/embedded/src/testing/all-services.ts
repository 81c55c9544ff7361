import 'reflect-metadata';

import { NestFactory } from '@nestjs/core';
import type { MicroserviceOptions } from '@nestjs/microservices';
import { admitted } from '@parlour/contracts/identity/approval';
import { type Actor, type Positions, type Source, sources } from '@parlour/contracts/envelope';
import type { SessionGrant } from '@parlour/contracts/identity/identity';
import type { LiveBatch } from '@parlour/contracts/live';
import type { Rpc, RpcName } from '@parlour/contracts/rpc';
import type { FileStore } from '@parlour/deployment/files/file-store';
import { DeliveryConfig } from '@parlour/delivery/delivery-config';
import { IdentityConfig } from '@parlour/identity/identity-config';
import { InProcessBus } from '@parlour/kernel/bus/in-process-bus';
import { readConfiguration } from '@parlour/kernel/config/config';
import { createLogger, NestLogs } from '@parlour/kernel/logging/logger';
import type { ConnectionOptions } from '@parlour/kernel/database/connection-options';
import { bodyHash, RpcClient } from '@parlour/kernel/rpc/calls';
import { CheckedHub } from '@parlour/kernel/testing/copying-hub';
import { ServiceModule } from '@parlour/kernel/service/service-module';
import { patientLimits, testPatienceMs } from '@parlour/kernel/testing/patience';

import { serviceDefinitions } from '../service-definitions.ts';

/** A signed-in user. */
export interface Person {
  readonly actor: Actor;
  readonly sessionId: string;
  readonly refreshToken: string;
}

/**
 * Every service, running; called as the gateway does, by a user who has seen all earlier answers.
 */
export interface AllServices {
  /** Every live batch published so far. */
  readonly published: readonly LiveBatch[];
  as<Name extends RpcName>(
    person: Person | null,
    name: Name,
    request: Rpc[Name]['request'],
    key?: string,
    /** The time of an imported command; now if absent. */
    occurredAt?: string,
  ): Promise<Rpc[Name]['reply']>;
  signup(username: string, password?: string): Promise<Person>;
  login(username: string, password?: string): Promise<Person>;
  close(): Promise<void>;
}

const client = { address: '192.0.2.7', userAgent: 'a browser' };

/** Starts the services on these databases, without a gateway. */
export async function startAllServices(
  connections: Record<Source, ConnectionOptions>,
  store: FileStore | null = null,
): Promise<AllServices> {
  const logger = createLogger('services', { level: process.env['LOG_LEVEL'] ?? 'silent' });
  const hub = new CheckedHub();
  const bus = new InProcessBus(logger);
  const rpc = new RpcClient(hub, testPatienceMs);
  const published: LiveBatch[] = [];
  await bus.listen((batch) => {
    published.push(batch);
  });
  // People can have addresses; nothing is sent.
  const identity = Object.assign(readConfiguration(IdentityConfig, process.env), { MAIL_FROM: 'parlour@example.org' });
  const services = await Promise.all(
    serviceDefinitions(identity, store, { delivery: new DeliveryConfig(), linkKeys: [Buffer.alloc(32)] }).map(
      async (definition) => {
        const connection = connections[definition.source];
        const environment = { connection, bus, rpc, logger, leaseMs: 10_000, databaseLimits: patientLimits };
        const service = await NestFactory.createMicroservice<MicroserviceOptions>(
          ServiceModule.register(definition, environment),
          { strategy: hub.serverOf(definition.source, logger), logger: new NestLogs(logger), abortOnError: false },
        );
        await service.listen();
        return service;
      },
    ),
  );
  let seen: Positions = {};
  let calls = 0;
  const as: AllServices['as'] = async (person, name, request, key, occurredAt) => {
    calls += 1;
    const { reply, positions } = await rpc.call(name, request, {
      requestId: `request ${calls}`,
      actor: person?.actor ?? null,
      sessionId: person?.sessionId ?? null,
      minPositions: seen,
      idempotency: key === undefined ? null : { key, bodyHash: bodyHash(request) },
      ...(occurredAt !== undefined && { occurredAt }),
    });
    for (const source of sources) {
      const position = Math.max(seen[source] ?? 0, positions[source] ?? 0);
      if (position > 0) seen = { ...seen, [source]: position };
    }
    return reply;
  };
  const entered = ({ user, sessionId, refreshToken }: SessionGrant): Person => ({
    actor: { id: user._id, name: user.username },
    sessionId,
    refreshToken,
  });
  return {
    published,
    as,
    signup: async (username, password = 'secret') =>
      entered(admitted(await as(null, 'identity.signup', { username, password, ...client }))),
    login: async (username, password = 'secret') =>
      entered(await as(null, 'identity.login', { username, password, ...client })),
    async close() {
      await Promise.all(services.map((service) => service.close()));
      await bus.close();
    },
  };
}
