import { DomainError } from '@parlour/contracts/errors';
import type { GameRowWire, GameStatus, GameType } from '@parlour/contracts/games';
import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import type { Page, Rpc } from '@parlour/contracts/rpc';
import { type BoundStatement, statement, type Tx } from '@parlour/kernel/database/database';
import { cutPage, rowsRead } from '@parlour/kernel/database/pages';
import { knownType } from './creation.decider.ts';
import { type RowColumns, rowColumns, rowOf } from './game-row.view.ts';
import { visibleTo } from './visibility.ts';

/** What a list shows unless it is asked for one status, the first first: a cursor names its place here. Source: decisions G-6. */
const ranks = ['WAITING_TO_START', 'IN_PROGRESS', 'OVER'] as const satisfies readonly GameStatus[];

/** SQL: waiting games that nobody touched for so long have left the lists. */
const touched = `listed_at > now() - interval '${limits.waitingGameHours} hours'`;

/** Which list: whose, of which type, of which statuses. */
interface Listing {
  readonly visibility: Rpc['games.getGames']['request']['visibility'];
  readonly gameType: GameType | undefined;
  readonly statuses: readonly GameStatus[];
}

/** The row that a page comes after. */
interface Place {
  readonly rank: number;
  readonly at: string;
  readonly position: number;
}

/** The values of a statement whose text depends on what is asked. */
class Values {
  readonly list: unknown[] = [];

  put(value: unknown, type: string): string {
    return `$${this.list.push(value)}::${type}`;
  }
}

/**
 * One page of a list of games as this viewer may see it: waiting games, then running ones, of each those first to which something happened last;
 * one statement for the rows, one for the total.
 * @throws {DomainError} `game.type`; `request.invalid` for a cursor that no list gave
 */
export async function readGameList(
  tx: Tx,
  request: Rpc['games.getGames']['request'],
  viewer: string,
): Promise<Page<GameRowWire>> {
  const { visibility, gameType, status, cursor } = request;
  const listing: Listing = {
    visibility,
    gameType: gameType === undefined ? undefined : knownType(gameType),
    statuses: status === undefined ? ['WAITING_TO_START', 'IN_PROGRESS'] : [status],
  };
  const after = cursor === undefined ? undefined : parseCursor(cursor, listing.statuses);
  const rows = askRows(listing, after, viewer, request.limit);
  const total = askTotal(listing, viewer);
  const [found, [counted]] = await Promise.all([
    tx.query<RowColumns & { rank: number; listed_at: Date; listed_position: number }>(rows.statement, rows.values),
    tx.query<{ total: number }>(total.statement, total.values),
  ]);
  const { page, last } = cutPage(found, request.limit);
  const next = last ? `${last.rank}.${last.listed_at.getTime()}.${last.listed_position}` : null;
  return { rows: page.map(rowOf), total: counted?.total ?? 0, next };
}

/** The rows of a page, and more where there are. */
function askRows(listing: Listing, after: Place | undefined, viewer: string, limit: number): BoundStatement {
  const values = new Values();
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
  // Cut before anything is read for a row.
  const text = `select ${rowColumns}, l.rank, l.listed_at, l.listed_position
    from (select * from (${branches.join(' union all ')}) l ${order} limit ${read}) l
    join games g on g.id = l.id and ${visibleTo(person)} ${order}`;
  const name = `${nameFor('games.list', listing)}.${read}${after ? `.after${after.rank}` : ''}`;
  return { statement: statement(name, text), values: values.list };
}

/**
 * How many games a list has. The running and ended public ones are counted by events; waiting ones, which leave lists by time, and one's own are
 * counted to the first thousand of each status. Source: decisions T-5.
 */
function askTotal(listing: Listing, viewer: string): BoundStatement {
  const values = new Values();
  const counted = listing.visibility === 'Public' && !listing.statuses.includes('WAITING_TO_START');
  const person = counted ? '' : values.put(viewer, 'text');
  const type = listing.gameType && values.put(listing.gameType, 'text');
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
  return {
    statement: statement(nameFor('games.total', listing), `select ${counts.join(' + ')} as total`),
    values: values.list,
  };
}

/** The name to prepare a list's statement under: one for each text. */
function nameFor(prefix: string, { visibility, gameType, statuses }: Listing): string {
  return [prefix, visibility, ...statuses, ...(gameType === undefined ? [] : ['type'])].join('.');
}

/** SQL: what the games `l` of a list are read from, each of its ways by an index. */
function tableOf({ visibility }: Listing): string {
  return visibility === 'Public' ? 'games l' : 'game_viewers l';
}

/**
 * SQL: what the games `l` of one status fulfil, for each way to them. A public rematch that waits
 * is listed for the two alone who can sit there: to all others it is not open.
 */
function waysTo(listing: Listing, status: GameStatus, person: string, type: string | undefined): string[][] {
  const conditions = conditionsOf(listing, status, person, type);
  if (listing.visibility !== 'Public' || status !== 'WAITING_TO_START') return [conditions];
  return [
    [...conditions, 'l.rematch_of is null'],
    [...conditions, 'l.rematch_of is not null', `(l.kept1 = ${person} or l.kept2 = ${person})`],
  ];
}

/** SQL: what the games `l` of one status fulfil. */
function conditionsOf({ visibility }: Listing, status: GameStatus, person: string, type: string | undefined): string[] {
  const conditions = [visibility === 'Public' ? 'not l.private' : `l.user_id = ${person}`, `l.status = '${status}'`];
  if (visibility === 'Host') conditions.push('l.host');
  if (type !== undefined) conditions.push(`l.game_type = ${type}`);
  if (status === 'WAITING_TO_START') conditions.push(touched);
  return conditions;
}

/** @throws {DomainError} `request.invalid` for a cursor that no list of these statuses gave */
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
  `select ${rowColumns} from (
     select p.id from (
       select o.id, o.updated_at, o.move_count % 2 = 0 as turn from games o where o.player1 = $1 and o.status = 'IN_PROGRESS'
       union all
       select o.id, o.updated_at, o.move_count % 2 = 1 from games o where o.player2 = $1 and o.status = 'IN_PROGRESS'
     ) p order by p.turn desc, p.updated_at desc, p.id limit ${limits.page.greatest}
   ) p join games g on g.id = p.id and ${visibleTo('$1')}
   order by (g.move_count % 2 = 0) = (g.player1 = $1) desc, g.updated_at desc, g.id`,
);

/** The running games that somebody plays in, those in which it is his turn first, of each those that were moved in last. */
export async function readOwnGames(tx: Tx, viewer: string): Promise<GameRowWire[]> {
  return (await tx.query<RowColumns>(mine, [viewer])).map(rowOf);
}
