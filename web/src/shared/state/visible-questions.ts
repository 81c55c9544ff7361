import { refetchShown } from './refetch-shown.ts';
import type { Thunk } from './store.ts';

let changedAt = 0;

/** Reads again what is shown of these tags: the viewer may see other questions now. */
export function refetchVisible(tags: Parameters<typeof refetchShown>[0]): Thunk {
  return (dispatch) => {
    changedAt = Date.now();
    void dispatch(refetchShown(tags));
  };
}

/** Whether what was read at that time is to be read again on its next visit. */
export function isOutdated(readAt: number): boolean {
  return readAt <= changedAt;
}
