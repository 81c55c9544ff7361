import type { Actor, Envelope } from '@parlour/contracts/envelope';
import { eventTypes } from '@parlour/contracts/event-types';
import { admitted } from '@parlour/contracts/identity/approval';
import type { SessionGrant } from '@parlour/contracts/identity/identity';
import { Commands } from '@parlour/kernel/log/commands';
import { EventLog } from '@parlour/kernel/log/event-log';
import { type CallOptions, type ServiceWorld, startServiceWorld } from '@parlour/kernel/testing/service-world';
import { silentLogger } from '@parlour/kernel/testing/silent-logger';
import { Operator } from '../account/operator.ts';
import { cost } from '../account/passwords/passwords.ts';
import { IdentityConfig } from '../identity-config.ts';
import { identityDefinition } from '../identity.module.ts';

// The cost of hashes is tested with `Passwords`; here it would take half of the time.
Object.assign(cost, { memoryCost: 64, timeCost: 1 });

/** The address and browser of all callers in these tests. */
export const client = { address: '192.0.2.7', userAgent: 'a browser' };

/** The running service with helpers for its tests. */
export interface IdentityWorld extends ServiceWorld {
  signup(username: string, password?: string, options?: CallOptions): Promise<SessionGrant>;
  login(username: string, password?: string): Promise<SessionGrant>;
  refresh(refreshToken: string): Promise<SessionGrant>;
  logout(grant: SessionGrant): Promise<void>;
  /** Every event of the log, in order. */
  events(): Promise<readonly Envelope[]>;
}

/** The caller with this grant, as the gateway passes it. */
export function actorOfGrant({ user }: SessionGrant): Actor {
  return { id: user._id, name: user.username };
}

/** The operator's tool, in a process beside the service. */
export function operatorOf({ database }: IdentityWorld): Operator {
  const { views } = identityDefinition(new IdentityConfig());
  const log = new EventLog('identity', database, eventTypes.identity, views, silentLogger);
  return new Operator(new Commands(log), database);
}

/** Starts identity on its own database. */
export async function startIdentity(config: Partial<IdentityConfig> = {}): Promise<IdentityWorld> {
  const world = await startServiceWorld(identityDefinition(Object.assign(new IdentityConfig(), config)));
  return {
    ...world,
    signup: async (username, password = 'secret', options = {}) =>
      admitted((await world.call('identity.signup', { username, password, ...client }, options)).reply),
    login: async (username, password = 'secret') =>
      (await world.call('identity.login', { username, password, ...client })).reply,
    refresh: async (refreshToken) => (await world.call('identity.refresh', { refreshToken, ...client })).reply,
    logout: async (grant) => {
      await world.call('identity.logout', { sessionId: grant.sessionId }, { as: actorOfGrant(grant) });
    },
    events: async () => (await world.call('identity.feed', { after: 0, limit: 1_000 })).reply.envelopes,
  };
}
