import { statement } from '@parlour/kernel/database/database';
import type { CommandOrigin, Commands } from '@parlour/kernel/log/commands';
import type { Policy } from '@parlour/kernel/policy/policy';
import { doneReply } from '@parlour/kernel/log/reply';
import { forfeits } from './forfeit.policy.ts';
import { gameDecider, gameStream } from './deciders/game.decider.ts';
import type { ForfeitGame } from './deciders/seating.decider.ts';

const affectedGames = statement(
  'games.concerned',
  `select id from games where player1 = $1 and status <> 'OVER'
   union select id from games where player2 = $1 and status <> 'OVER'
   union select id from games where kept1 = $1 and status = 'WAITING_TO_START'
   union select id from games where kept2 = $1 and status = 'WAITING_TO_START'
   union select id from games where created_by = $1 and status = 'WAITING_TO_START'
   order by id`,
);

/** Ends games of deleted accounts and games that wait for them, and frees their seats. */
export const forfeitPolicy: Policy<ForfeitGame> = {
  name: 'forfeits',
  reactions: forfeits,
  async execute(command, origin, { commands, database }) {
    const games = await database.query<{ id: string }>(affectedGames, [command.userId]);
    // One after the other, each with its own key: a crash is made up for by the retry.
    for (const { id } of games) await forfeitOne(commands, id, command, origin);
  },
};

function forfeitOne(commands: Commands, id: string, command: ForfeitGame, origin: CommandOrigin): Promise<unknown> {
  return commands.execute(
    { ...origin, key: origin.key && { ...origin.key, key: `${origin.key.key} ${id}` } },
    {
      streamId: gameStream(id),
      orderingKey: id,
      decider: gameDecider,
      command: () => command,
      reply: doneReply,
    },
  );
}
