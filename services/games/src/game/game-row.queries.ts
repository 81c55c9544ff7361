import { computerPlayer } from '@parlour/contracts/games/games';
import { isoTime, nameOf } from '@parlour/kernel/database/row-expressions';

/** SQL: the name of a person, or of the computer; null without an id. */
const nameBy = (id: string): string => `case when ${id} = '${computerPlayer}' then '${computerPlayer}'
  else (select ${nameOf('person')} from people person where person.id = ${id}) end`;

/** SQL: the names that are not null, as an array. */
const known = (...names: readonly string[]): string => `array_remove(array[${names.join(', ')}], null)`;

/** SQL: whether game `g` is a waiting rematch, where only two people can sit. */
export const seatsKept = `(g.kept1 is not null and g.status = 'WAITING_TO_START')`;

/** SQL: whether a game ended before both had a seat. */
export const endedUnbegun = (game: string): string =>
  `(${game}.status = 'OVER' and (${game}.player1 is null or ${game}.player2 is null))`;

/** SQL: a list row (`GameRowWire`) of the game `g` as JSON, with `rowJoins`. */
export const rowJson = `json_strip_nulls(json_build_object(
  'gameID', g.id, 'gameType', g.game_type, 'players', ${known('seat.name1', 'seat.name2')},
  'createdBy', case when not g.private and g.status = 'WAITING_TO_START' then ${nameBy('g.created_by')} end,
  'host', case when g.private then coalesce(${nameBy('g.created_by')}, '') end,
  'invitedPlayers', case when g.private then (
    select coalesce(json_agg(${nameOf('guest')} order by v.invited_position, v.place), '[]')
      from game_viewers v left join people guest on guest.id = v.user_id where v.game_id = g.id and not v.host)
    else '[]' end,
  'state', json_build_object('status', g.status, 'moveCount', g.move_count,
    'winners', ${known('case when g.winner = g.player1 then seat.name1 when g.winner is not null then seat.name2 end')},
    'player1', seat.name1, 'player2', seat.name2),
  'createdAt', ${isoTime('g.created_at')}, 'updatedAt', ${isoTime('g.updated_at')}, 'version', g.version,
  'computer', g.computer,
  'keptFor', case when ${seatsKept} then nullif(${known(nameBy('g.kept1'), nameBy('g.kept2'))}, '{}') end))`;

/** SQL: the joins of `rowJson`. With OFFSET, PostgreSQL looks up each name once. */
export const rowJoins = `cross join lateral (
  select ${nameBy('g.player1')} as name1, ${nameBy('g.player2')} as name2 offset 0) seat`;
