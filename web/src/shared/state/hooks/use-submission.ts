import type { Submitted } from '../../http/endpoint.ts';
import { useAttempts } from './use-attempts.ts';

/** Submits requests outside forms. */
export function useSubmission() {
  const attempts = useAttempts();

  return async <Request extends object, Outcome extends { readonly error?: unknown }>(
    request: Request,
    send: (submitted: Submitted<Request>) => PromiseLike<Outcome>,
  ): Promise<Outcome> => {
    const sent = JSON.stringify(request);
    const submission = attempts.begin(sent);
    const outcome = await send({ ...request, submissionKey: submission.key });
    attempts.end(sent, submission, outcome.error);
    return outcome;
  };
}
