import { expect, it } from '@jest/globals';
import type { ErrorWire } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import { createLogger } from '@parlour/kernel/logging/logger';
import { RpcClient } from '@parlour/kernel/rpc/calls';
import { GatewayConfig } from '../gateway-config.ts';
import { EmbeddedBus } from '@parlour/kernel/bus/embedded-bus';
import { EndedSessions } from '../session/ended-sessions.ts';
import type { Session } from '../session/session.ts';
import { SocketCalls } from './socket-calls.ts';

const session: Session = { id: 's', user: { id: 'a', name: 'Ann' }, authenticatedAt: 0, expiresAt: 0 };

async function world(): Promise<{ calls: SocketCalls; ended: EndedSessions; sent: string[]; logged: () => string }> {
  let lines = '';
  const sent: string[] = [];
  const logger = createLogger('test', { level: 'info' }, { write: (line) => (lines += line) });
  const transport = {
    async send(name: string) {
      sent.push(name);
      return { reply: {} as never, positions: {}, stale: false };
    },
  };
  const ended = new EndedSessions(async () => [], Date.now, logger);
  await ended.poll();
  const environment = {
    rpc: new RpcClient(transport, 1_000),
    bus: new EmbeddedBus(logger),
    logger,
    config: new GatewayConfig(),
    signingKeys: [],
    pageFolder: null,
  };
  return { calls: new SocketCalls(environment, ended), ended, sent, logged: () => lines };
}

it('an ended session can call nothing more, even before its socket is closed', async () => {
  const { calls, ended, sent } = await world();
  await calls.read('games.getGame', { gameId: 'g' }, session);
  ended.add([{ sessionId: 's', endedAt: new Date().toISOString() }]);
  await expect(calls.read('games.getGame', { gameId: 'g' }, session)).rejects.toMatchObject({ code: 'session.ended' });
  const move = { gameId: 'g', move: {} };
  await expect(calls.command('games.move', move, session, null)).rejects.toMatchObject({ code: 'session.ended' });
  expect(sent).toEqual(['games.getGame']);
});

it('an unexpected error is logged, and reveals nothing', async () => {
  const { calls, logged } = await world();
  const refusals: ErrorWire[] = [];
  const answer = await new Promise((resolve) => {
    const work = (): void => {
      throw new TypeError('deep inside');
    };
    calls.answer(resolve, work, (refusal) => refusals.push(refusal));
  });
  const wire = { error: messages.unknownFailure, code: 'failure.unknown' };
  expect([answer, refusals]).toEqual([wire, [wire]]);
  expect(logged()).toContain('deep inside');
});
