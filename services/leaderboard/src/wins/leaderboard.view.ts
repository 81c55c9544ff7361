import { canonicalName, checkWellFormed } from '@parlour/contracts/checks';
import { DomainError, refuse } from '@parlour/contracts/errors';
import { gameTypes } from '@parlour/contracts/games';
import type { LeaderboardRowWire } from '@parlour/contracts/leaderboard';
import { messages } from '@parlour/contracts/messages';
import type { Page, Rpc } from '@parlour/contracts/rpc';
import { type Asked, statement, type Tx } from '@parlour/kernel/database/database';
import { cutPage, rowsRead } from '@parlour/kernel/database/pages';
import { byName, ranked } from './ranking.ts';
import { allGames } from './win.view.ts';

const winsOf = statement(
  'leaderboard.winsOf',
  `select coalesce(w.wins, 0) as wins
     from people p left join wins w on w.user_id = p.id and w.game_type = $2
    where p.canonical_name = $1 and not p.deleted`,
);

const total = statement(
  'leaderboard.total',
  `with ${ranked} select coalesce(sum(r.players), 0)::bigint as total from ranked r`,
);

const followedTotal = statement(
  'leaderboard.followedTotal',
  `select count(*) as total
     from follows f
     join wins w on w.user_id = f.followed_id and w.game_type = $1
     join people p on p.id = f.followed_id and not p.deleted
    where f.follower_id = $2`,
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
  name: string;
  canonical_name: string;
  wins: number;
  rank: number;
}

/**
 * One page of those who have won, by wins, then by name: one statement for the rows, one for the total. `viewer` matters to a list of those alone
 * whom he follows; he is not in it himself.
 * @throws {DomainError} `game.type`; `request.invalid` for a cursor that no list gave
 */
export async function readLeaderboard(
  tx: Tx,
  request: Rpc['leaderboard.getLeaderboard']['request'],
  viewer: string,
): Promise<Page<LeaderboardRowWire>> {
  const rows = askRows(request, viewer);
  const gameType = rowsOf(request.gameType);
  const [found, [counted]] = await Promise.all([
    tx.query<RowColumns>(rows.statement, rows.values),
    request.followingOnly
      ? tx.query<{ total: number }>(followedTotal, [gameType, viewer])
      : tx.query<{ total: number }>(total, [gameType]),
  ]);
  const { page, last } = cutPage(found, request.limit);
  return {
    rows: page.map(({ name, wins, rank }) => ({ username: name, wins, globalRank: rank })),
    total: counted?.total ?? 0,
    next: last ? `${last.wins}.${last.canonical_name}` : null,
  };
}

/** The rows of a page, and one more where there are more. */
export function askRows(request: Rpc['leaderboard.getLeaderboard']['request'], viewer: string): Asked {
  const { limit, cursor, followingOnly } = request;
  const gameType = rowsOf(request.gameType);
  const most = rowsRead(limit);
  // Before everybody: nobody has won so often.
  const { wins, name } = cursor === undefined ? { wins: 2 ** 31 - 1, name: '' } : parseCursor(cursor);
  if (followingOnly) {
    return {
      statement: statement(`leaderboard.followed.${most}`, followed(most)),
      values: [gameType, wins, name, viewer],
    };
  }
  return { statement: statement(`leaderboard.everybody.${most}`, everybody(most)), values: [gameType, wins, name] };
}

/** Above so many people of equal wins their first names are found sooner by walking through all people by name than by sorting them. */
const crowd = 1_000;

/**
 * Equal wins are read together, from as many numbers of wins as a page can show; the cursor's own number first. How many rows that touches does not
 * grow with how many people have won.
 */
function everybody(most: number): string {
  const later = `${byName} > case when r.wins = $2::int then $3::text else '' end`;
  return `with ${ranked}, start as (select min(s.rank) as rank from ranked s where s.wins < $2::int)
    select p.name, p.canonical_name, r.wins, r.rank
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
}

function followed(most: number): string {
  return `with ${ranked}
    select p.name, p.canonical_name, r.wins, r.rank
      from follows f
      join wins w on w.user_id = f.followed_id and w.game_type = $1
      join people p on p.id = f.followed_id and not p.deleted
      join ranked r on r.wins = w.wins
     where f.follower_id = $4 and (w.wins < $2::int or (w.wins = $2::int and ${byName} > $3::text))
     order by r.wins desc, ${byName} limit ${most}`;
}

/**
 * Which rows a game's type means; all games together where none is named.
 * @throws {DomainError} `game.type`
 */
function rowsOf(gameType: string | undefined): string {
  if (gameType === undefined) return allGames;
  if (!gameTypes.some((known) => known === gameType)) throw new DomainError('game.type', messages.gameTypeInvalid);
  return gameType;
}

/** @throws {DomainError} `request.invalid` for a cursor that no list gave */
function parseCursor(text: string): { wins: number; name: string } {
  refuse(checkWellFormed(text));
  const [, wins, name] = /^(\d{1,9})\.(.+)$/su.exec(text) ?? [];
  if (wins === undefined || name === undefined) throw new DomainError('request.invalid', messages.requestInvalid);
  return { wins: Number(wins), name };
}
