import type { ErrorCode } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';

/**
 * Why a call gave no answer of use. `refused`: the server said no and why. `unreachable`: nobody knows what became of it, so the same
 * submission may be sent again under the same key.
 */
export type CallFailure =
  | {
      readonly status: 'refused';
      readonly httpStatus: number;
      readonly code: string | undefined;
      readonly text: string;
    }
  | { readonly status: 'unreachable'; readonly text: string };

const sessionCodes: readonly (string | undefined)[] = ['session.missing', 'session.ended'] satisfies ErrorCode[];

/** Whether a refusal means that the access token is over, so that a refresh may help. */
export function isSessionCode(code: string | undefined): boolean {
  return sessionCodes.includes(code);
}

/** A failure of the wire. A browser that believes to be online may still have no way to Parlour. */
export function unreachable(): CallFailure {
  return { status: 'unreachable', text: navigator.onLine ? messages.unreachable : messages.offline };
}

/** Narrows what RTK Query hands to a component: our failure, or an error of our own code, which is no server text. */
export function asCallFailure(error: unknown): CallFailure | undefined {
  return typeof error === 'object' && error !== null && 'status' in error && 'text' in error
    ? // Both fields are only found together in what the client below makes.
      (error as CallFailure)
    : undefined;
}

/** The server's text, or undefined when none came back. */
export function serverText(error: unknown): string | undefined {
  return asCallFailure(error)?.text;
}

/** Whether the same submission may have been done already: then its key must be kept for the next try. */
export function mayHaveHappened(error: unknown): boolean {
  const failure = asCallFailure(error);
  return !failure || failure.status === 'unreachable' || failure.httpStatus >= 500;
}
