import {
  computerPlayer,
  type GameEnding,
  type GameRowWire,
  type GameStatus,
  type GameType,
  type Strength,
} from '@parlour/contracts/games';
import { nameOf } from '@parlour/kernel/database/row-expressions';

/** SQL: the name of a person, or of the computer. */
const nameBy = (id: string): string => `case when ${id} = '${computerPlayer}' then '${computerPlayer}'
  else (select ${nameOf('person')} from people person where person.id = ${id}) end`;

/** SQL: whether game `g` is a waiting rematch, where only two people can sit. */
export const seatsKept = `(g.kept1 is not null and g.status = 'WAITING_TO_START')`;

/** SQL: the columns of a list row of game `g`. */
export const rowColumns = `g.id, g.game_type, g.private, g.computer, g.created_at, g.updated_at, g.status, g.move_count, g.version,
  g.player1, g.player2, g.winner, g.ended_by, ${nameBy('g.player1')} as name1, ${nameBy('g.player2')} as name2,
  case when g.private then ${nameBy('g.created_by')} end as host_name,
  case when ${seatsKept} then ${nameBy('g.kept1')} end as kept_name1, case when ${seatsKept} then ${nameBy('g.kept2')} end as kept_name2,
  case when g.private then (
    select coalesce(json_agg(${nameOf('guest')} order by v.invited_position, v.place), '[]')
      from game_viewers v left join people guest on guest.id = v.user_id where v.game_id = g.id and not v.host) end as invited_names`;

/** A row of `rowColumns`. */
export interface RowColumns {
  id: string;
  game_type: GameType;
  private: boolean;
  computer: Strength | null;
  created_at: Date;
  updated_at: Date;
  status: GameStatus;
  move_count: number;
  version: number;
  player1: string | null;
  player2: string | null;
  winner: string | null;
  ended_by: GameEnding | null;
  name1: string | null;
  name2: string | null;
  host_name: string | null;
  invited_names: string[] | null;
  kept_name1: string | null;
  kept_name2: string | null;
}

/** The list row of a game as browsers get it. */
export function rowOf(row: RowColumns): GameRowWire {
  const { name1, name2 } = row;
  const keptFor = [row.kept_name1, row.kept_name2].filter((name) => name !== null);
  const players = [name1, name2].filter((name) => name !== null);
  const winner = row.winner === null ? null : row.winner === row.player1 ? name1 : name2;
  return {
    gameID: row.id,
    gameType: row.game_type,
    players,
    ...(row.private ? { host: row.host_name ?? '', invitedPlayers: row.invited_names ?? [] } : {}),
    state: {
      status: row.status,
      moveCount: row.move_count,
      winners: winner === null ? [] : [winner],
      ...(name1 === null ? {} : { player1: name1 }),
      ...(name2 === null ? {} : { player2: name2 }),
    },
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    version: row.version,
    ...(row.computer === null ? {} : { computer: row.computer }),
    ...(keptFor.length === 0 ? {} : { keptFor }),
  };
}
