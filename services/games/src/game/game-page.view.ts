import { DomainError } from '@parlour/contracts/errors';
import type { GameMove, GameRowWire, GameWire } from '@parlour/contracts/games';
import { messages } from '@parlour/contracts/messages';
import { replay } from '@parlour/rules/games';
import { moverAt } from '@parlour/rules/rules';
import { statement, type Tx } from '@parlour/kernel/database/database';
import { type RowColumns, rowColumns, rowOf, seatsKept } from './game-row.view.ts';
import { viewersOf, visibleTo } from './visibility.ts';

/** SQL: the columns of the page of game `g`. */
const pageColumns = `${rowColumns}, g.rematch_of, (select r.id from games r where r.rematch_of = g.id limit 1) as rematch_id,
  (select coalesce(json_agg(m.move order by m.number), '[]') from game_moves m where m.game_id = g.id) as moves`;

interface PageColumns extends RowColumns {
  rematch_of: string | null;
  rematch_id: string | null;
  moves: GameMove[];
}

/** The game as browsers get it: its moves, and the resulting position. */
function gameOf(page: PageColumns): GameWire {
  const row = rowOf(page);
  const { state, gameID } = row;
  const names = [page.name1 ?? '', page.name2 ?? ''];
  const moves = page.moves.map((move, count) => ({ playerID: names[moverAt(count)] ?? '', gameID, move }));
  return {
    ...row,
    state: { ...state, moveCount: moves.length, moves, ...replay(page.game_type, page.moves).at(-1) },
    ...(page.ended_by === null ? {} : { endedBy: page.ended_by }),
    ...(page.rematch_of === null ? {} : { rematchOf: page.rematch_of }),
    ...(page.rematch_id === null ? {} : { rematchID: page.rematch_id }),
  };
}

/** A game and its viewer. */
export interface GameAsker {
  readonly id: string;
  readonly viewer: string;
}

/**
 * Reads these columns of games, each for its viewer, in one statement.
 * @throws {DomainError} `game.unknown` if one of them does not exist for its viewer
 */
function reader<Columns extends object, Picture>(
  name: string,
  columns: string,
  pictureOf: (row: Columns) => Picture,
): (tx: Tx, asked: readonly GameAsker[]) => Promise<Picture[]> {
  const games = statement(
    name,
    `select ${columns} from unnest($1::text[], $2::text[]) with ordinality as w(id, viewer, n)
       join games g on g.id = w.id and ${visibleTo('w.viewer')} order by w.n`,
  );
  return async (tx, asked) => {
    const found = await tx.query<Columns>(games, [asked.map((one) => one.id), asked.map((one) => one.viewer)]);
    if (found.length !== asked.length) throw new DomainError('game.unknown', messages.gameUnknown);
    return found.map(pictureOf);
  };
}

/** Games with all their moves, each as its viewer sees it. */
export const readGames = reader<PageColumns, GameWire>('games.pages', pageColumns, gameOf);

/** Games as lists show them, without moves. */
export const readGameRows = reader<RowColumns, GameRowWire>('games.rows', rowColumns, rowOf);

const deleted = statement(
  'games.deleted',
  `select p.id from games g join people p on p.id in (g.created_by, g.player1, g.player2) where g.id = $1 and p.deleted`,
);

/** Which of a game's host and players are deleted. */
export async function readDeleted(tx: Tx, gameId: string): Promise<string[]> {
  const found = await tx.query<{ id: string }>(deleted, [gameId]);
  return found.map(({ id }) => id);
}

/** A game for live messages, with its audience. */
export interface TellableGame {
  readonly game: GameWire;
  readonly row: GameRowWire;
  readonly private: boolean;
  /** For a private game, everybody who may see it. */
  readonly viewers: readonly string[];
  /** The ids of its players, including the computer. */
  readonly players: readonly string[];
  /** For a waiting rematch, the ids of the two who can sit there; otherwise empty. */
  readonly keptFor: readonly string[];
}

const tellable = statement(
  'games.tellable',
  `select ${pageColumns}, ${viewersOf} as viewers, case when ${seatsKept} then array[g.kept1, g.kept2] else '{}' end as kept_for from unnest($1::text[]) as w(id) join games g on g.id = w.id`,
);

/** Games by id, without checking rights. */
export async function readTellableGames(tx: Tx, ids: readonly string[]): Promise<Map<string, TellableGame>> {
  const rows = await tx.query<PageColumns & { viewers: string[]; kept_for: string[] }>(tellable, [ids]);
  return new Map(
    rows.map((page) => [
      page.id,
      {
        game: gameOf(page),
        row: rowOf(page),
        private: page.private,
        viewers: page.viewers,
        players: [page.player1, page.player2].filter((id) => id !== null),
        keptFor: page.kept_for,
      },
    ]),
  );
}
