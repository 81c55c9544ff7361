import { type Envelope, type EnvelopeOf, eventsOf } from '@parlour/contracts/envelope';
import type { GameCreated, GameEnded, GamesEvent, MovePlayed, Seat } from '@parlour/contracts/games';
import { type BoundStatement, statement, type Tx } from '@parlour/kernel/database/database';
import type { View } from '@parlour/kernel/view/view';

/** SQL: a game's status, by its seats and whether it has ended. */
const statusOf = (player1: string, player2: string, endedBy: string): string =>
  `case when ${endedBy} is not null then 'OVER' when ${player1} is not null and ${player2} is not null then 'IN_PROGRESS'
        else 'WAITING_TO_START' end`;

/**
 * SQL: adds the statement's `delta` (game_type, status, games) to the counts of public games.
 * Waiting ones are not counted, because they time out of lists. A finished game was running before,
 * even if both came in one list of events: so each gets a row.
 */
const counting = `insert into game_totals (game_type, status, games)
  select game_type, status, sum(games) from (
    select game_type, status, games from delta where status <> 'WAITING_TO_START'
    union all
    select game_type, 'IN_PROGRESS', 0 from delta where status = 'OVER'
  ) d group by game_type, status
  on conflict (game_type, status) do update set games = game_totals.games + excluded.games`;

const create = statement(
  'games.create',
  `with n as (
     select * from unnest($1::text[], $2::text[], $3::boolean[], $4::text[], $5::text[], $6::text[], $7::timestamptz[], $8::text[],
                          $9::text[], $10::text[], $11::text[], $12::timestamptz[], $13::bigint[], $14::timestamptz[], $15::int[], $16::int[],
                          $17::text[], $18::text[])
       as n(id, game_type, private, created_by, computer, rematch_of, created_at, player1, player2, winner, ended_by, listed_at,
            listed_position, updated_at, move_count, version, kept1, kept2)
   ), created as (
     insert into games (id, game_type, private, created_by, computer, rematch_of, created_at, status, player1, player2, winner, ended_by,
                        listed_at, listed_position, updated_at, move_count, version, kept1, kept2)
     select id, game_type, private, created_by, computer, rematch_of, created_at, ${statusOf('player1', 'player2', 'ended_by')},
            player1, player2, winner, ended_by, listed_at, listed_position, updated_at, move_count, version, kept1, kept2
       from n on conflict (id) do nothing
     returning game_type, private, status
   ), delta as (
     select game_type, status, 1 as games from created where not private
   )
   ${counting}`,
);

// Every part of the statement sees the games as they were before.
const change = statement(
  'games.change',
  `with c as (
     select * from unnest($1::text[], $2::boolean[], $3::text[], $4::boolean[], $5::text[], $6::text[], $7::text[], $8::timestamptz[],
                          $9::bigint[], $10::timestamptz[], $11::int[], $12::int[])
       as c(id, sets1, player1, sets2, player2, winner, ended_by, listed_at, listed_position, updated_at, moves, version)
   ), changed as (
     select g.id, g.game_type, g.private, g.status as before, case when c.sets1 then c.player1 else g.player1 end as player1,
            case when c.sets2 then c.player2 else g.player2 end as player2, coalesce(c.winner, g.winner) as winner,
            coalesce(c.ended_by, g.ended_by) as ended_by, c.listed_at, c.listed_position, c.updated_at,
            greatest(c.moves, g.move_count) as move_count, c.version
       from c join games g on g.id = c.id
   ), updated as (
     update games g
        set player1 = c.player1, player2 = c.player2, winner = c.winner, ended_by = c.ended_by, listed_at = c.listed_at,
            listed_position = c.listed_position, updated_at = c.updated_at, move_count = c.move_count, version = c.version,
            status = ${statusOf('c.player1', 'c.player2', 'c.ended_by')}
       from changed c where g.id = c.id
     returning g.id, g.status
   ), delta as (
     select game_type, before as status, -1 as games from changed where not private
     union all
     select c.game_type, u.status, 1 from updated u join changed c on c.id = u.id where not c.private
   )
   ${counting}`,
);

const move = statement(
  'games.move',
  `update games g set move_count = greatest(c.moves, g.move_count), updated_at = c.updated_at, version = c.version
     from unnest($1::text[], $2::timestamptz[], $3::int[], $4::int[]) as c(id, updated_at, moves, version) where g.id = c.id`,
);

const addMoves = statement(
  'gameMoves.add',
  `insert into game_moves (game_id, number, move)
   select game_id, number, move::jsonb from unnest($1::text[], $2::int[], $3::text[]) as m(game_id, number, move)
   on conflict (game_id, number) do nothing`,
);

const addViewers = statement(
  'gameViewers.add',
  `insert into game_viewers (game_id, user_id, host, invited_position, place, game_type, status, listed_at, listed_position)
   select v.game_id, v.user_id, v.host, v.position, v.place, g.game_type, g.status, g.listed_at, g.listed_position
     from unnest($1::text[], $2::text[], $3::boolean[], $4::bigint[], $5::int[]) as v(game_id, user_id, host, position, place)
     join games g on g.id = v.game_id
   on conflict (game_id, user_id) do nothing`,
);

const listForViewers = statement(
  'gameViewers.list',
  `update game_viewers v set status = g.status, listed_at = g.listed_at, listed_position = g.listed_position
     from games g where g.id = any($1::text[]) and g.private and v.game_id = g.id`,
);

/** The outcome of a list of events for one game. */
interface Change {
  created?: Envelope<GameCreated>;
  /** The player on a seat at the end, null if empty; absent if unchanged. */
  readonly seats: Map<Seat, string | null>;
  ended?: GameEnded['data'];
  /** The last event that changes lists. */
  listed?: { readonly at: string; readonly position: number };
  moves: number;
  updatedAt: string;
  version: number;
}

/** A viewer of a private game. */
interface Viewer {
  readonly gameId: string;
  readonly userId: string;
  readonly host: boolean;
  readonly position: number;
  readonly place: number;
}

/** Games, their moves, the viewers of private ones, and the counts of public ones. */
export const gameView: View = {
  name: 'games.games',
  source: 'games',
  tables: ['games', 'game_moves', 'game_viewers', 'game_totals'],
  async apply(envelopes: readonly Envelope[], tx: Tx): Promise<void> {
    const events = eventsOf<GamesEvent>(envelopes);
    const changes = sumUp(events);
    const writes = [
      ...createsOf(changes),
      ...changesOf(changes),
      ...movesOf(changes),
      ...playedOf(events),
      ...viewersOf(events),
      ...listingsOf(changes),
    ];
    // Sent together, executed in this order: they cost one round trip.
    await Promise.all(writes.map((write) => tx.query(write.statement, write.values)));
  },
};

function sumUp(events: readonly EnvelopeOf<GamesEvent>[]): Map<string, Change> {
  const changes = new Map<string, Change>();
  for (const event of events) {
    const { gameId } = event.data;
    const change: Change = changes.get(gameId) ?? { seats: new Map(), moves: 0, updatedAt: '', version: 0 };
    changes.set(gameId, change);
    change.updatedAt = event.occurredAt;
    change.version = event.version;
    if (event.type !== 'MovePlayed') change.listed = { at: event.occurredAt, position: event.position };
    switch (event.type) {
      case 'GameCreated':
        change.created = event;
        break;
      case 'PlayerJoined':
        change.seats.set(event.data.seat, event.data.userId);
        break;
      case 'PlayerLeft':
        change.seats.set(event.data.seat, null);
        break;
      case 'MovePlayed':
        change.moves = event.data.number;
        break;
      case 'GameEnded':
        change.ended = event.data;
        break;
      case 'PlayersInvited':
        break;
      default:
        event satisfies never;
    }
  }
  return changes;
}

function createsOf(changes: ReadonlyMap<string, Change>): BoundStatement[] {
  const rows = [...changes.values()].flatMap((row) => (row.created ? [{ ...row, created: row.created }] : []));
  if (rows.length === 0) return [];
  const data = rows.map((row) => row.created.data);
  const values = [
    data.map((game) => game.gameId),
    data.map((game) => game.gameType),
    data.map((game) => game.private),
    data.map((game) => game.createdBy),
    data.map((game) => game.computer),
    data.map((game) => game.rematchOf),
    rows.map((row) => row.created.occurredAt),
    rows.map(({ seats }) => seats.get(0) ?? null),
    rows.map(({ seats }) => seats.get(1) ?? null),
    rows.map(({ ended }) => ended?.winners[0] ?? null),
    rows.map(({ ended }) => ended?.reason ?? null),
    rows.map(({ listed, created }) => listed?.at ?? created.occurredAt),
    rows.map(({ listed, created }) => listed?.position ?? created.position),
    rows.map((row) => row.updatedAt),
    rows.map((row) => row.moves),
    rows.map((row) => row.version),
    data.map((game) => keptOf(game)[0]),
    data.map((game) => keptOf(game)[1]),
  ];
  return [{ statement: create, values }];
}

/** A waiting rematch is for two only; against the computer nothing waits. */
function keptOf({ rematchOf, seats }: GameCreated['data']): GameCreated['data']['seats'] {
  return rematchOf === null ? [null, null] : seats;
}

/** Existing games with events that change lists. */
function changesOf(changes: ReadonlyMap<string, Change>): BoundStatement[] {
  const rows = [...changes].flatMap(([id, change]) =>
    !change.created && change.listed ? [{ ...change, id, listed: change.listed }] : [],
  );
  if (rows.length === 0) return [];
  const values = [
    rows.map((row) => row.id),
    rows.map(({ seats }) => seats.has(0)),
    rows.map(({ seats }) => seats.get(0) ?? null),
    rows.map(({ seats }) => seats.has(1)),
    rows.map(({ seats }) => seats.get(1) ?? null),
    rows.map(({ ended }) => ended?.winners[0] ?? null),
    rows.map(({ ended }) => ended?.reason ?? null),
    rows.map(({ listed }) => listed.at),
    rows.map(({ listed }) => listed.position),
    rows.map((row) => row.updatedAt),
    rows.map((row) => row.moves),
    rows.map((row) => row.version),
  ];
  return [{ statement: change, values }];
}

/** Existing games with nothing but moves. */
function movesOf(changes: ReadonlyMap<string, Change>): BoundStatement[] {
  const rows = [...changes].filter(([, row]) => !row.created && !row.listed);
  if (rows.length === 0) return [];
  const values = [
    rows.map(([id]) => id),
    rows.map(([, row]) => row.updatedAt),
    rows.map(([, row]) => row.moves),
    rows.map(([, row]) => row.version),
  ];
  return [{ statement: move, values }];
}

function playedOf(events: readonly EnvelopeOf<GamesEvent>[]): BoundStatement[] {
  const played = events.flatMap((event): MovePlayed['data'][] => (event.type === 'MovePlayed' ? [event.data] : []));
  if (played.length === 0) return [];
  const values = [
    played.map((row) => row.gameId),
    played.map((row) => row.number),
    played.map((row) => JSON.stringify(row.move)),
  ];
  return [{ statement: addMoves, values }];
}

function viewersOf(events: readonly EnvelopeOf<GamesEvent>[]): BoundStatement[] {
  const viewers = events.flatMap((event): Viewer[] => {
    const { position } = event;
    if (event.type === 'GameCreated' && event.data.private) {
      const { gameId, createdBy, invited } = event.data;
      return [
        { gameId, userId: createdBy, host: true, position, place: 0 },
        ...invited.map((userId, index) => ({ gameId, userId, host: false, position, place: index + 1 })),
      ];
    }
    if (event.type !== 'PlayersInvited') return [];
    const { gameId, userIds } = event.data;
    return userIds.map((userId, place) => ({ gameId, userId, host: false, position, place }));
  });
  if (viewers.length === 0) return [];
  const values = [
    viewers.map((viewer) => viewer.gameId),
    viewers.map((viewer) => viewer.userId),
    viewers.map((viewer) => viewer.host),
    viewers.map((viewer) => viewer.position),
    viewers.map((viewer) => viewer.place),
  ];
  return [{ statement: addViewers, values }];
}

/** The lists of private games' viewers, if games moved in them. */
function listingsOf(changes: ReadonlyMap<string, Change>): BoundStatement[] {
  const ids = [...changes].filter(([, row]) => !row.created && row.listed).map(([id]) => id);
  return ids.length > 0 ? [{ statement: listForViewers, values: [ids] }] : [];
}
