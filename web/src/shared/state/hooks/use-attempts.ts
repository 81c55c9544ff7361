import { useRef } from 'react';
import { hasUnknownOutcome } from '../../http/call-failure.ts';
import { serverDate } from '../../http/server-clock.ts';
import { newSubmissionKey } from '../../http/submission-key.ts';

/** One attempt to submit; a retry after a lost reply is the same attempt. */
export interface Submission {
  readonly key: string;
  /** When it was first sent, ISO-8601; part of the body, so retries must keep it. */
  readonly at: string;
}

/**
 * The attempts to submit something. After a lost reply, submitting the same again is the same
 * attempt: it has the same key, so that it is not done twice.
 */
export function useAttempts(unanswered?: { readonly sent: string; readonly submission: Submission }) {
  const unsettled = useRef(unanswered);
  return {
    begin(sent: string): Submission {
      const submission =
        unsettled.current?.sent === sent
          ? unsettled.current.submission
          : { key: newSubmissionKey(), at: serverDate().toISOString() };
      unsettled.current = { sent, submission };
      return submission;
    },
    end(sent: string, submission: Submission, error: unknown): void {
      if (error !== undefined && hasUnknownOutcome(error)) unsettled.current = { sent, submission };
      else if (unsettled.current?.submission.key === submission.key) unsettled.current = undefined;
    },
    forget: (): void => {
      unsettled.current = undefined;
    },
  };
}
