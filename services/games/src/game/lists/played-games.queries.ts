import { canonicalName, checkWellFormed } from '@parlour/contracts/text/checks';
import { DomainError, refuse } from '@parlour/contracts/errors';
import type { GameRowWire, ScoreWire } from '@parlour/contracts/games/games';
import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import type { Rpc } from '@parlour/contracts/rpc';
import { type BoundStatement, statement, type Tx } from '@parlour/kernel/database/database';
import { afterAll, type PageRow, readPage, rowsRead } from '@parlour/kernel/database/pages';
import { idOfName } from '@parlour/kernel/database/row-expressions';
import type { JsonPage } from '@parlour/kernel/rpc/json';
import { endedUnbegun, rowJoins, rowJson } from '../game-row.queries.ts';
import { visibleTo } from '../visibility.ts';

/** The row after which a page begins. */
interface Place {
  readonly at: string;
  readonly position: number | string;
}

interface ListRow extends PageRow {
  readonly listedAt: Date;
  readonly position: number;
}

/** Before the latest game. */
const start: Place = { at: 'infinity', position: afterAll };

/** SQL: the id of the person `$2`; null if there is none. */
const player = idOfName('$2::text');

/** SQL: whether game `g` runs or has been played. */
const begun = `g.status <> 'WAITING_TO_START' and not ${endedUnbegun('g')}`;

/** SQL: the games `g` of the player in one seat that have begun, which the viewer may know of. */
const inSeat = (seat: 'player1' | 'player2'): string =>
  `games g where g.${seat} = ${player} and ${begun} and ${visibleTo('$1')}`;

/** SQL: rows for both seats. Nobody sits in both, so none comes twice. */
const inBothSeats = (rows: (games: string) => string): string =>
  (['player1', 'player2'] as const).map((seat) => `(${rows(inSeat(seat))})`).join(' union all ');

const total = `select count(*) from (select from (${inBothSeats(
  (games) => `select from ${games} limit ${limits.countedExactly + 1}`,
)}) played limit ${limits.countedExactly + 1}) counted`;

/** One page of the games that a person plays or has played, those that changed last first. */
export async function readPlayedGames(
  tx: Tx,
  request: Rpc['games.getPlayed']['request'],
  viewer: string,
): Promise<JsonPage<GameRowWire>> {
  refuse(checkWellFormed(request.username));
  const most = rowsRead(request.limit);
  const earlier = inBothSeats(
    (games) => `select g.id, g.listed_at, g.listed_position from ${games}
        and (g.listed_at, g.listed_position) < ($3::timestamptz, $4::bigint)
      order by g.listed_at desc, g.listed_position desc limit ${most}`,
  );
  const list = statement(
    `games.played.${most}`,
    `select ${rowJson}::text as json, l.listed_at as "listedAt", l.listed_position as position, (${total}) as total
       from (select * from (${earlier}) l order by l.listed_at desc, l.listed_position desc limit ${most}) l
       join games g on g.id = l.id ${rowJoins} order by l.listed_at desc, l.listed_position desc`,
  );
  const after = ({ at, position }: Place): BoundStatement => ({
    statement: list,
    values: [viewer, canonicalName(request.username), at, position],
  });
  return readPage<GameRowWire, ListRow>(tx, request, {
    rows: after(request.cursor === undefined ? start : parseCursor(request.cursor)),
    total: () => after(start),
    cursorOf: ({ listedAt, position }) => `${listedAt.getTime()}.${position}`,
  });
}

/** @throws {DomainError} `request.invalid` for a cursor that no list returned */
function parseCursor(text: string): Place {
  const [, at, position] = /^(\d{1,14})\.(\d{1,15})$/.exec(text) ?? [];
  if (at === undefined || position === undefined) throw new DomainError('request.invalid', messages.requestInvalid);
  return { at: new Date(Number(at)).toISOString(), position: Number(position) };
}

// The same wins that the leaderboard counts: see `endOf`.
const scores = statement(
  'games.scores',
  `select g.game_type as "gameType", (count(*) filter (where g.winner = $1))::int as won,
          (count(*) filter (where g.winner <> $1))::int as lost
     from (select * from games h where h.player1 = $1 and h.player2 = ${player} and h.status = 'OVER'
           union all
           select * from games h where h.player1 = ${player} and h.player2 = $1 and h.status = 'OVER') g
    where g.winner is not null and (g.ended_by = 'play' or g.move_count >= 2)
    group by g.game_type order by g.game_type`,
);

/** How often the viewer and another person have won against each other, by type of game. */
export async function readScores(
  tx: Tx,
  { username }: Rpc['games.getScores']['request'],
  viewer: string,
): Promise<Rpc['games.getScores']['reply']> {
  refuse(checkWellFormed(username));
  return { scores: await tx.query<ScoreWire>(scores, [viewer, canonicalName(username)]) };
}
