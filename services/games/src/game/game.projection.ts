import type { Envelope, EnvelopeOf } from '@parlour/contracts/envelope';
import type { GameCreated, GamesEvent, PlayersInvited, Seat } from '@parlour/contracts/games/games';
import { type BoundStatement, statement } from '@parlour/kernel/database/database';
import { projection } from '@parlour/kernel/view/projection';
import { insert, patch, removeWhere, type RowChange } from '@parlour/kernel/view/row-changes';
import { GameMoveRow, GameRow, GameTotalRow, GameViewerRow } from './game.entity.ts';

/** Games, their moves, the viewers of private ones, and the counts of public ones. */
export const gameView = projection<GamesEvent>({
  name: 'games.games',
  source: 'games',
  entities: [GameRow, GameMoveRow, GameViewerRow, GameTotalRow],
  changes: {
    GameCreated: (event) => {
      const { gameId, gameType, createdBy, private: hidden, invited, seats, computer, rematchOf } = event.data;
      // A waiting rematch is for two only; against the computer nothing waits.
      const [kept1, kept2] = rematchOf === null ? [null, null] : seats;
      return [
        insert(GameRow, {
          id: gameId,
          gameType,
          createdBy,
          private: hidden,
          computer,
          rematchOf,
          kept1,
          kept2,
          createdAt: event.occurredAt,
          status: 'WAITING_TO_START',
          player1: null,
          player2: null,
          moveCount: 0,
          winner: null,
          endedBy: null,
          ...listed(event),
        }),
        ...(hidden ? [viewer(event, createdBy, 0, true)] : []),
        ...(hidden ? invited.map((userId, index) => viewer(event, userId, index + 1)) : []),
      ];
    },
    PlayersInvited: (event) => [
      patch(GameRow, { id: event.data.gameId }, listed(event)),
      ...event.data.userIds.map((userId, index) => viewer(event, userId, index)),
    ],
    InvitationDeclined: (event) => {
      const { gameId, userId } = event.data;
      return [
        patch(GameRow, { id: gameId }, listed(event)),
        // The host of a private game may decline its rematch, and keeps it.
        removeWhere(GameViewerRow, { gameId, userId, host: false }),
      ];
    },
    PlayerJoined: (event) => {
      const { gameId, seat, userId } = event.data;
      return [patch(GameRow, { id: gameId }, { ...listed(event), ...seated(seat, userId) })];
    },
    PlayerLeft: (event) => {
      const { gameId, seat } = event.data;
      return [patch(GameRow, { id: gameId }, { ...listed(event), ...seated(seat, null) })];
    },
    MovePlayed: (event) => {
      const { gameId, number, move } = event.data;
      return [
        patch(GameRow, { id: gameId }, { ...touched(event), moveCount: number }),
        insert(GameMoveRow, { gameId, number, move }),
      ];
    },
    GameEnded: (event) => {
      const { gameId, winners, reason } = event.data;
      return [patch(GameRow, { id: gameId }, { ...listed(event), winner: winners[0] ?? null, endedBy: reason })];
    },
  },
  after: moveInLists,
});

/** The columns that every event of a game changes. */
const touched = ({ occurredAt, version }: Envelope) => ({ updatedAt: occurredAt, version });

/** The columns that an event changes that moves the game in lists. */
const listed = (event: Envelope) => ({
  ...touched(event),
  listedAt: event.occurredAt,
  listedPosition: event.position,
});

const seated = (seat: Seat, userId: string | null) => (seat === 0 ? { player1: userId } : { player2: userId });

function viewer(
  { data: { gameId, gameType }, position, occurredAt }: Envelope<GameCreated> | Envelope<PlayersInvited>,
  userId: string,
  place: number,
  host = false,
): RowChange {
  return insert(GameViewerRow, {
    gameId,
    userId,
    host,
    invitedPosition: position,
    place,
    gameType,
    // People are invited only while the game waits.
    status: 'WAITING_TO_START',
    listedAt: occurredAt,
    listedPosition: position,
  });
}

// Only the row of a game has both seats. Waiting games are not counted, because they time out of
// lists, nor are games that ended before they began. A finished game was running before, even if
// both came in one batch: so each gets a row.
const countStatus = statement(
  'games.status',
  `with changed as (
     select * from (
       select g.id, g.game_type, g.private, g.status as before, g.player1 is null or g.player2 is null as unbegun,
              case when g.ended_by is not null then 'OVER'
                   when g.player1 is not null and g.player2 is not null then 'IN_PROGRESS' else 'WAITING_TO_START' end as status
         from games g where g.id = any($1::text[])) c
      where c.status <> c.before
   ), updated as (
     update games g set status = c.status from changed c where g.id = c.id
   )
   insert into game_totals (game_type, status, games)
   select c.game_type, d.status, sum(d.games)
     from changed c cross join lateral (values (c.status, 1), (c.before, -1), ('IN_PROGRESS', 0)) d(status, games)
    where not c.private and d.status <> 'WAITING_TO_START' and not (d.status = 'OVER' and c.unbegun)
    group by c.game_type, d.status
   on conflict (game_type, status) do update set games = game_totals.games + excluded.games`,
);

// Only the table knows the viewers of a game.
const listForViewers = statement(
  'game_viewers.list',
  `update game_viewers v set status = g.status, listed_at = g.listed_at, listed_position = g.listed_position
     from games g where g.id = any($1::text[]) and g.private and v.game_id = g.id`,
);

/** New games are in their lists already, and a move changes none. */
function moveInLists(events: readonly EnvelopeOf<GamesEvent>[]): BoundStatement[] {
  const ids = events.flatMap(({ type, data }) =>
    type === 'GameCreated' || type === 'MovePlayed' ? [] : [data.gameId],
  );
  if (ids.length === 0) return [];
  return [countStatus, listForViewers].map((each) => ({ statement: each, values: [[...new Set(ids)]] }));
}
