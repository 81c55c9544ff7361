import { canonicalName, checkWellFormed } from '@parlour/contracts/checks';
import { DomainError, refuse } from '@parlour/contracts/errors';
import { gameTypes } from '@parlour/contracts/games';
import type { LeaderboardRowWire } from '@parlour/contracts/leaderboard';
import { messages } from '@parlour/contracts/messages';
import type { Page, Rpc } from '@parlour/contracts/rpc';
import { type BoundStatement, statement, type Tx } from '@parlour/kernel/database/database';
import { cutPage, rowsRead } from '@parlour/kernel/database/pages';
import { byName, ranked } from './ranking.ts';
import { allGames } from './win.view.ts';

const winsOf = statement(
  'leaderboard.winsOf',
  `select coalesce(w.wins, 0) as wins
     from people p left join wins w on w.user_id = p.id and w.game_type = $2
    where p.canonical_name = $1 and not p.deleted`,
);

/**
 * How often this person has won.
 * @throws {DomainError} `game.type`, `user.unknown`
 */
export async function readWins(tx: Tx, { username, gameType }: Rpc['leaderboard.getWins']['request']): Promise<number> {
  refuse(checkWellFormed(username));
  const [row] = await tx.query<{ wins: number }>(winsOf, [canonicalName(username), rowsOf(gameType)]);
  if (!row) throw new DomainError('user.unknown', messages.userUnknown);
  return row.wins;
}

interface RowColumns {
  total: number;
  /** Null if the page is empty. */
  name: string | null;
  canonical_name: string;
  wins: number;
  rank: number;
}

/**
 * One page of the winners, by wins, then by name, in one statement. With `following`, only people
 * that `viewer` follows, without the viewer.
 * @throws {DomainError} `game.type`; `request.invalid` for an invalid cursor
 */
export async function readLeaderboard(
  tx: Tx,
  request: Rpc['leaderboard.getLeaderboard']['request'],
  viewer: string,
): Promise<Page<LeaderboardRowWire>> {
  const { statement: page, values } = askRows(request, viewer);
  const read = await tx.query<RowColumns>(page, values);
  const found = read.flatMap(({ name, ...row }) => (name === null ? [] : [{ ...row, name }]));
  const { page: rows, last } = cutPage(found, request.limit);
  return {
    rows: rows.map(({ name, wins, rank }) => ({ username: name, wins, globalRank: rank })),
    total: read[0]?.total ?? 0,
    next: last ? `${last.wins}.${last.canonical_name}` : null,
  };
}

/** The rows of a page, and more if there are. */
export function askRows(request: Rpc['leaderboard.getLeaderboard']['request'], viewer: string): BoundStatement {
  const { limit, cursor, followingOnly } = request;
  const gameType = rowsOf(request.gameType);
  const most = rowsRead(limit);
  // Before everybody: nobody has won so often.
  const { wins, name } = cursor === undefined ? { wins: 2 ** 31 - 1, name: '' } : parseCursor(cursor);
  const values = [gameType, wins, name];
  if (!followingOnly) return { statement: statement(`leaderboard.everybody.${most}`, everybody(most)), values };
  return { statement: statement(`leaderboard.followed.${most}`, followed(most)), values: [...values, viewer] };
}

/**
 * From this many people with equal wins on, walking through all people by name is faster than
 * sorting: with p people one skips p / n names per row, so it pays from about the root of 31 p on.
 */
const crowd = 3_000;

/**
 * SQL: the rows of a page, each with the total; one row with only the total if the page is empty.
 */
function withTotal(total: string, page: string): string {
  return `select t.total, x.* from (${total}) t left join (${page}) x on true order by x.wins desc, x.canonical_name collate "C"`;
}

/**
 * Reads whole groups of equal wins, as many as a page can show; the cursor's own first. The number
 * of rows read does not grow with the number of winners.
 */
function everybody(most: number): string {
  const later = `${byName} > case when r.wins = $2::int then $3::text else '' end`;
  const page = `select p.name, p.canonical_name, r.wins, r.rank
      from (select * from ranked n where n.wins = $2::int
             union all select n.* from ranked n, start where n.rank >= start.rank and n.rank < start.rank + ${most}) r
     cross join lateral (
       (select p.name, p.canonical_name
          from wins w cross join lateral (select * from people known where known.id = w.user_id offset 0) p
         where r.players <= ${crowd} and w.game_type = $1 and w.wins = r.wins and not p.deleted and ${later}
         order by ${byName} limit ${most})
       union all
       (select p.name, p.canonical_name from people p
         where r.players > ${crowd} and not p.deleted and ${later}
           and (select w.wins from wins w where w.user_id = p.id and w.game_type = $1) = r.wins
         order by ${byName} limit ${most})
     ) p
     order by r.wins desc, ${byName} limit ${most}`;
  return `with ${ranked}, start as (select min(s.rank) as rank from ranked s where s.wins < $2::int)
    ${withTotal('select coalesce(sum(n.players), 0)::bigint as total from ranked n', page)}`;
}

/** The cost of a page grows with the number of people the viewer follows. */
function followed(most: number): string {
  const page = `select p.name, p.canonical_name, p.wins, (select r.rank from ranked r where r.wins = p.wins) as rank
      from (select * from theirs p where p.wins < $2::int or (p.wins = $2::int and ${byName} > $3::text)
             order by p.wins desc, ${byName} limit ${most}) p`;
  return `with ${ranked}, theirs as materialized (
      select p.name, p.canonical_name, w.wins
        from follows f
        join wins w on w.user_id = f.followed_id and w.game_type = $1
        join people p on p.id = f.followed_id and not p.deleted
       where f.follower_id = $4
    ) ${withTotal('select count(*) as total from theirs', page)}`;
}

/**
 * The type column's value for a request; all games together if none is given.
 * @throws {DomainError} `game.type`
 */
function rowsOf(gameType: string | undefined): string {
  if (gameType === undefined) return allGames;
  if (!gameTypes.some((known) => known === gameType)) throw new DomainError('game.type', messages.gameTypeInvalid);
  return gameType;
}

/** @throws {DomainError} `request.invalid` for an invalid cursor */
function parseCursor(text: string): { wins: number; name: string } {
  refuse(checkWellFormed(text));
  const [, wins, name] = /^(\d{1,9})\.(.+)$/su.exec(text) ?? [];
  if (wins === undefined || name === undefined) throw new DomainError('request.invalid', messages.requestInvalid);
  return { wins: Number(wins), name };
}
