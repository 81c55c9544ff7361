import { randomBytes } from 'node:crypto';
import { NestFactory } from '@nestjs/core';
import type { MicroserviceOptions } from '@nestjs/microservices';
import { admitted } from '@parlour/contracts/identity/approval';
import type { Positions, Source } from '@parlour/contracts/envelope';
import type { SessionGrant } from '@parlour/contracts/identity/identity';
import type { Rpc, RpcName } from '@parlour/contracts/rpc';
import { DeliveryConfig } from '@parlour/delivery/delivery-config';
import { deliveryDefinition } from '@parlour/delivery/delivery.module';
import { MailServer, type ReceivedMail } from '@parlour/delivery/testing/mail-server';
import { IdentityConfig } from '@parlour/identity/identity-config';
import { identityDefinition } from '@parlour/identity/identity.module';
import { communitiesDefinition } from '@parlour/communities/communities.module';
import { gamesDefinition } from '@parlour/games/games.module';
import { messagingDefinition } from '@parlour/messaging/messaging.module';
import { notificationsDefinition } from '@parlour/notifications/notifications.module';
import { qaDefinition } from '@parlour/qa/qa.module';
import type { ServiceDefinition } from '@parlour/kernel/service/service-module';
import { InProcessBus } from '@parlour/kernel/bus/in-process-bus';
import { Database, statement } from '@parlour/kernel/database/database';
import { NestLogs } from '@parlour/kernel/logging/logger';
import { RpcClient } from '@parlour/kernel/rpc/calls';
import { ServiceModule } from '@parlour/kernel/service/service-module';
import { CheckedHub } from '@parlour/kernel/testing/copying-hub';
import { patientLimits, testPatienceMs } from '@parlour/kernel/testing/patience';
import { createThrowawayDatabase } from '@parlour/kernel/testing/postgres';
import { silentLogger } from '@parlour/kernel/testing/silent-logger';
import { until } from '@parlour/kernel/testing/until';

/** Identity, delivery and what causes notices, with a real mail server. */
export interface MailSite {
  readonly server: MailServer;
  /** Calls in the name of somebody; of nobody with null. */
  as<Name extends RpcName>(
    grant: SessionGrant | null,
    name: Name,
    request: Rpc[Name]['request'],
  ): Promise<Rpc[Name]['reply']>;
  signup(username: string): Promise<SessionGrant>;
  /** Waits for the mail with this number to this address, and returns it. */
  mailTo(address: string, number?: number): Promise<ReceivedMail>;
  /** Gives an address and confirms it. */
  confirmed(grant: SessionGrant, address: string): Promise<void>;
  sql<Row extends object>(source: Source, text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Moves delivery's clock, and makes due what waits. */
  later(minutes: number): Promise<void>;
  /** Ends delivery and starts it anew. */
  restartDelivery(): Promise<void>;
  close(): Promise<void>;
}

const client = { address: '192.0.2.7', userAgent: 'a browser' };

/** What people are notified of. */
const others = {
  qa: qaDefinition,
  messaging: messagingDefinition,
  games: gamesDefinition,
  communities: communitiesDefinition,
  notifications: notificationsDefinition,
} satisfies Partial<Record<Source, ServiceDefinition>>;

/** Starts the services on a database of their own. */
export async function startMailSite(changes: Partial<DeliveryConfig> = {}): Promise<MailSite> {
  const server = await MailServer.start();
  const config = { SMTP_URL: server.url, MAIL_FROM: 'parlour@example.org', PUBLIC_ORIGINS: 'https://parlour.example' };
  const settings = Object.assign(new DeliveryConfig(), { ...config, ...changes });
  const identity = Object.assign(new IdentityConfig(), { MAIL_FROM: settings.MAIL_FROM });
  const sources = ['identity', 'delivery', 'qa', 'messaging', 'games', 'communities', 'notifications'] as const;
  const place = await createThrowawayDatabase<Source>({ sources });
  const hub = new CheckedHub();
  const bus = new InProcessBus(silentLogger);
  const rpc = new RpcClient(hub, testPatienceMs);
  const keys = [randomBytes(32)];
  let ahead = 0;
  const start = async (source: (typeof sources)[number]) => {
    const definitions = {
      ...others,
      identity: () => identityDefinition(identity, keys),
      delivery: () => deliveryDefinition(settings, () => Date.now() + ahead),
    };
    const found = definitions[source];
    const definition = typeof found === 'function' ? found() : found;
    const connection = place.connections[source];
    const times = { leaseMs: 10_000, databaseLimits: patientLimits, consumerTimes: { storeMs: 10 }, dueMs: 20 };
    const environment = { connection, bus, rpc, logger: silentLogger, ...times };
    const service = await NestFactory.createMicroservice<MicroserviceOptions>(
      ServiceModule.register(definition, environment),
      { strategy: hub.serverOf(source, silentLogger), logger: new NestLogs(silentLogger), abortOnError: false },
    );
    await service.listen();
    return service;
  };
  const running = new Map<Source, Awaited<ReturnType<typeof start>>>();
  for (const source of sources) running.set(source, await start(source));
  let calls = 0;
  let seen: Positions = {};
  const as: MailSite['as'] = async (grant, name, request) => {
    calls += 1;
    const actor = grant && { id: grant.user._id, name: grant.user.username };
    const sessionId = grant?.sessionId ?? null;
    const context = { requestId: `request ${calls}`, actor, sessionId, minPositions: seen, idempotency: null };
    const { reply, positions } = await rpc.call(name, request, context);
    seen = { ...seen, ...positions };
    return reply;
  };
  const sql: MailSite['sql'] = async (source, text, values = []) => {
    calls += 1;
    return running
      .get(source)!
      .get(Database)
      .query(statement(`test.${calls}`, text), values); // one of those above
  };
  const mailTo: MailSite['mailTo'] = async (address, number = 1) => {
    const received = () => server.mails.filter(({ to }) => to === address)[number - 1];
    await until(`mail ${number} to ${address}`, received);
    return received()!; // it was waited for
  };
  return {
    server,
    as,
    signup: async (username) =>
      admitted(await as(null, 'identity.signup', { username, password: 'secret', ...client })),
    mailTo,
    async confirmed(grant, email) {
      await as(grant, 'identity.setEmail', { email });
      const { token } = await mailTo(email);
      await as(null, 'identity.confirmEmail', { token });
    },
    sql,
    async later(minutes) {
      for (const table of ['mails', 'notices']) {
        await sql('delivery', `update ${table} set next_at = now() where done_at is null`);
      }
      ahead += minutes * 60_000;
    },
    async restartDelivery() {
      await running.get('delivery')?.close();
      running.set('delivery', await start('delivery'));
    },
    async close() {
      for (const service of running.values()) await service.close();
      await bus.close();
      await server.close();
      await place.drop();
    },
  };
}
