import { canonicalName, checkWellFormed } from '@parlour/contracts/text/checks';
import { DomainError, refuse } from '@parlour/contracts/errors';
import { gameTypes } from '@parlour/contracts/games/games';
import type { GameWinsWire, LeaderboardRowWire } from '@parlour/contracts/leaderboard/leaderboard';
import { messages } from '@parlour/contracts/messages';
import type { Rpc } from '@parlour/contracts/rpc';
import { type BoundStatement, type Statement, statement, type Tx } from '@parlour/kernel/database/database';
import { type PageRow, readPage, rowsRead } from '@parlour/kernel/database/pages';
import type { JsonPage } from '@parlour/kernel/rpc/json';
import { boardOf } from './period.ts';
import { allGames } from './win.entity.ts';

const winsOf = statement(
  'leaderboard.winsOf',
  `select coalesce(w.wins, 0) as wins, (
            select coalesce(json_agg(json_build_object('gameType', g.game_type, 'wins', g.wins) order by g.wins desc, g.game_type), '[]')
              from wins g where g.user_id = p.id and $2 = '${allGames}' and g.game_type <> $2) as "byGame"
     from people p left join wins w on w.user_id = p.id and w.game_type = $2
    where p.canonical_name = $1 and not p.deleted`,
);

/**
 * How often this person has won; of all types of games together, also by type.
 * @throws {DomainError} `game.type`, `user.unknown`
 */
export async function readWins(
  tx: Tx,
  { username, gameType }: Rpc['leaderboard.getWins']['request'],
): Promise<Rpc['leaderboard.getWins']['reply']> {
  refuse(checkWellFormed(username));
  const [row] = await tx.query<{ wins: number; byGame: readonly GameWinsWire[] }>(winsOf, [
    canonicalName(username),
    typeOf(gameType),
  ]);
  if (!row) throw new DomainError('user.unknown', messages.userUnknown);
  const { wins, byGame } = row;
  return gameType === undefined ? { wins, byGame } : { wins };
}

/** A place in the list. */
interface Place {
  readonly wins: number;
  /** The canonical name. */
  readonly name: string;
}

/** Before everybody: nobody has won so often. */
const start: Place = { wins: 2 ** 31 - 1, name: '' };

/**
 * One page of the winners, by wins, then by name; in the month or the week of `now`, or ever.
 * With `followingOnly`, only people that `viewer` follows, without the viewer.
 * @throws {DomainError} `game.type`; `request.invalid` for an invalid cursor
 */
export async function readLeaderboard(
  tx: Tx,
  request: Rpc['leaderboard.getLeaderboard']['request'],
  viewer: string,
  now: Date,
): Promise<JsonPage<LeaderboardRowWire>> {
  const { period = 'all' } = request;
  const gameType = typeOf(request.gameType);
  const board = period === 'all' ? gameType : boardOf(gameType, period, now);
  const tables = period === 'all' ? ofAllTime : ofPeriods;
  const most = rowsRead(request.limit);
  const { page, values } = request.followingOnly
    ? { page: followed(most, tables), values: [board, viewer] }
    : { page: everybody(most, tables), values: [board] };
  const after = ({ wins, name }: Place): BoundStatement => ({ statement: page, values: [...values, wins, name] });
  return readPage<LeaderboardRowWire, PageRow & Place>(tx, request, {
    rows: after(request.cursor === undefined ? start : parseCursor(request.cursor)),
    total: () => after(start),
    cursorOf: ({ wins, name }) => `${wins}.${name}`,
  });
}

/** Where wins are, by the board that is asked for. */
interface Tables {
  readonly name: string;
  readonly wins: string;
  readonly counts: string;
  /** The column that has the board. */
  readonly key: string;
}

const ofAllTime: Tables = { name: 'leaderboard', wins: 'wins', counts: 'win_counts', key: 'game_type' };
const ofPeriods: Tables = {
  name: 'leaderboard.periods',
  wins: 'period_wins',
  counts: 'period_win_counts',
  key: 'board',
};

/**
 * SQL: the different numbers of wins on one board ($1) among people who are not deleted, as
 * `ranked(wins, players, rank)`. A rank then costs these few numbers and the deleted accounts, not
 * the players. Source: decisions L-2.
 */
const rankedIn = ({ wins, counts, key }: Tables): string => `gone as materialized (
    select w.wins, count(*)::int as players
      from people d join ${wins} w on w.user_id = d.id and w.${key} = $1
     where d.deleted group by w.wins
  ), ranked as materialized (
    select n.wins, n.players,
           1 + coalesce(sum(n.players) over (order by n.wins desc rows between unbounded preceding and 1 preceding), 0) as rank
      from (select c.wins, c.players - coalesce(g.players, 0) as players
              from ${counts} c left join gone g on g.wins = c.wins where c.${key} = $1) n
     where n.players > 0
  )`;

/**
 * SQL: the sort order among equal wins: the canonical name, by code point, the same on every
 * machine and in every version of its locales.
 */
const byName = `p.canonical_name collate "C"`;

/** SQL: the rows of a page of the winners `p`, each with the total. */
const winners = (total: string, page: string): string => `select (select to_json(fields) from (
       select p.name as username, p.wins, p.rank as "globalRank") fields)::text as json,
       p.wins, p.canonical_name as name, (${total}) as total
    from (${page}) p order by p.wins desc, ${byName}`;

/**
 * From this many people with equal wins on, walking through all people by name is faster than
 * sorting: with p people one skips p / n names per row, so it pays from about the root of 31 p on.
 */
const crowd = 3_000;

/**
 * Everybody who has won, after the place $2, $3. Reads whole groups of equal wins, as many as a
 * page can show; the place's own first. The number of rows read does not grow with the number of
 * winners.
 */
function everybody(most: number, tables: Tables): Statement {
  const { wins, key } = tables;
  const later = `${byName} > case when r.wins = $2::int then $3::text else '' end`;
  const page = `select p.name, p.canonical_name, r.wins, r.rank
      from (select * from ranked n where n.wins = $2::int
             union all select n.* from ranked n, start where n.rank >= start.rank and n.rank < start.rank + ${most}) r
     cross join lateral (
       (select p.name, p.canonical_name
          from ${wins} w cross join lateral (select * from people known where known.id = w.user_id offset 0) p
         where r.players <= ${crowd} and w.${key} = $1 and w.wins = r.wins and not p.deleted and ${later}
         order by ${byName} limit ${most})
       union all
       (select p.name, p.canonical_name from people p
         where r.players > ${crowd} and not p.deleted and ${later}
           and (select w.wins from ${wins} w where w.user_id = p.id and w.${key} = $1) = r.wins
         order by ${byName} limit ${most})
     ) p
     order by r.wins desc, ${byName} limit ${most}`;
  return statement(
    `${tables.name}.everybody.${most}`,
    `with ${rankedIn(tables)}, start as (select min(s.rank) as rank from ranked s where s.wins < $2::int)
     ${winners('select coalesce(sum(n.players), 0)::bigint from ranked n', page)}`,
  );
}

/**
 * The winners that $2 follows, after the place $3, $4. The cost of a page grows with their number.
 */
function followed(most: number, tables: Tables): Statement {
  const { wins, key } = tables;
  const page = `select p.*, (select r.rank from ranked r where r.wins = p.wins) as rank
      from (select * from theirs p where p.wins < $3::int or (p.wins = $3::int and ${byName} > $4::text)
             order by p.wins desc, ${byName} limit ${most}) p`;
  return statement(
    `${tables.name}.followed.${most}`,
    `with ${rankedIn(tables)}, theirs as materialized (
       select p.name, p.canonical_name, w.wins
         from follows f
         join ${wins} w on w.user_id = f.followed_id and w.${key} = $1
         join people p on p.id = f.followed_id and not p.deleted
        where f.follower_id = $2
     ) ${winners('select count(*) from theirs', page)}`,
  );
}

/**
 * The type column's value for a request; all games together if none is given.
 * @throws {DomainError} `game.type`
 */
function typeOf(gameType: string | undefined): string {
  if (gameType === undefined) return allGames;
  if (!gameTypes.some((known) => known === gameType)) throw new DomainError('game.type', messages.gameTypeInvalid);
  return gameType;
}

/** @throws {DomainError} `request.invalid` for an invalid cursor */
function parseCursor(text: string): Place {
  refuse(checkWellFormed(text));
  const [, wins, name] = /^(\d{1,9})\.(.+)$/su.exec(text) ?? [];
  if (wins === undefined || name === undefined) throw new DomainError('request.invalid', messages.requestInvalid);
  return { wins: Number(wins), name };
}
