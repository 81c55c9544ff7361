import type { Rpc } from '@parlour/contracts/rpc';
import { pageOf } from '../http/page-request.ts';
import type { CreateGameDto, GetGamesQuery, InviteDto } from './game.dto.ts';

/** The game to create; invited people, even an empty list, make it private (decisions G-2). */
export function gameOf({ gameType, invitedPlayers, computer }: CreateGameDto): Rpc['games.create']['request'] {
  return { gameType, ...(invitedPlayers ? { invited: invitedPlayers } : {}), ...(computer ? { computer } : {}) };
}

/** An invitation to a game. */
export function invitationOf({ gameID, invitedPlayers }: InviteDto): Rpc['games.invite']['request'] {
  return { gameId: gameID.toLowerCase(), invited: invitedPlayers };
}

/** The request for a list of games; `type` is an alias of `visibility` (decisions G-6). */
export function gamesOf({ gameType, status, ...query }: GetGamesQuery): Rpc['games.getGames']['request'] {
  return {
    ...pageOf(query),
    visibility: query.visibility ?? query.type ?? 'Public',
    ...(gameType === undefined ? {} : { gameType }),
    ...(status === undefined ? {} : { status }),
  };
}
