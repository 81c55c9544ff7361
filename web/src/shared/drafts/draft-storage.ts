import type { Draft } from './drafts.ts';

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

/** What lies there, whatever it is. */
export function textAt(key: string): string | undefined {
  return inBrowser((storage) => storage.getItem(key)) ?? undefined;
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

/** All drafts whose keys begin like this. */
export function storedBelow(start: string): readonly StoredDraft[] {
  const found = inBrowser((storage) =>
    keysOf(storage, start).map((key) => ({ key, text: storage.getItem(key) ?? '' })),
  );
  return (found ?? []).flatMap(({ key, text }) => {
    const draft = parseDraft(text);
    return draft ? [{ key, text, draft }] : [];
  });
}

/** The draft of a place that was changed last, in whichever tab. */
export function newestAt(username: string, place: string): StoredDraft | undefined {
  const key = draftKey(username, place);
  return storedBelow(key)
    .filter((stored) => stored.key === key || stored.key.startsWith(key + draftMark))
    .toSorted((one, other) => (other.draft.changed ?? 0) - (one.draft.changed ?? 0))[0];
}
