import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { asCallFailure } from '../../shared/http/call-failure.ts';
import { newSubmissionKey } from '../../shared/http/submission-key.ts';
import type { Dispatch } from '../../shared/state/store-types.ts';
import { forgetNotification, notificationsApi } from './notifications.api.ts';

/** What is being deleted, and what could not be. */
export interface Deletions {
  /** No longer shown: deleted, or on the way to it. */
  readonly gone: ReadonlySet<string>;
  /** Why those came back that could not be deleted. */
  readonly failed: ReadonlyMap<string, unknown>;
  readonly remove: (id: string) => Promise<void>;
}

/** Whether somebody else, in another tab, was faster: then it is deleted all the same. */
function isGoneAlready(error: unknown): boolean {
  const failure = asCallFailure(error);
  return failure?.status === 'refused' && failure.httpStatus === 404;
}

/** Deletes notifications: gone at once, and back with the reason where that failed. */
export function useDeletions(viewer: string): Deletions {
  const dispatch = useDispatch<Dispatch>();
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const [failed, setFailed] = useState<ReadonlyMap<string, unknown>>(new Map());

  async function remove(id: string): Promise<void> {
    setGone((before) => new Set(before).add(id));
    setFailed((before) => new Map([...before].filter(([other]) => other !== id)));
    const { deleteNotification } = notificationsApi.endpoints;
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
