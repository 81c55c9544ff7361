import { DomainError } from '@parlour/contracts/errors';
import type { GameRowWire, GameStatus, GameType } from '@parlour/contracts/games/games';
import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import type { Rpc } from '@parlour/contracts/rpc';
import { type BoundStatement, statement, type Tx } from '@parlour/kernel/database/database';
import { StatementValues } from '@parlour/kernel/database/statement-values';
import { type PageRow, readPage, rowsRead } from '@parlour/kernel/database/pages';
import type { JsonPage } from '@parlour/kernel/rpc/json';
import { knownType } from '../deciders/creation.decider.ts';
import { endedUnbegun, rowJoins, rowJson } from '../game-row.queries.ts';
import { visibleTo } from '../visibility.ts';

/**
 * The order of statuses in a list without a status filter: a cursor refers to an index here.
 * Source: decisions G-6.
 */
const ranks = ['WAITING_TO_START', 'IN_PROGRESS', 'OVER'] as const satisfies readonly GameStatus[];

/** SQL: waiting games without activity for this long are not listed. */
const active = `listed_at > now() - interval '${limits.waitingGameHours} hours'`;

/** SQL: the game of the row `l` of `game_viewers` did not end before it began. */
const viewedGameBegan = `not exists (select from games ended where ended.id = l.game_id and ${endedUnbegun('ended')})`;

/** Which list: owner, type, statuses. */
interface Listing {
  readonly visibility: Rpc['games.getGames']['request']['visibility'];
  readonly gameType: GameType | undefined;
  readonly statuses: readonly GameStatus[];
}

/** The row after which a page begins. */
interface Place {
  readonly rank: number;
  readonly at: string;
  readonly position: number;
}

interface ListRow extends PageRow {
  readonly rank: number;
  readonly listedAt: Date;
  readonly position: number;
}

/**
 * One page of a list of games for this viewer: waiting games, then running ones, each by latest
 * activity.
 * @throws {DomainError} `game.type`; `request.invalid` for an invalid cursor
 */
export async function readGameList(
  tx: Tx,
  request: Rpc['games.getGames']['request'],
  viewer: string,
): Promise<JsonPage<GameRowWire>> {
  const { visibility, gameType, status, limit, cursor } = request;
  const listing: Listing = {
    visibility,
    gameType: gameType === undefined ? undefined : knownType(gameType),
    statuses: status === undefined ? ['WAITING_TO_START', 'IN_PROGRESS'] : [status],
  };
  const after = cursor === undefined ? undefined : parseCursor(cursor, listing.statuses);
  return readPage<GameRowWire, ListRow>(tx, request, {
    rows: askRows(listing, after, viewer, limit),
    total: () => askRows(listing, undefined, viewer, limit),
    cursorOf: ({ rank, listedAt, position }) => `${rank}.${listedAt.getTime()}.${position}`,
  });
}

/** The statement for the rows of a page and at least one more, each with the list's total. */
function askRows(listing: Listing, after: Place | undefined, viewer: string, limit: number): BoundStatement {
  const values = new StatementValues();
  const person = values.put(viewer, 'text');
  const type = listing.gameType && values.put(listing.gameType, 'text');
  const place = after && `${values.put(after.at, 'timestamptz')}, ${values.put(after.position, 'bigint')}`;
  const read = rowsRead(limit);
  const branches = listing.statuses.flatMap((status) => {
    const rank = ranks.indexOf(status);
    if (after && rank < after.rank) return [];
    return waysTo(listing, status, person, type).map((conditions) => {
      if (after && rank === after.rank) conditions.push(`(l.listed_at, l.listed_position) < (${place})`);
      return `(select ${rank} as rank, l.${listing.visibility === 'Public' ? 'id' : 'game_id'} as id, l.listed_at, l.listed_position
      from ${tableOf(listing)} where ${conditions.join(' and ')}
     order by l.listed_at desc, l.listed_position desc limit ${read})`;
    });
  });
  const order = 'order by l.rank, l.listed_at desc, l.listed_position desc';
  // Limited before anything else is read for a row.
  const text = `select ${rowJson}::text as json, (${totalOf(listing, person, type)}) as total,
      l.rank, l.listed_at as "listedAt", l.listed_position as position
    from (select * from (${branches.join(' union all ')}) l ${order} limit ${read}) l
    join games g on g.id = l.id and ${visibleTo(person)} ${rowJoins} ${order}`;
  const name = `${nameFor('games.list', listing)}.${read}${after ? `.after${after.rank}` : ''}`;
  return { statement: statement(name, text), values: values.list };
}

/**
 * SQL: the total of a list. Running and finished public games are counted by events; waiting ones,
 * which time out of lists, and the viewer's own are counted up to a thousand per status. Source:
 * decisions T-5.
 */
function totalOf(listing: Listing, person: string, type: string | undefined): string {
  const counts = listing.statuses.flatMap((status) => {
    if (listing.visibility !== 'Public' || status === 'WAITING_TO_START') {
      return waysTo(listing, status, person, type).map(
        (conditions) => `(select count(*) from (select from ${tableOf(listing)}
        where ${conditions.join(' and ')} limit ${limits.countedExactly + 1}) counted)`,
      );
    }
    return `coalesce((select sum(t.games) from game_totals t
      where t.status = '${status}' ${type === undefined ? '' : `and t.game_type = ${type}`}), 0)::bigint`;
  });
  return `select ${counts.join(' + ')}`;
}

/** The name of a list's prepared statement: one for each text. */
function nameFor(prefix: string, { visibility, gameType, statuses }: Listing): string {
  return [prefix, visibility, ...statuses, ...(gameType === undefined ? [] : ['type'])].join('.');
}

/** SQL: the sources of the games `l` of a list, each read by an index. */
function tableOf({ visibility }: Listing): string {
  return visibility === 'Public' ? 'games l' : 'game_viewers l';
}

/**
 * SQL: the conditions on the games `l` of one status, for each source. A waiting public rematch is
 * listed only for the two who can sit there: it is not open to others.
 */
function waysTo(listing: Listing, status: GameStatus, person: string, type: string | undefined): string[][] {
  const conditions = conditionsOf(listing, status, person, type);
  if (listing.visibility !== 'Public' || status !== 'WAITING_TO_START') return [conditions];
  return [
    [...conditions, 'l.rematch_of is null'],
    [...conditions, 'l.rematch_of is not null', `(l.kept1 = ${person} or l.kept2 = ${person})`],
  ];
}

/** SQL: the conditions on the games `l` of one status. */
function conditionsOf({ visibility }: Listing, status: GameStatus, person: string, type: string | undefined): string[] {
  const conditions = [visibility === 'Public' ? 'not l.private' : `l.user_id = ${person}`, `l.status = '${status}'`];
  if (visibility === 'Host') conditions.push('l.host');
  if (type !== undefined) conditions.push(`l.game_type = ${type}`);
  if (status === 'WAITING_TO_START') conditions.push(active);
  if (status === 'OVER') conditions.push(visibility === 'Public' ? `not ${endedUnbegun('l')}` : viewedGameBegan);
  return conditions;
}

/** @throws {DomainError} `request.invalid` for a cursor of a list with other statuses */
function parseCursor(text: string, statuses: readonly GameStatus[]): Place {
  const [, rank, at, position] = /^([012])\.(\d{1,14})\.(\d{1,15})$/.exec(text) ?? [];
  const status = ranks[Number(rank)];
  if (status === undefined || !statuses.includes(status)) {
    throw new DomainError('request.invalid', messages.requestInvalid);
  }
  return { rank: Number(rank), at: new Date(Number(at)).toISOString(), position: Number(position) };
}

const mine = statement(
  'games.mine',
  `select ${rowJson} as row from (
     select * from (
       select o.id, o.updated_at, o.move_count % 2 = 0 as turn from games o where o.player1 = $1 and o.status = 'IN_PROGRESS'
       union all
       select o.id, o.updated_at, o.move_count % 2 = 1 from games o where o.player2 = $1 and o.status = 'IN_PROGRESS'
     ) p order by p.turn desc, p.updated_at desc, p.id limit ${limits.page.greatest}
   ) p join games g on g.id = p.id and ${visibleTo('$1')} ${rowJoins}
   order by p.turn desc, p.updated_at desc, p.id`,
);

/** A person's running games, those where it is their turn first, each by latest move. */
export async function readOwnGames(tx: Tx, viewer: string): Promise<GameRowWire[]> {
  return (await tx.query<{ row: GameRowWire }>(mine, [viewer])).map(({ row }) => row);
}
