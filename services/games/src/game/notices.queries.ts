import type { GetNotices, NoticeRow } from '@parlour/contracts/notifications/notices';
import { turnText } from '@parlour/contracts/games/game-name';
import type { GameType } from '@parlour/contracts/games/games';
import type { Rpc } from '@parlour/contracts/rpc';
import { statement, type Tx } from '@parlour/kernel/database/database';
import { isoTime, nameOf } from '@parlour/kernel/database/row-expressions';

/** SQL: who is to move in a running game `g`, and the other; never against the computer. */
const isPlayed = `g.status = 'IN_PROGRESS' and g.computer is null`;
const mover = 'case when g.move_count % 2 = 0 then g.player1 else g.player2 end';
const other = 'case when g.move_count % 2 = 0 then g.player2 else g.player1 end';

const addressees = statement('games.addressees', `select ${mover} as id from games g where g.id = $1 and ${isPlayed}`);

/** The id of the player who is to move in a game; of nobody if there is none. */
export async function readAddressees(
  tx: Tx,
  { gameId }: Rpc['games.getAddressees']['request'],
): Promise<Rpc['games.getAddressees']['reply']> {
  const rows = await tx.query<{ id: string }>(addressees, [gameId]);
  return { userIds: rows.map(({ id }) => id) };
}

/** A game in which it is somebody's turn. */
interface Turn extends Pick<NoticeRow, 'at'> {
  readonly gameId: string;
  readonly gameType: GameType;
  readonly isPrivate: boolean;
  readonly opponent: string;
}

const turns = statement(
  'games.turns',
  `select g.id as "gameId", g.game_type as "gameType", g.private as "isPrivate", ${nameOf('person')} as opponent,
          ${isoTime('g.updated_at')} as at
     from games g join people person on person.id = ${other}
    where g.id = any($2::text[]) and ${isPlayed} and ${mover} = $1`,
);

/** Those of these games in which it is this person's turn. */
export async function readTurnNotices(tx: Tx, { userId, ids }: GetNotices): Promise<{ rows: readonly NoticeRow[] }> {
  const found = await tx.query<Turn>(turns, [userId, ids]);
  return {
    rows: found.map(({ gameId, gameType, isPrivate, opponent, at }) => ({
      text: turnText(opponent, gameType),
      path: `/games/${gameId}`,
      isPrivate,
      thread: gameId,
      actors: [opponent],
      at,
    })),
  };
}
