import { newSubmissionKey } from '../http/submission-key.ts';
import {
  draftKey,
  draftMark,
  erased,
  inBrowser,
  inTab,
  parseDraft,
  storedBelow,
  type Draft,
  type StoredDraft,
} from './drafts.ts';

/** What lies there, whatever it is. */
function textAt(key: string): string | undefined {
  return inBrowser((storage) => storage.getItem(key)) ?? undefined;
}

/** The draft of a place that was changed last, in whichever tab. */
function newestAt(username: string, place: string): StoredDraft | undefined {
  const key = draftKey(username, place);
  return storedBelow(key).find((stored) => stored.key === key || stored.key.startsWith(key + draftMark));
}

/** The draft of a person for a place; of several the one that was changed last. */
export function draftAt(username: string, place: string): Draft | undefined {
  return newestAt(username, place)?.draft;
}

/** Those whose forms are on the page now. */
const shown = new Set<FormDraft>();

/**
 * The draft of one form in one tab. A form begins with its tab's own draft, after a reload; else
 * with the newest of the others, which becomes its own by the first change. A tab that hears that
 * its draft was taken or changed by another one keeps what it shows in one of its own: so no tab's
 * text is ever written over.
 */
export class FormDraft {
  /** What the form begins with. */
  readonly found: Draft | undefined;

  private readonly start: string;
  private key: string;
  /** What lies there, as far as this form knows. */
  private written: string | undefined;
  /** The other tab's draft that the form has begun with. */
  private source: StoredDraft | undefined;
  private isOver = false;
  private onPosted = (): void => undefined;

  constructor(
    private readonly username: string,
    place: string,
  ) {
    this.start = draftKey(username, place);
    this.key = inTab((storage) => storage.getItem(this.start)) ?? this.anotherKey();
    const own = textAt(this.key);
    this.found = own === undefined ? undefined : parseDraft(own);
    if (this.found) {
      this.written = own;
      return;
    }
    this.source = newestAt(username, place);
    this.found = this.source?.draft;
  }

  keep(draft: Draft): void {
    if (this.isOver) return;
    const there = textAt(this.key);
    if (there !== undefined && there !== this.written) {
      // A call that failed after its form was left: another form has gone on with the draft.
      if (!shown.has(this)) return;
      this.key = this.anotherKey();
    }
    this.write(JSON.stringify({ ...draft, changed: Date.now() }));
  }

  /** It was posted or discarded. */
  forget(): void {
    const { key, written } = this;
    this.written = undefined;
    if (written !== undefined && textAt(key) === written) inBrowser((storage) => storage.removeItem(key));
    this.takeSource();
    for (const other of shown) {
      // Somebody has left the form while it was being posted, and come back to the same text.
      if (other === this || other.key !== key || other.written !== written) continue;
      other.written = undefined;
      other.onPosted();
    }
  }

  /**
   * As long as its form is on the page; `onPosted` hears that its text was posted by one that was
   * left.
   */
  show(onPosted: () => void): () => void {
    const hear = (event: StorageEvent) => {
      this.hear(event);
    };
    this.onPosted = onPosted;
    shown.add(this);
    window.addEventListener('storage', hear);
    return () => {
      shown.delete(this);
      window.removeEventListener('storage', hear);
    };
  }

  private hear({ key, newValue }: StorageEvent): void {
    if (newValue === erased && key?.startsWith(draftKey(this.username))) this.isOver = true;
    if (this.isOver || key !== this.key || this.written === undefined) return;
    // What lies there now: the event may be of before this form's last change.
    const there = textAt(key);
    if (there === this.written) return;
    // A tab that was duplicated writes to the same place; one that took a copy has taken it away.
    if (there !== undefined) this.key = this.anotherKey();
    this.write(this.written);
  }

  private write(text: string): void {
    const done = inBrowser((storage) => {
      storage.setItem(this.key, text);
      return true;
    });
    if (!done) return;
    this.written = text;
    inTab((storage) => storage.setItem(this.start, this.key));
    this.takeSource();
  }

  /** What the form began with is its own now; a tab that still shows it keeps it for itself. */
  private takeSource(): void {
    const { source } = this;
    this.source = undefined;
    if (source && textAt(source.key) === source.text) inBrowser((storage) => storage.removeItem(source.key));
  }

  private anotherKey(): string {
    return this.start + draftMark + newSubmissionKey();
  }
}
