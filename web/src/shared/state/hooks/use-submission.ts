import { useRef } from 'react';
import { hasUnknownOutcome } from '../../http/call-failure.ts';
import type { Submitted } from '../../http/endpoint.ts';
import { newSubmissionKey } from '../../http/submission-key.ts';

/**
 * Submits requests outside forms. After a lost reply, submitting the same again is the same
 * attempt: it has the same key, so that it is not done twice.
 */
export function useSubmission() {
  const unsettled = useRef<{ readonly request: string; readonly key: string }>(undefined);

  return async <Request extends object, Outcome extends { readonly error?: unknown }>(
    request: Request,
    send: (submitted: Submitted<Request>) => PromiseLike<Outcome>,
  ): Promise<Outcome> => {
    const text = JSON.stringify(request);
    const key = unsettled.current?.request === text ? unsettled.current.key : newSubmissionKey();
    unsettled.current = { request: text, key };
    const outcome = await send({ ...request, submissionKey: key });
    const isSettled = outcome.error === undefined || !hasUnknownOutcome(outcome.error);
    if (isSettled && unsettled.current.key === key) unsettled.current = undefined;
    return outcome;
  };
}
