import type { Fault } from '@parlour/contracts/errors';
import { statement, type Tx } from '@parlour/kernel/database/database';
import { type BlockBetween, blockFault, blockIsBetween } from '@parlour/people/block-view';

const between = (one: string, other: string): string =>
  `select b.blocker_id = $2 as own
     from games g cross join unnest(array[${one}, ${other}]) as p(id)
     join blocks b on ${blockIsBetween('p.id', '$2')}
    where g.id = $1`;

const ofPlayers = statement('games.blocked', between('g.player1', 'g.player2'));
const ofKept = statement('games.blockedFromSeat', between('g.kept1', 'g.kept2'));

/** Why a player of this game cannot reach the other one, if there is a block. */
export async function findOpponentFault(tx: Tx, gameId: string, userId: string): Promise<Fault | undefined> {
  return blockFault(await tx.query<BlockBetween>(ofPlayers, [gameId, userId]));
}

/** Why a person cannot reach the other one for whom the seats of a rematch are kept. */
export async function findKeptFault(tx: Tx, gameId: string, userId: string): Promise<Fault | undefined> {
  return blockFault(await tx.query<BlockBetween>(ofKept, [gameId, userId]));
}
