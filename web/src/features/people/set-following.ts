import type { Thunk } from '../../shared/state/store.ts';
import type { Settled } from '../../shared/state/hooks/use-optimistic-value.ts';
import { unreachable } from '../../shared/http/call-failure.ts';
import type { Following } from './people.api.ts';

/**
 * Follows or unfollows. Returns whether the viewer follows that person then: a block prevents it
 * (decisions M-15). How this is done is not part of the first screen.
 */
export function setFollowing(wanted: boolean, following: Following): Thunk<Promise<Settled<boolean>>> {
  return async (dispatch) => {
    const loaded = await import('./following.api.ts').catch(() => undefined);
    return loaded ? dispatch(loaded.sendFollowing(wanted, following)) : { status: 'failed', error: unreachable() };
  };
}
