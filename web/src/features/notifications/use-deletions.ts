import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { asCallFailure } from '../../shared/http/call-failure.ts';
import { newSubmissionKey } from '../../shared/http/submission-key.ts';
import type { Dispatch } from '../../shared/state/store.ts';
import { deletionsApi, forgetNotification } from './deletions.api.ts';

/** Notifications being deleted, and those that could not be. */
export interface Deletions {
  /** Hidden: deleted, or about to be. */
  readonly gone: ReadonlySet<string>;
  /** Why the last deletion failed. */
  readonly failed: ReadonlyMap<string, unknown>;
  readonly remove: (id: string) => Promise<void>;
}

/** Whether another tab was faster; then it is deleted all the same. */
function isGoneAlready(error: unknown): boolean {
  const failure = asCallFailure(error);
  return failure?.status === 'refused' && failure.httpStatus === 404;
}

/** Deletes notifications: hidden at once, back with the reason if that failed. */
export function useDeletions(viewer: string): Deletions {
  const dispatch = useDispatch<Dispatch>();
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const [failed, setFailed] = useState<ReadonlyMap<string, unknown>>(new Map());

  async function remove(id: string): Promise<void> {
    setGone((before) => new Set(before).add(id));
    setFailed((before) => new Map([...before].filter(([other]) => other !== id)));
    const { deleteNotification } = deletionsApi.endpoints;
    const { error } = await dispatch(deleteNotification.initiate({ viewer, id, submissionKey: newSubmissionKey() }));
    if (error === undefined || isGoneAlready(error)) {
      dispatch(forgetNotification(id));
      return;
    }
    setGone((before) => new Set([...before].filter((other) => other !== id)));
    setFailed((before) => new Map(before).set(id, error));
  }

  return { gone, failed, remove };
}
