/** What somebody has written and not posted yet, as it lies in this browser. */
export interface Draft {
  readonly values: Readonly<Record<string, string>>;
  /** The attempt to post exactly these values that nobody has answered: after a reload it is still the same one. */
  readonly submission?: { readonly key: string; readonly at: string } | undefined;
}

const prefix = 'parlour.draft/';

function keyOf(username: string, place: string): string {
  return `${prefix}${encodeURIComponent(username)}/${place}`;
}

/** Storage may be switched off, full or closed to this page; then there are no drafts, and everything else works. */
function quietly<Result>(work: (storage: Storage) => Result): Result | undefined {
  try {
    return work(window.localStorage);
  } catch {
    return undefined;
  }
}

function keysOf(storage: Storage, start: string): readonly string[] {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
  return keys.filter((key) => key.startsWith(start));
}

/** Anything may lie in a browser's storage: what is not of our shape is no draft. */
function parse(text: string): Draft | undefined {
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

/** The draft of a person for a place (a form, and what it is about). */
export function draftAt(username: string, place: string): Draft | undefined {
  const text = quietly((storage) => storage.getItem(keyOf(username, place)));
  return typeof text === 'string' ? parse(text) : undefined;
}

/** All drafts of a person whose places begin like this. */
export function draftsBelow(username: string, start: string): readonly Draft[] {
  const texts = quietly((storage) => keysOf(storage, keyOf(username, start)).map((key) => storage.getItem(key) ?? ''));
  return (texts ?? []).map(parse).filter((draft) => draft !== undefined);
}

/** Keeps a draft until it is posted; one without a word is none. */
export function keepDraft(username: string, place: string, draft: Draft): void {
  const empty = Object.values(draft.values).every((value) => value.trim() === '');
  quietly((storage) => {
    if (empty) storage.removeItem(keyOf(username, place));
    else storage.setItem(keyOf(username, place), JSON.stringify(draft));
  });
}

export function forgetDraft(username: string, place: string): void {
  quietly((storage) => {
    storage.removeItem(keyOf(username, place));
  });
}

/** Who signs out leaves nothing behind for the next one at this browser. */
export function forgetDraftsOf(username: string): void {
  quietly((storage) => {
    for (const key of keysOf(storage, keyOf(username, ''))) storage.removeItem(key);
  });
}
