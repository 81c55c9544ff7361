import { useRef, useState } from 'react';
import type { DeclinedGameWire, GameWire } from '@parlour/contracts/games/games';
import { useDispatch } from 'react-redux';
import type { Dispatch } from '../../../shared/state/store.ts';
import { useSubmission } from '../../../shared/state/hooks/use-submission.ts';
import { useViewer } from '../../../shared/state/hooks/use-viewer.ts';
import { enterGame, removeGame } from '../game-cache.ts';
import { gamesApi } from '../games.api.ts';

/** A call by which the viewer acts on a game. */
export type GameCall = 'joinGame' | 'leaveGame' | 'declineInvitation' | 'withdrawGame' | 'claimGame' | 'rematch';

/** Such a call that failed, and why. */
export interface FailedCall {
  readonly call: GameCall;
  readonly error: unknown;
}

function isGame(answer: GameWire | DeclinedGameWire): answer is GameWire {
  return 'state' in answer;
}

/**
 * Makes such calls, one at a time. The reply is shown at once, and a failed call can be repeated
 * under the same key.
 */
export function useGameCall(gameID: string) {
  const viewer = useViewer();
  const dispatch = useDispatch<Dispatch>();
  const [pending, setPending] = useState<GameCall>();
  const [failed, setFailed] = useState<FailedCall>();
  const submit = useSubmission();
  const running = useRef(false);

  async function act(call: GameCall): Promise<GameWire | DeclinedGameWire | undefined> {
    if (running.current) return undefined;
    running.current = true;
    setPending(call);
    setFailed(undefined);
    const { data, error } = await submit({ call, gameID, playerID: viewer }, ({ call: name, ...request }) =>
      dispatch(gamesApi.endpoints[name].initiate(request, { track: false })),
    );
    running.current = false;
    setPending(undefined);
    if (!data) {
      setFailed({ call, error });
      return undefined;
    }
    dispatch(isGame(data) ? enterGame(data) : removeGame(data.gameID));
    return data;
  }

  /** After another act of the viewer, what failed before it is no news any more. */
  const forget = () => setFailed(undefined);

  return { act, pending, failed, forget };
}
