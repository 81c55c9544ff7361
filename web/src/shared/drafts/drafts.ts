import { draftKey, draftMark, erased, inBrowser, inTab, keysOf, newestAt, storedBelow } from './draft-storage.ts';

/** What somebody has written and not posted yet, as it lies in this browser. */
export interface Draft {
  readonly values: Readonly<Record<string, string>>;
  /** The attempt to post exactly these values that nobody has answered: after a reload it is still the same one. */
  readonly submission?: { readonly key: string; readonly at: string } | undefined;
  /** When it was changed last, in milliseconds. */
  readonly changed?: number;
}

/** A draft, and for which place (a form, and what it is about). */
export interface PlacedDraft extends Draft {
  readonly place: string;
}

/** The draft of a person for a place; of several the one that was changed last. */
export function draftAt(username: string, place: string): Draft | undefined {
  return newestAt(username, place)?.draft;
}

/** All drafts of a person whose places begin like this. */
export function draftsBelow(username: string, start: string): readonly PlacedDraft[] {
  const from = draftKey(username).length;
  return storedBelow(draftKey(username, start)).map(({ key, draft }) => ({
    ...draft,
    place: key.slice(from).split(draftMark, 1)[0] ?? '',
  }));
}

/** Keeps a draft until it is posted; one without a word is none. */
export function keepDraft(username: string, place: string, draft: Draft): void {
  const empty = Object.values(draft.values).every((value) => value.trim() === '');
  inBrowser((storage) => {
    if (empty) storage.removeItem(draftKey(username, place));
    else storage.setItem(draftKey(username, place), JSON.stringify(draft));
  });
}

export function forgetDraft(username: string, place: string): void {
  inBrowser((storage) => {
    storage.removeItem(draftKey(username, place));
  });
}

/** Who signs out leaves nothing behind for the next one at this browser; other tabs hear it and keep nothing more. */
export function forgetDraftsOf(username: string): void {
  const start = draftKey(username);
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
