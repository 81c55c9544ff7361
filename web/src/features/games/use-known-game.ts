import { skipToken } from '@reduxjs/toolkit/query';
import { isNotFound } from '../../shared/http/call-failure.ts';
import { useGetGameQuery } from './games.api.ts';

/**
 * A game as it is now; none as long as it is not read, nor once the viewer may not see it any more,
 * unless it is kept.
 */
export function useKnownGame(gameID: string | undefined, isKept = false) {
  const { currentData, error, refetch } = useGetGameQuery(gameID ?? skipToken);
  return { game: isNotFound(error) && !isKept ? undefined : currentData, error, refetch };
}
