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

/** Behind it stands which of the drafts of a place it is: each form in each tab has its own. */
export const draftMark = '#';

/** What a draft says while its owner signs out: no tab may keep it any longer. */
export const erased = 'erased';

/** A draft, and how it lies in the browser. */
export interface StoredDraft {
  readonly key: string;
  readonly text: string;
  readonly draft: Draft;
}

/** Where a draft lies; without a place, where all of a person's begin. */
export function draftKey(username: string, place = ''): string {
  return `parlour.draft/${encodeURIComponent(username)}/${place}`;
}

/** Storage may be switched off, full or closed to this page; then there are no drafts, and everything else works. */
function quietly<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

/** Works with what all tabs share. */
export function inBrowser<Result>(work: (storage: Storage) => Result): Result | undefined {
  return quietly(() => work(window.localStorage));
}

/** Works with what this tab alone has, also after a reload. */
export function inTab<Result>(work: (storage: Storage) => Result): Result | undefined {
  return quietly(() => work(window.sessionStorage));
}

/** The keys that begin like this. */
export function keysOf(storage: Storage, start: string): readonly string[] {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
  return keys.filter((key) => key.startsWith(start));
}

/** Anything may lie in a browser's storage: what is not of our shape is no draft. */
export function parseDraft(text: string): Draft | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || !('values' in value)) return undefined;
    const { values } = value;
    if (typeof values !== 'object' || values === null) return undefined;
    if (!Object.values(values).every((each) => typeof each === 'string')) return undefined;
    // Just looked at: an object of strings. The key beside it is only ever sent back as it is, and checked by the server.
    return value as Draft;
  } catch {
    return undefined;
  }
}

/** All drafts whose keys begin like this, the one that was changed last first. */
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

/** All drafts of a person whose places begin like this, the one that was changed last first. */
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

/**
 * Who signs out leaves nothing behind for the next one at this browser; other tabs hear it and keep
 * nothing more.
 */
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
