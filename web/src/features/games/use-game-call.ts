import { useRef, useState } from 'react';
import type { GameWire } from '@parlour/contracts/games';
import { useDispatch } from 'react-redux';
import { hasUnknownOutcome } from '../../shared/http/call-failure.ts';
import { newSubmissionKey } from '../../shared/http/submission-key.ts';
import type { Dispatch } from '../../shared/state/store-types.ts';
import { useViewer } from '../../shared/state/use-viewer.ts';
import { enterGame } from './game-cache.ts';
import { gamesApi } from './games.api.ts';

/** A call by which the viewer acts on a game. */
export type GameCall = 'joinGame' | 'leaveGame' | 'claimGame' | 'rematch';

/**
 * Makes such calls, one at a time. The reply is shown at once, and a failed call can be repeated
 * under the same key.
 */
export function useGameCall(gameID: string) {
  const viewer = useViewer();
  const dispatch = useDispatch<Dispatch>();
  const [pending, setPending] = useState<GameCall>();
  const [failed, setFailed] = useState<{ readonly call: GameCall; readonly error: unknown }>();
  const unsettled = useRef<{ readonly call: GameCall; readonly key: string }>(undefined);
  const running = useRef(false);

  async function act(call: GameCall): Promise<GameWire | undefined> {
    if (running.current) return undefined;
    running.current = true;
    const key = unsettled.current?.call === call ? unsettled.current.key : newSubmissionKey();
    setPending(call);
    setFailed(undefined);
    const request = { gameID, viewer, submissionKey: key };
    const { data, error } = await dispatch(gamesApi.endpoints[call].initiate(request, { track: false }));
    running.current = false;
    setPending(undefined);
    unsettled.current = error !== undefined && hasUnknownOutcome(error) ? { call, key } : undefined;
    if (!data) {
      setFailed({ call, error });
      return undefined;
    }
    dispatch(enterGame(data));
    return data;
  }

  return { act, pending, failed };
}
