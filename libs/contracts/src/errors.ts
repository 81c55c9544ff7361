import { messages } from './messages.ts';

/**
 * The HTTP status of every refusal, by its stable code. Exhaustive: a new code doesn't compile
 * without a status. Source: decisions T-1.
 */
export const statusOfCode = {
  'request.invalid': 400,
  'request.illFormedText': 400,
  'id.malformed': 400,
  'username.required': 400,
  'username.tooLong': 400,
  'username.invalid': 400,
  'username.reserved': 400,
  'username.taken': 409,
  'username.alike': 409,
  'password.tooLong': 400,
  'password.tooShort': 400,
  'password.common': 400,
  'password.same': 400,
  'password.temporary': 403,
  'password.expired': 403,
  'signup.code': 403,
  reauth: 403,
  'google.unavailable': 400,
  'google.refused': 401,
  'account.google': 403,
  'account.suspended': 403,
  'signup.closed': 403,
  'signup.answer': 400,
  'account.waiting': 403,
  'newcomer.unknown': 404,
  'invitation.over': 404,
  'invitation.end': 400,
  'invitation.uses': 400,
  'invitation.communities': 400,
  'invitation.note': 400,
  'invitation.position': 403,
  'operator.last': 409,
  'operator.spared': 409,
  'site.name': 400,
  'site.description': 400,
  'site.contact': 400,
  'site.question': 400,
  'site.files': 400,
  'site.code': 400,
  'follow.self': 400,
  'follow.hidden': 403,
  'block.self': 400,
  'block.own': 403,
  'person.unavailable': 403,
  'login.failed': 401,
  'session.missing': 401,
  'session.ended': 401,
  'actor.other': 403,
  'origin.foreign': 403,
  'title.empty': 400,
  'title.lines': 400,
  'title.tooLong': 400,
  'text.empty': 400,
  'text.tooLong': 400,
  'text.hyperlink': 400,
  'text.links': 400,
  'text.marks': 400,
  'tags.missing': 400,
  'tags.tooMany': 400,
  'tag.brackets': 400,
  'tag.dots': 400,
  'tag.tooLong': 400,
  'order.unknown': 400,
  'question.unknown': 404,
  'community.unknown': 404,
  'answer.unknown': 404,
  'answers.full': 409,
  'vote.own': 403,
  'accept.notAsker': 403,
  'comments.full': 409,
  'comment.unknown': 404,
  'edit.stale': 409,
  'edit.notAuthor': 403,
  'edit.deleted': 409,
  'changes.full': 409,
  'delete.accepted': 409,
  'delete.reason': 400,
  'restore.late': 409,
  'tag.unknown': 404,
  'tag.description': 400,
  'tag.posts': 403,
  'message.unknown': 404,
  'chat.unknown': 404,
  'chat.self': 400,
  'chat.participants': 400,
  'chat.twoPeople': 400,
  'chat.full': 400,
  'chat.name': 400,
  'game.unknown': 404,
  'game.type': 400,
  'game.noSeat': 409,
  'game.over': 409,
  'game.notHost': 403,
  'game.started': 409,
  'game.notCreator': 403,
  'game.notEmpty': 409,
  'game.invitation': 400,
  'game.notInvited': 403,
  'game.notPlayer': 403,
  'move.invalid': 400,
  'move.wrongPlayer': 403,
  'move.notInProgress': 409,
  'move.late': 409,
  'claim.early': 409,
  'rematch.early': 409,
  'rematch.gone': 409,
  'rematch.declined': 409,
  'visibility.unknown': 400,
  'notification.unknown': 404,
  'notification.type': 400,
  'community.name': 400,
  'community.description': 400,
  'community.taken': 409,
  'community.contributions': 403,
  'community.position': 403,
  'community.membership': 409,
  'community.visibility': 400,
  'community.list': 400,
  'community.closed': 409,
  'community.offered': 409,
  'community.noOffer': 409,
  'poll.unknown': 404,
  'poll.question': 400,
  'poll.options': 400,
  'poll.expiry': 400,
  'poll.option': 400,
  'poll.voted': 409,
  'poll.closed': 409,
  'poll.begun': 409,
  'report.own': 400,
  'report.reason': 400,
  'report.text': 400,
  'report.full': 409,
  'report.unknown': 404,
  'report.resolved': 409,
  'report.action': 403,
  'user.unknown': 404,
  'file.unknown': 404,
  'file.missing': 400,
  'file.off': 403,
  'file.kind': 400,
  'file.broken': 400,
  'file.tooLarge': 413,
  'file.pixels': 400,
  'file.alt': 400,
  'file.full': 409,
  'file.tooMany': 400,
  'file.space': 507,
  'email.invalid': 400,
  'email.missing': 409,
  'link.invalid': 400,
  'mail.off': 403,
  'push.off': 403,
  'push.subscription': 400,
  'route.unknown': 404,
  'method.unknown': 405,
  'command.keyReused': 409,
  'command.conflict': 409,
  'request.slow': 408,
  'request.tooLarge': 413,
  'request.notJson': 415,
  'limit.reached': 429,
  'service.unavailable': 503,
  'database.damaged': 503,
  'failure.unknown': 500,
} as const satisfies Record<string, number>;

/** The stable code of a refusal; clients may rely on it, texts may change. */
export type ErrorCode = keyof typeof statusOfCode;

/** Gateway to browser: the format of every response other than 200. Source: decisions T-2. */
export interface ErrorWire {
  readonly error: string;
  readonly code: ErrorCode;
  /** With `edit.stale`: what the edit was to change, as it is now. */
  readonly current?: object;
}

/** A broken rule, as a pure check returns it. */
export interface Fault {
  readonly code: ErrorCode;
  readonly text: string;
}

/**
 * A refusal with a stable code and the text for the user. It is thrown before any event exists, so
 * a refused command changes nothing; it crosses RPC and becomes a response with the status of
 * `statusOfCode`.
 */
export class DomainError extends Error {
  override readonly name = 'DomainError';

  constructor(
    readonly code: ErrorCode,
    text: string,
    /** For 429 and 503: seconds until a retry makes sense. */
    readonly retryAfterSeconds?: number,
    /** For `edit.stale`: what the edit was to change, as it is now. */
    readonly current?: object,
  ) {
    super(text);
  }
}

/**
 * The service behind a call is unavailable, busy or too slow: 503. The outcome of a command is
 * unknown; a retry with the same Idempotency-Key settles it.
 */
export function unavailable(retryAfterMs = 0): DomainError {
  return new DomainError('service.unavailable', messages.unavailable, Math.max(1, Math.ceil(retryAfterMs / 1_000)));
}

/**
 * Whether this code says that the call could not be served, whatever it asked for: a failure of
 * the site, not an answer.
 */
export function isUnserved(code: ErrorCode): boolean {
  return statusOfCode[code] === 503;
}

/**
 * Turns the first fault that a check found into a refusal.
 * @throws {DomainError} with the code of the fault
 */
export function refuse(...faults: readonly (Fault | undefined)[]): void {
  for (const fault of faults) if (fault) throw new DomainError(fault.code, fault.text);
}
