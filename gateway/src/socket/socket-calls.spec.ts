import { expect, it } from '@jest/globals';
import { ExecutionContextHost } from '@nestjs/core/internal';
import { messages } from '@parlour/contracts/messages';
import { createLogger } from '@parlour/kernel/logging/logger';
import { RpcClient } from '@parlour/kernel/rpc/calls';
import { GatewayConfig } from '../gateway-config.ts';
import { OwnWrites } from '../http/requests/own-writes.ts';
import { InProcessBus } from '@parlour/kernel/bus/in-process-bus';
import { EndedSessions } from '../session/ended-sessions.ts';
import type { Session } from '../session/session.ts';
import type { GatewayEnvironment } from '../gateway-environment.ts';
import { SocketCalls } from './socket-calls.ts';
import { SocketRefusals } from './socket-refusals.ts';

const session: Session = { id: 's', user: { id: 'a', name: 'Ann' }, authenticatedAt: 0, expiresAt: 0 };

interface World {
  readonly environment: GatewayEnvironment;
  readonly calls: SocketCalls;
  readonly ended: EndedSessions;
  readonly sent: string[];
  readonly logged: () => string;
}

async function world(): Promise<World> {
  let lines = '';
  const sent: string[] = [];
  const logger = createLogger('test', { level: 'info' }, { write: (line) => (lines += line) });
  const transport = {
    async send({ name }: { readonly name: string }) {
      sent.push(name);
      return { reply: {} as never, positions: {}, stale: false };
    },
  };
  const ended = new EndedSessions(async () => [], Date.now, logger);
  await ended.poll();
  const environment = {
    rpc: new RpcClient(transport, 1_000),
    bus: new InProcessBus(logger),
    logger,
    config: new GatewayConfig(),
    signingKeys: [],
    pageFolder: null,
  };
  return { environment, calls: new SocketCalls(environment, ended, new OwnWrites()), ended, sent, logged: () => lines };
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
  const { environment, logged } = await world();
  const emitted: unknown[] = [];
  const refusals = new SocketRefusals(environment);
  const host = new ExecutionContextHost([{}, 'x', (answer: unknown) => emitted.push(answer)]);
  refusals.catch(new TypeError('deep inside'), host);
  expect(emitted).toEqual([{ error: messages.unknownFailure, code: 'failure.unknown' }]);
  expect(logged()).toContain('deep inside');
});
