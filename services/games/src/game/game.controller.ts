import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { v5 as uuidv5, v7 as uuidv7 } from 'uuid';
import type { GameWire } from '@parlour/contracts/games/games';
import { limits } from '@parlour/contracts/limits';
import type { RpcName } from '@parlour/contracts/rpc';
import { Database } from '@parlour/kernel/database/database';
import { Commands, type Facts, type GuardsOf, originOf, type Outcome } from '@parlour/kernel/log/commands';
import { actorOf, type Call, Handles } from '@parlour/kernel/rpc/calls';
import { readReply, type ReplyReader } from '@parlour/kernel/log/reply';
import { findBlockFault } from '@parlour/people/block-view';
import { KnownPeople } from '@parlour/people/known-people';
import { findKeptFault, findOpponentFault } from './blocked.queries.ts';
import { type GameCommand, gameDecider, gameStream } from './deciders/game.decider.ts';
import { type GameAsker, readDeclined, readGameRows, readGames, readPlayed } from './game-page.queries.ts';

/** The namespace of rematch ids. */
const rematches = '5f0c1d3e-8a55-5c0b-9d0e-2f6a7c4b1e90';

/** Both players compute the same id, and another one after each rematch that ended unbegun. */
function rematchIdOf(playedId: string, unbegun: number): string {
  return uuidv5(unbegun === 0 ? `${playedId} rematch` : `${playedId} rematch ${unbegun}`, rematches);
}

/** What a command depends on, besides its own game. */
interface Involved<Guarded extends readonly unknown[]> {
  readonly guards?: GuardsOf<Guarded>;
  /** Ids of people whose accounts must not be deleted. */
  readonly people?: readonly string[];
}

/** Calls about games. */
@Controller()
export class GameController {
  constructor(
    private readonly commands: Commands,
    private readonly database: Database,
    private readonly people: KnownPeople,
  ) {}

  @Handles('games.create')
  async create(@Payload() call: Call<'games.create'>) {
    const { gameType, invited: names, computer = null } = call.request;
    const actor = actorOf(call);
    const gameId = uuidv7();
    const invited = names ? await this.people.idsOf(names, actor) : null;
    const blocked = await findBlockFault(this.database, actor.id, invited ?? []);
    return this.carryOut(call, gameId, ({ now }) => {
      return { type: 'CreateGame', gameId, createdBy: actor.id, gameType, invited, computer, blocked, now };
    });
  }

  @Handles('games.join')
  async join(@Payload() call: Call<'games.join'>) {
    const { gameId } = call.request;
    const userId = actorOf(call).id;
    const blocked = await findKeptFault(this.database, gameId, userId);
    return this.carryOut(call, gameId, ({ now }) => ({ type: 'JoinGame', userId, blocked, now }));
  }

  @Handles('games.leave')
  leave(@Payload() call: Call<'games.leave'>) {
    const userId = actorOf(call).id;
    return this.carryOut(call, call.request.gameId, () => ({ type: 'LeaveGame', userId }));
  }

  @Handles('games.withdraw')
  withdraw(@Payload() call: Call<'games.withdraw'>) {
    const userId = actorOf(call).id;
    return this.carryOut(call, call.request.gameId, () => ({ type: 'WithdrawGame', userId }));
  }

  @Handles('games.invite')
  async invite(@Payload() call: Call<'games.invite'>) {
    const actor = actorOf(call);
    const invited = await this.people.idsOf(call.request.invited, actor);
    const blocked = await findBlockFault(this.database, actor.id, invited);
    return this.carryOut(call, call.request.gameId, () => {
      return { type: 'InvitePlayers', userId: actor.id, invited, blocked };
    });
  }

  @Handles('games.decline')
  decline(@Payload() call: Call<'games.decline'>) {
    const userId = actorOf(call).id;
    const command = (): GameCommand => ({ type: 'DeclineInvitation', userId });
    return this.answering(readDeclined, call, call.request.gameId, command);
  }

  @Handles('games.move')
  move(@Payload() call: Call<'games.move'>) {
    const { gameId, move, moveCount } = call.request;
    const userId = actorOf(call).id;
    const chance = Math.random();
    const command = ({ now }: Facts): GameCommand => ({ type: 'PlayMove', userId, move, moveCount, chance, now });
    // Earlier moves are sent on request, not with every move.
    return this.answering(readGameRows, call, gameId, command);
  }

  @Handles('games.claim')
  claim(@Payload() call: Call<'games.claim'>) {
    const userId = actorOf(call).id;
    return this.carryOut(call, call.request.gameId, ({ now }) => {
      const goneSince = new Date(Date.parse(now) - limits.turnMinutes * 60_000).toISOString();
      return { type: 'ClaimGame', userId, goneSince };
    });
  }

  @Handles('games.rematch')
  async rematch(@Payload() call: Call<'games.rematch'>) {
    const { gameId: playedId } = call.request;
    const userId = actorOf(call).id;
    const chance = Math.random();
    const { others, unbegun, ...facts } = await readPlayed(this.database, playedId);
    const gameId = rematchIdOf(playedId, unbegun);
    const blocked = await findOpponentFault(this.database, playedId, userId);
    return this.carryOut(
      call,
      gameId,
      ({ now, guards: [played] }) => {
        return { type: 'PlayAgain', gameId, userId, played, ...facts, blocked, chance, now };
      },
      // Somebody who is deleted from now on gets no seat.
      { guards: [{ streamId: gameStream(playedId), decider: gameDecider }], people: others },
    );
  }

  /** Runs a command on a game; answers the game as the caller sees it. */
  private carryOut<const Guarded extends readonly unknown[] = readonly []>(
    call: Call<RpcName>,
    gameId: string,
    command: (facts: Facts<Guarded>) => GameCommand,
    more: Involved<Guarded> = {},
  ): Promise<Outcome<GameWire>> {
    return this.answering(readGames, call, gameId, command, more);
  }

  private answering<Reply extends object, const Guarded extends readonly unknown[] = readonly []>(
    read: ReplyReader<GameAsker, Reply>,
    call: Call<RpcName>,
    gameId: string,
    command: (facts: Facts<Guarded>) => GameCommand,
    more: Involved<Guarded> = {},
  ): Promise<Outcome<Reply>> {
    return this.commands.execute(originOf(call), {
      streamId: gameStream(gameId),
      orderingKey: gameId,
      decider: gameDecider,
      command,
      reply: readReply(read, { id: gameId, viewer: actorOf(call).id }),
      ...more,
    });
  }
}
