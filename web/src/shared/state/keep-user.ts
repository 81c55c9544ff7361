import type { UserWire } from '@parlour/contracts/identity';
import { userKnown } from './session.slice.ts';
import type { Dispatch } from './store.ts';

type Lifecycle = { readonly dispatch: Dispatch; readonly queryFulfilled: Promise<{ readonly data: UserWire }> };

/** For calls that answer with the viewer: the session has what they changed. */
export async function keepUser(_arg: unknown, { dispatch, queryFulfilled }: Lifecycle): Promise<void> {
  const answer = await queryFulfilled.catch(() => undefined);
  if (answer) dispatch(userKnown(answer.data));
}
