import type { Rpc } from '@parlour/contracts/rpc';
import { pageOf } from '../http/page-request.ts';
import type { CreateGameDto, GetGamesQuery, InviteDto } from './game.dto.ts';

/** The game that is asked for; people to invite, also none, make it a private one (decisions G-2). */
export function gameOf({ gameType, invitedPlayers, computer }: CreateGameDto): Rpc['games.create']['request'] {
  return { gameType, ...(invitedPlayers ? { invited: invitedPlayers } : {}), ...(computer ? { computer } : {}) };
}

/** Who is to be invited to which game. */
export function invitationOf({ gameID, invitedPlayers }: InviteDto): Rpc['games.invite']['request'] {
  return { gameId: gameID.toLowerCase(), invited: invitedPlayers };
}

/** Which games the service is asked for; `type` is another name of `visibility` (decisions G-6). */
export function gamesOf({ gameType, status, ...query }: GetGamesQuery): Rpc['games.getGames']['request'] {
  return {
    ...pageOf(query),
    visibility: query.visibility ?? query.type ?? 'Public',
    ...(gameType === undefined ? {} : { gameType }),
    ...(status === undefined ? {} : { status }),
  };
}
