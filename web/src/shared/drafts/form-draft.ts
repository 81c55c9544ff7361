import { newSubmissionKey } from '../http/submission-key.ts';
import { inBrowser, inTab } from '../state/browser-storage.ts';
import { draftKey, draftMark, erased, parseDraft, storedBelow, type Draft, type StoredDraft } from './drafts.ts';

/** The raw value in storage. */
function textAt(key: string): string | undefined {
  return inBrowser((storage) => storage.getItem(key)) ?? undefined;
}

/** The most recently changed draft for a place, of any tab. */
function newestAt(userId: string, place: string): StoredDraft | undefined {
  const key = draftKey(userId, place);
  return storedBelow(key).find((stored) => stored.key === key || stored.key.startsWith(key + draftMark));
}

/** A person's most recently changed draft for a place. */
export function draftAt(userId: string, place: string): Draft | undefined {
  return newestAt(userId, place)?.draft;
}

/** The storage key of the draft that this tab has written for a place. */
function keyOfTab(userId: string, place: string): string | undefined {
  return inTab((storage) => storage.getItem(draftKey(userId, place))) ?? undefined;
}

/** Whether this tab has a draft of its own for a place, as after a reload. */
export function hasOwnDraft(userId: string, place: string): boolean {
  const key = keyOfTab(userId, place);
  return key !== undefined && textAt(key) !== undefined;
}

/** The drafts of the forms on the page. */
const shown = new Set<FormDraft>();

/**
 * The draft of one form in one tab. After a reload, a form starts with its tab's own draft;
 * otherwise with the newest draft of other tabs, which becomes its own with the first change. If
 * another tab takes or changes its draft, a tab keeps its text in a new draft, so no tab's text is
 * ever overwritten.
 */
export class FormDraft {
  /** The initial values of the form. */
  readonly found: Draft | undefined;

  private readonly start: string;
  private key: string;
  /** The stored value, as far as this form knows. */
  private written: string | undefined;
  /** The other tab's draft that the form started with. */
  private source: StoredDraft | undefined;
  private isOver = false;
  private onPosted = (): void => undefined;

  constructor(
    private readonly userId: string,
    place: string,
  ) {
    this.start = draftKey(userId, place);
    this.key = keyOfTab(userId, place) ?? this.anotherKey();
    const own = textAt(this.key);
    this.found = own === undefined ? undefined : parseDraft(own);
    if (this.found) {
      this.written = own;
      return;
    }
    this.source = newestAt(userId, place);
    this.found = this.source?.draft;
  }

  /** False if the browser has no room for it, or allows no storage. */
  keep(draft: Draft): boolean {
    if (this.isOver) return true;
    const there = textAt(this.key);
    if (there !== undefined && there !== this.written) {
      // The call failed after its form was left: another form continues with the draft.
      if (!shown.has(this)) return true;
      this.key = this.anotherKey();
    }
    return this.write(JSON.stringify({ ...draft, changed: Date.now() }));
  }

  /** Removes the draft after it was posted or discarded. */
  forget(): void {
    const { key, written } = this;
    this.written = undefined;
    if (written !== undefined && textAt(key) === written) inBrowser((storage) => storage.removeItem(key));
    this.takeSource();
    for (const other of shown) {
      // The form was left while it was being posted, and opened again with the same text.
      if (other === this || other.key !== key || other.written !== written) continue;
      other.written = undefined;
      other.onPosted();
    }
  }

  /**
   * Subscribes while the form is mounted; `onPosted` is called when a form that was left has posted
   * this text.
   */
  show(onPosted: () => void): () => void {
    const onStorage = (event: StorageEvent) => {
      this.onStorage(event);
    };
    this.onPosted = onPosted;
    shown.add(this);
    window.addEventListener('storage', onStorage);
    return () => {
      shown.delete(this);
      window.removeEventListener('storage', onStorage);
    };
  }

  private onStorage({ key, newValue }: StorageEvent): void {
    if (newValue === erased && key?.startsWith(draftKey(this.userId))) this.isOver = true;
    if (this.isOver || key !== this.key || this.written === undefined) return;
    // Read the current value: the event may be older than this form's last change.
    const there = textAt(key);
    if (there === this.written) return;
    // A duplicated tab writes to the same key; a tab that took a copy has removed it.
    if (there !== undefined) this.key = this.anotherKey();
    this.write(this.written);
  }

  private write(text: string): boolean {
    const done = inBrowser((storage) => {
      storage.setItem(this.key, text);
      return true;
    });
    if (!done) return false;
    this.written = text;
    inTab((storage) => storage.setItem(this.start, this.key));
    this.takeSource();
    return true;
  }

  /** Makes the initial draft this form's own; a tab that still shows it keeps its own copy. */
  private takeSource(): void {
    const { source } = this;
    this.source = undefined;
    if (source && textAt(source.key) === source.text) inBrowser((storage) => storage.removeItem(source.key));
  }

  private anotherKey(): string {
    return this.start + draftMark + newSubmissionKey();
  }
}
