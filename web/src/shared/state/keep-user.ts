import type { PendingWire } from '@parlour/contracts/identity/approval';
import type { UserWire } from '@parlour/contracts/identity/identity';
import { userChanged, userKnown } from './session.slice.ts';
import type { Dispatch } from './store.ts';

type Lifecycle = {
  readonly dispatch: Dispatch;
  readonly queryFulfilled: Promise<{ readonly data: UserWire | PendingWire }>;
};

const keep =
  (into: typeof userKnown | typeof userChanged) =>
  async (_arg: unknown, { dispatch, queryFulfilled }: Lifecycle): Promise<void> => {
    const answer = await queryFulfilled.catch(() => undefined);
    if (answer && !('pending' in answer.data)) dispatch(into(answer.data));
  };

/** For calls that answer with who is signed in from then on, if anybody is. */
export const keepUser = keep(userKnown);

/** For calls that answer with the viewer, as they are after the call. */
export const keepChanges = keep(userChanged);
