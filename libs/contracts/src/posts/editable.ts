import { DomainError } from '../errors.ts';
import { limits } from '../limits.ts';
import { messages } from '../messages.ts';
import type { IsoTime } from '../time.ts';

/** In which capacity somebody deleted something. */
export type Deleter = 'author' | 'moderator' | 'operator';

/** Gateway to browser: who deleted something, and the reason that moderators and operators give. */
export interface DeletedWire {
  readonly by: Deleter;
  readonly reason: string | null;
}

/** In one line, who deleted a post. */
export function deletedText(by: Deleter): string {
  if (by === 'author') return messages.deletedByAuthor;
  return by === 'operator' ? messages.removedByOperator : messages.deletedByOthers;
}

/** Gateway to browser: the fields of everything that its author can edit and delete. */
export interface Editable {
  /** Counts from 1; an edit names the version that it is based on. */
  readonly version: number;
  /** The time of the latest edit. */
  readonly editedAt: IsoTime | null;
  readonly deleted: DeletedWire | null;
}

/** The `Editable` of what was never edited or deleted. */
export const unedited: Editable = { version: 1, editedAt: null, deleted: null };

/**
 * Refuses an edit of another version than the current one.
 * @throws {DomainError} `edit.stale`; the service adds what is current
 */
export function refuseStale(basedOn: number, version: number): void {
  if (basedOn !== version) throw new DomainError('edit.stale', messages.editStale);
}

/**
 * Refuses an edit of what has as many versions as possible: one transaction, for which others wait,
 * erases them all. Source: decisions E-4.
 * @throws {DomainError} `changes.full`
 */
export function refuseFull(version: number): void {
  if (version >= limits.versions) throw new DomainError('changes.full', messages.changesFull);
}

/** In which capacities somebody could have deleted something. */
export type Capacities = Readonly<Record<Deleter, boolean>>;

/**
 * Whether somebody may restore what was deleted in this capacity: whoever could delete it so, and
 * operators also what moderators removed. Source: decisions, P-13, M-12.
 */
export function mayRestore(by: Deleter, { author, moderator, operator }: Capacities): boolean {
  return { author, moderator: moderator || operator, operator }[by];
}

const byStrength: readonly Deleter[] = ['author', 'moderator', 'operator'];

/**
 * Whether a deletion in one capacity takes the place of one in another: authors could keep what
 * they wrote from being removed otherwise, by deleting it first. Source: decisions P-13.
 */
export function isStronger(by: Deleter, than: Deleter): boolean {
  return byStrength.indexOf(by) > byStrength.indexOf(than);
}

/** In the event of a deletion: what it says of the weaker one whose place it takes. */
export interface TakenOver {
  /**
   * Present if its author had deleted it. Then it is deleted by its author again, instead of
   * public, once whoever took that over restores it.
   */
  readonly authorToo?: true;
}

/** What the event of a deletion says of the one before. */
export function takenOver(by: Deleter | undefined, authorToo: boolean | undefined): TakenOver {
  return by === 'author' || authorToo === true ? { authorToo: true } : {};
}

const dayMs = 24 * 60 * 60 * 1_000;

/** Whether what was deleted at this time, ISO-8601, can no longer be restored. */
export function isPastRestoring(deletedAt: string, now: string): boolean {
  // oxlint-disable-next-line no-restricted-globals -- reckons with given times, and reads no clock
  const passed = Date.parse(now) - Date.parse(deletedAt);
  return passed >= limits.restorableDays * dayMs;
}
