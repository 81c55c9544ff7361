import type { ErrorCode } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';

/**
 * Why a call failed. `refused`: the server refused, with a reason. `unreachable`: the outcome is
 * unknown, so the same submission may be sent again under the same key.
 */
export type CallFailure =
  | {
      readonly status: 'refused';
      readonly httpStatus: number;
      readonly code: string | undefined;
      readonly text: string;
      /** When the server wants to be asked again, in seconds from now. */
      readonly retryAfter?: number;
      /** With `edit.stale`: what the edit was to change, as it is now. */
      readonly current?: object;
    }
  | { readonly status: 'unreachable'; readonly text: string };

const sessionCodes: readonly (string | undefined)[] = ['session.missing', 'session.ended'] satisfies ErrorCode[];

/** Whether a refusal means that the access token has expired, so that a refresh may help. */
export function isSessionCode(code: string | undefined): boolean {
  return sessionCodes.includes(code);
}

const passingCodes: readonly (string | undefined)[] = [
  'service.unavailable',
  'limit.reached',
  'failure.unknown',
] satisfies ErrorCode[];

/** Whether a refusal is temporary, so that the same may be asked again. */
export function isPassing(code: string | undefined): boolean {
  return passingCodes.includes(code);
}

/** A network failure. A browser that reports itself online may still be unable to reach Parlour. */
export function unreachable(): CallFailure {
  return { status: 'unreachable', text: navigator.onLine ? messages.unreachable : messages.offline };
}

/**
 * Narrows RTK Query's error to our failure; any other error is a bug of ours, without a server
 * text.
 */
export function asCallFailure(error: unknown): CallFailure | undefined {
  return typeof error === 'object' && error !== null && 'status' in error && 'text' in error
    ? // Both fields are only found together in what the client below makes.
      (error as CallFailure)
    : undefined;
}

/** Whether the server refused with a code. */
export function isRefusedWith(error: unknown, code: ErrorCode): boolean {
  const failure = asCallFailure(error);
  return failure?.status === 'refused' && failure.code === code;
}

/** Whether the server refused because there is no session, or none any more. */
export function lacksSession(error: unknown): boolean {
  const failure = asCallFailure(error);
  return failure?.status === 'refused' && isSessionCode(failure.code);
}

/** Whether the server reports that something doesn't exist, or not for this viewer. */
export function isNotFound(error: unknown): boolean {
  const failure = asCallFailure(error);
  return failure?.status === 'refused' && (failure.httpStatus === 404 || failure.code === 'id.malformed');
}

/** The current version, if the server refused an edit as stale. */
export function currentOf(error: unknown): object | undefined {
  const failure = asCallFailure(error);
  return failure?.status === 'refused' && failure.code === 'edit.stale' ? failure.current : undefined;
}

/** The server's text, or undefined when none came back. */
export function serverText(error: unknown): string | undefined {
  return asCallFailure(error)?.text;
}

/** Whether the submission may have succeeded, so that a retry must keep its key. */
export function hasUnknownOutcome(error: unknown): boolean {
  const failure = asCallFailure(error);
  return !failure || failure.status === 'unreachable' || failure.httpStatus >= 500;
}
