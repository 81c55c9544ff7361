import { DomainError } from '@parlour/contracts/errors';
import type { Page, Rpc } from '@parlour/contracts/rpc';
import type { WholesRequest } from '@parlour/contracts/calls';
import type { DeclinedGameWire, GameMove, GameRowWire, GameWire } from '@parlour/contracts/games/games';
import { messages } from '@parlour/contracts/messages';
import { replay } from '@parlour/rules/games';
import { moverAt } from '@parlour/rules/rules';
import { type Statement, statement, type Tx } from '@parlour/kernel/database/database';
import { isoTime, nameOf } from '@parlour/kernel/database/row-expressions';
import { Json } from '@parlour/kernel/rpc/json';
import { gameStream } from './deciders/game.decider.ts';
import type { LiveGame } from './game.live.ts';
import { endedUnbegun, rowJoins, rowJson, seatsKept } from './game-row.queries.ts';
import { viewersOf, visibleTo } from './visibility.ts';

/** SQL: whether somebody declined a game by the event `e`. Only the log has who did. */
const isDeclineOf = (game: string): string =>
  `e.stream_id = '${gameStream('')}' || ${game}.id and e.type = 'InvitationDeclined'`;

/** SQL: the names of those who declined the game `g`, in that order; null for nobody. */
const declinedNames = `(select json_agg(${nameOf('person')} order by e.version)
    from events e join people person on person.id = e.data ->> 'userId' where ${isDeclineOf('g')})`;

/**
 * SQL: when the game `g` began. Nobody sits down in a running game, and against the computer both
 * seats are taken from the start.
 */
const beganAt = `(select ${isoTime('e.occurred_at')} from events e
    where e.stream_id = '${gameStream('')}' || g.id and e.type in ('GameCreated', 'PlayerJoined')
    order by e.version desc limit 1)`;

/** SQL: the columns of `GameRead` of the game `g`, with `rowJoins`. */
const pageColumns = `${rowJson} as row,
  (select coalesce(json_agg(m.move order by m.number), '[]') from game_moves m where m.game_id = g.id) as moves,
  json_strip_nulls(json_build_object('endedBy', g.ended_by, 'rematchOf', g.rematch_of,
    'beganAt', case when g.status = 'OVER' then ${beganAt} end,
    'declinedPlayers', case when g.private and g.status = 'WAITING_TO_START' then ${declinedNames} end,
    'rematchID', (select r.id from games r where r.rematch_of = g.id and not ${endedUnbegun('r')} limit 1))) as more`;

interface GameRead {
  readonly row: GameRowWire;
  readonly moves: readonly GameMove[];
  /** The fields that a row lacks. */
  readonly more: Pick<GameWire, 'endedBy' | 'beganAt' | 'rematchOf' | 'declinedPlayers' | 'rematchID'>;
}

/** The game as browsers get it. Its position follows from the moves, by the rules. */
function gameOf({ row, moves: made, more }: GameRead): GameWire {
  const { gameID, gameType, state } = row;
  const names = [state.player1 ?? '', state.player2 ?? ''];
  const moves = made.map((move, count) => ({ playerID: names[moverAt(count)] ?? '', gameID, move }));
  return { ...row, state: { ...state, moves, ...replay(gameType, made).at(-1) }, ...more };
}

/** A game and its viewer. */
export interface GameAsker {
  readonly id: string;
  readonly viewer: string;
}

const askedFor = (name: string, columns: string): Statement =>
  statement(
    name,
    `select ${columns} from unnest($1::text[], $2::text[]) with ordinality as w(id, viewer, n)
       join games g on g.id = w.id and ${visibleTo('w.viewer')} ${rowJoins} order by w.n`,
  );

const pages = askedFor('games.pages', pageColumns);
const rows = askedFor('games.rows', `${rowJson}::text as json`);

/**
 * Reads games with all their moves, each as its viewer sees it.
 * @throws {DomainError} `game.unknown` if one of them does not exist for its viewer
 */
export async function readGames(tx: Tx, asked: readonly GameAsker[]): Promise<GameWire[]> {
  return (await readAll<GameRead>(tx, pages, asked)).map(gameOf);
}

/**
 * The same of one game.
 * @throws {DomainError} `game.unknown`
 */
export async function readGame(
  tx: Tx,
  { gameId: id }: Rpc['games.getGame']['request'],
  viewer: string,
): Promise<GameWire> {
  const [game] = await readGames(tx, [{ id, viewer }]);
  return game as GameWire; // one reply per request, or an error
}

/** Reads games with all their moves, those of them that the viewer may see. */
export async function readWholeGames(tx: Tx, { ids }: WholesRequest, viewer: string): Promise<Page<GameWire>> {
  const found = await tx.query<GameRead>(pages, [ids, ids.map(() => viewer)]);
  return { rows: found.map(gameOf), total: ids.length, next: null };
}

/**
 * Reads games as lists show them, without moves.
 * @throws {DomainError} `game.unknown` if one of them does not exist for its viewer
 */
export async function readGameRows(tx: Tx, asked: readonly GameAsker[]): Promise<Json<GameRowWire>[]> {
  return (await readAll<{ json: string }>(tx, rows, asked)).map(({ json }) => new Json(json));
}

/** Reads nothing: whoever declined a game may not see it any more. */
export async function readDeclined(_: Tx, asked: readonly GameAsker[]): Promise<DeclinedGameWire[]> {
  return asked.map(({ id: gameID }) => ({ gameID }));
}

async function readAll<Row extends object>(tx: Tx, reading: Statement, asked: readonly GameAsker[]): Promise<Row[]> {
  const found = await tx.query<Row>(reading, [asked.map((one) => one.id), asked.map((one) => one.viewer)]);
  if (found.length !== asked.length) throw new DomainError('game.unknown', messages.gameUnknown);
  return found;
}

const played = statement(
  'games.played',
  `select array(select p.id from people p where p.id in (g.created_by, g.player1, g.player2) and p.deleted) as deleted,
          array(select p.id from people p where p.id in (g.created_by, g.player1, g.player2) and not p.deleted) as others,
          array(select e.data ->> 'userId' from games r join events e on ${isDeclineOf('r')}
                 where r.rematch_of = g.id and r.ended_by = 'declined') as declined,
          (select count(*) from games r where r.rematch_of = g.id and ${endedUnbegun('r')})::int as unbegun
     from games g where g.id = $1`,
);

/** What its rematch depends on, besides the game itself. */
export interface PlayedGame {
  /** Which of its host and players are deleted. */
  readonly deleted: readonly string[];
  /** The others of them. */
  readonly others: readonly string[];
  /** Who has declined a rematch of it. */
  readonly declined: readonly string[];
  /** How many of its rematches ended before they began. */
  readonly unbegun: number;
}

/** What the rematch of a game depends on. */
export async function readPlayed(tx: Tx, gameId: string): Promise<PlayedGame> {
  const [found] = await tx.query<PlayedGame>(played, [gameId]);
  return found ?? { deleted: [], others: [], declined: [], unbegun: 0 };
}

const live = statement(
  'games.live',
  `select ${pageColumns}, g.private, ${viewersOf} as viewers, array_remove(array[g.player1, g.player2], null) as players,
          case when ${seatsKept} then array[g.kept1, g.kept2] else '{}' end as "keptFor"
     from unnest($1::text[]) as w(id) join games g on g.id = w.id ${rowJoins}`,
  'kept',
);

/** Reads games by id for live messages, without a visibility check. */
export async function readLiveGames(tx: Tx, ids: readonly string[]): Promise<Map<string, LiveGame>> {
  const found = await tx.query<GameRead & Omit<LiveGame, 'game'>>(live, [ids]);
  return new Map(found.map((read) => [read.row.gameID, { ...read, game: gameOf(read) }]));
}
