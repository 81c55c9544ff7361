import { type ListRun, memberLimits, type MembersWire, type MemberWire } from '@parlour/contracts/identity/members';
import type { AddMembers } from '@parlour/contracts/identity/members.requests';
import { asCallFailure, isPassing } from '../../shared/http/call-failure.ts';
import { newSubmissionKey } from '../../shared/http/submission-key.ts';
import type { ListLine } from './parse-list.ts';

/** What became of the lines of a list, by their number. */
export type Outcomes = ReadonlyMap<number, MemberWire>;

/** How often a part is sent again that brought nothing. */
const patience = 10;

interface Sending {
  readonly send: (
    part: AddMembers & { readonly submissionKey: string },
  ) => PromiseLike<{ readonly data?: MembersWire | undefined; readonly error?: unknown }>;
  /** Waits for so many seconds. */
  readonly pause: (seconds: number) => Promise<void>;
  /** Whether an account is there only if an answer with its password was lost. */
  readonly isNew: (line: number) => boolean;
  /** Whether such an answer may have been lost before. */
  readonly isAgain: boolean;
  /** After each part. */
  readonly onPart: (outcomes: Outcomes) => void;
}

/**
 * Sends a list in parts, one after the other, and waits where the site asks for it. Resolves with
 * why it stopped, if it did: run again, it adds what is missing. Passwords in an answer that was
 * lost are nowhere: these people get new ones.
 */
export async function runList(lines: readonly ListLine[], run: ListRun, sending: Sending): Promise<unknown> {
  const outcomes = new Map<number, MemberWire>();
  let rest = lines.flatMap(({ line, row }) => (row ? [{ line, row }] : []));
  const lost = new Set(sending.isAgain ? rest.map(({ line }) => line).filter(sending.isNew) : []);
  let tries = 0;
  while (rest.length > 0) {
    const isLost = lost.has(rest[0]?.line ?? 0);
    const part = rest.filter(({ line }) => lost.has(line) === isLost).slice(0, memberLimits.rows);
    const request = {
      rows: part.map(({ row }) => row),
      ...run,
      renew: run.renew || isLost,
      submissionKey: newSubmissionKey(),
    };
    const { data, error } = await sending.send(request);
    const done = part.flatMap(({ line }, place) => {
      const member = data?.members[place];
      return member && member.status !== 'unprocessed' ? [[line, member] as const] : [];
    });
    for (const [line, member] of done) outcomes.set(line, member);
    tries = done.length > 0 ? 0 : tries + 1;
    if (done.length > 0) sending.onPart(new Map(outcomes));
    const failure = asCallFailure(error);
    // A limit refuses before anything is done.
    const mayBeLost = !data && !(failure?.status === 'refused' && failure.code === 'limit.reached');
    if (mayBeLost) for (const { line } of part.filter((each) => sending.isNew(each.line))) lost.add(line);
    if (error !== undefined && !(failure?.status === 'refused' && isPassing(failure.code))) return error;
    if (tries > patience) return error ?? new Error('nothing was processed');
    if (tries > 0) await sending.pause((failure?.status === 'refused' && failure.retryAfter) || 2);
    rest = rest.filter(({ line }) => !outcomes.has(line));
  }
  return undefined;
}
