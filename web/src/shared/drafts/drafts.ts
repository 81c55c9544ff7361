import { inBrowser, inTab } from '../state/browser-storage.ts';

/** A text that was written but not posted yet, as stored in this browser. */
export interface Draft {
  readonly values: Readonly<Record<string, string>>;
  /**
   * The key of an unanswered attempt to post exactly these values, so that a retry after a reload
   * is the same attempt.
   */
  readonly submission?: { readonly key: string; readonly at: string } | undefined;
  /** The version of the post that it changes. */
  readonly version?: number | undefined;
  /** When it was last changed, in milliseconds. */
  readonly changed?: number;
}

/** A draft with its place (a form, and what it is about). */
export interface PlacedDraft extends Draft {
  readonly place: string;
}

/** Separates the place from the draft's id: each form in each tab has a draft of its own. */
export const draftMark = '#';

/** The value of a draft while its owner signs out: no tab may keep it any longer. */
export const erased = 'erased';

/** A draft with its storage key and raw value. */
export interface StoredDraft {
  readonly key: string;
  readonly text: string;
  readonly draft: Draft;
}

/**
 * The storage key of a draft, by its author’s id; without a place, the prefix of all of a person's
 * drafts.
 */
export function draftKey(userId: string, place = ''): string {
  return `parlour.draft/${encodeURIComponent(userId)}/${place}`;
}

/** The place of what is written to a post, or of its edit. */
export function placeAt(kind: 'answer' | 'comment' | 'edit', id: string): string {
  return `${kind}:${id}`;
}

/** All keys with a prefix. */
export function keysOf(storage: Storage, start: string): readonly string[] {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
  return keys.filter((key) => key.startsWith(start));
}

/** A browser's storage may contain anything: a value of another shape is no draft. */
export function parseDraft(text: string): Draft | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || !('values' in value)) return undefined;
    const { values } = value;
    if (typeof values !== 'object' || values === null) return undefined;
    if (!Object.values(values).every((each) => typeof each === 'string')) return undefined;
    // Just checked to be an object of strings. The key in it is only sent back, and the server
    // checks it.
    return value as Draft;
  } catch {
    return undefined;
  }
}

/** All drafts whose keys have a prefix, most recent first. */
export function storedBelow(start: string): readonly StoredDraft[] {
  const found = inBrowser((storage) =>
    keysOf(storage, start).map((key) => ({ key, text: storage.getItem(key) ?? '' })),
  );
  const stored = (found ?? []).flatMap(({ key, text }) => {
    const draft = parseDraft(text);
    return draft ? [{ key, text, draft }] : [];
  });
  return stored.toSorted((one, other) => (other.draft.changed ?? 0) - (one.draft.changed ?? 0));
}

/** A person's drafts whose places have a prefix, most recent first. */
export function draftsBelow(userId: string, start: string): readonly PlacedDraft[] {
  const from = draftKey(userId).length;
  return storedBelow(draftKey(userId, start)).map(({ key, draft }) => ({
    ...draft,
    place: key.slice(from).split(draftMark, 1)[0] ?? '',
  }));
}

/** Stores a draft until it is posted; a blank one is removed. */
export function keepDraft(userId: string, place: string, draft: Draft): void {
  const empty = Object.values(draft.values).every((value) => value.trim() === '');
  inBrowser((storage) => {
    if (empty) storage.removeItem(draftKey(userId, place));
    else storage.setItem(draftKey(userId, place), JSON.stringify(draft));
  });
}

export function forgetDraft(userId: string, place: string): void {
  inBrowser((storage) => {
    storage.removeItem(draftKey(userId, place));
  });
}

/**
 * Signing out leaves nothing behind for the next person at this browser. Other tabs get the event
 * and store nothing more.
 */
export function forgetDraftsOf(userId: string): void {
  const start = draftKey(userId);
  inBrowser((storage) => {
    for (const key of keysOf(storage, start)) {
      storage.setItem(key, erased);
      storage.removeItem(key);
    }
  });
  inTab((storage) => {
    for (const key of keysOf(storage, start)) storage.removeItem(key);
  });
}
