import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import type { Unsubscribe } from '@parlour/kernel/bus/bus';
import { RpcClient } from '@parlour/kernel/rpc/calls';
import { RecordingBus } from '@parlour/kernel/testing/recording-bus';
import { silentLogger } from '@parlour/kernel/testing/silent-logger';
import { LiveDialect } from '../contract/live-dialect.ts';
import { Renewal } from '../contract/renewal.ts';
import { Wholes } from '../contract/wholes.ts';
import { GatewayConfig } from '../gateway-config.ts';
import { ClientAddresses } from '../http/requests/client-addresses.ts';
import { RateLimits } from '../limits/rate-limits.ts';
import { AccessTokens } from '../session/access-tokens.ts';
import { BrowserTokens } from '../session/browser-tokens.ts';
import { EndedSessions } from '../session/ended-sessions.ts';
import { SessionCookies } from '../session/session-cookies.ts';
import type { LiveServer } from './live-socket.ts';
import { brokerMs, LiveSockets } from './live-sockets.ts';
import { OnlinePeople } from './online-people.ts';

/** A bus over a broker that is away until `arrive`. */
class LateBus extends RecordingBus {
  readonly left = jest.fn<Unsubscribe>().mockResolvedValue();
  arrive = (): void => undefined;
  private readonly arrived = new Promise<void>((resolve) => (this.arrive = resolve));

  override async listen(): Promise<Unsubscribe> {
    await this.arrived;
    return this.left;
  }
}

const key = Buffer.alloc(32, 7);
const config = new GatewayConfig();
const addresses = new ClientAddresses(config.TRUSTED_PROXIES, config.PUBLIC_ORIGINS);

let live: LiveSockets;
beforeEach(() => void jest.useFakeTimers({ doNotFake: ['setImmediate'] }));
afterEach(async () => {
  await live.onApplicationShutdown();
  jest.useRealTimers();
});

/** Starts as far as it goes without the broker. */
async function start(): Promise<void> {
  const started = live.onApplicationBootstrap();
  await jest.advanceTimersByTimeAsync(brokerMs);
  await started;
}

/** The gateway's sockets, one of which is connected; its `close` is counted. */
function connectedTo(bus: LateBus): { readonly close: jest.Mock } {
  const rpc = new RpcClient({ send: () => Promise.reject(new Error('not asked')) }, 1_000);
  const environment = { rpc, bus, logger: silentLogger, config, signingKeys: [key], pageFolder: null };
  const tokens = new AccessTokens([key]);
  const cookies = new SessionCookies(tokens, addresses, new BrowserTokens([key]));
  const ended = new EndedSessions(async () => [], Date.now, silentLogger);
  const limits = new RateLimits(config.LIMITS);
  const dialect = new LiveDialect(environment, new Wholes(environment));
  live = new LiveSockets(
    environment,
    tokens,
    cookies,
    ended,
    limits,
    new OnlinePeople(environment),
    dialect,
    new Renewal(environment, cookies, addresses),
  );
  const close = jest.fn();
  const socket = { conn: { close }, data: { session: { expiresAt: Infinity } } };
  live.afterInit({ use: () => undefined, sockets: { sockets: new Map([['s', socket]]) } } as unknown as LiveServer); // all it uses
  return { close };
}

it('starts while the broker is away, and has clients refetch once it listens', async () => {
  const bus = new LateBus(true);
  const { close } = connectedTo(bus);
  await start();
  expect(close).not.toHaveBeenCalled();
  bus.arrive();
  await new Promise((resolve) => setImmediate(resolve));
  expect(close).toHaveBeenCalledTimes(1);
});

it('stops while the broker is away, and does not listen afterwards', async () => {
  const bus = new LateBus(true);
  const { close } = connectedTo(bus);
  await start();
  await live.onApplicationShutdown();
  bus.arrive();
  await new Promise((resolve) => setImmediate(resolve));
  expect(bus.left).toHaveBeenCalledTimes(1);
  expect(close).not.toHaveBeenCalled();
});
