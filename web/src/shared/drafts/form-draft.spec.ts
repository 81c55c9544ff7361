import { beforeEach, expect, jest, test } from '@jest/globals';
import { draftsBelow, forgetDraftsOf, keepDraft } from './drafts.ts';
import { FormDraft } from './form-draft.ts';

const place = 'question';

interface Change {
  readonly by: symbol;
  readonly key: string;
  readonly newValue: string | null;
}

let tabs: Tab[] = [];
let changes: Change[] = [];
let acting: symbol | undefined;

/**
 * A tab with a form. The other tabs get storage events for its changes, and it gets none for its
 * own, as in browsers.
 */
class Tab {
  readonly id = Symbol('tab');
  private session: Readonly<Record<string, string>>;
  private hide: (() => void) | undefined;
  draft!: FormDraft; // set by `reload` at once
  /** The text in its form. */
  text = '';

  constructor(session: Tab['session'] = {}) {
    this.session = session;
    tabs.push(this);
    this.reload();
  }

  reload(): void {
    this.hide?.();
    this.work(() => {
      this.draft = new FormDraft('ann', place);
    });
    this.text = this.draft.found?.values['text'] ?? '';
    this.listen();
  }

  private listen(): void {
    this.hide = this.draft.show(() => {
      this.text = '';
    });
  }

  /** Reloads the tab, keeping its session storage. */
  duplicate(): Tab {
    return new Tab(this.session);
  }

  type(text: string): void {
    this.text = text;
    this.work(() => this.draft.keep({ values: { text } }));
  }

  discard(): void {
    this.text = '';
    this.work(() => this.draft.forget());
  }

  close(): void {
    this.hide?.();
    tabs = tabs.filter((tab) => tab !== this);
  }

  signOut(): void {
    this.close();
    this.work(() => forgetDraftsOf('ann'));
  }

  onStorage({ key, newValue }: Change): void {
    this.work(() => {
      for (const tab of tabs) if (tab !== this) tab.hide?.();
      window.dispatchEvent(new StorageEvent('storage', { key, newValue }));
      for (const tab of tabs) if (tab !== this) tab.listen();
    });
  }

  private work(what: () => void): void {
    const before = acting;
    acting = this.id;
    for (const [key, value] of Object.entries(this.session)) sessionStorage.setItem(key, value);
    what();
    this.session = { ...sessionStorage };
    sessionStorage.clear();
    acting = before;
  }
}

/** Delivers storage events between the tabs until nothing changes any more. */
function settle(): void {
  for (let rounds = 0; changes.length > 0; rounds++) {
    if (rounds > 100) throw new Error('The tabs answer each other without end.');
    const [change] = changes.splice(0, 1);
    for (const tab of tabs) if (change && tab.id !== change.by) tab.onStorage(change);
  }
}

beforeEach(() => {
  tabs = [];
  changes = [];
  sessionStorage.clear();
  const { setItem, removeItem } = Storage.prototype;
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, key, value) {
    setItem.call(this, key, value);
    if (this === localStorage && acting) changes.push({ by: acting, key, newValue: value });
  });
  jest.spyOn(Storage.prototype, 'removeItem').mockImplementation(function (this: Storage, key) {
    removeItem.call(this, key);
    if (this === localStorage && acting) changes.push({ by: acting, key, newValue: null });
  });
  let now = 0;
  jest.spyOn(Date, 'now').mockImplementation(() => (now += 1));
});

const kept = (): string[] =>
  draftsBelow('ann', place)
    .map(({ values }) => values['text'] ?? '')
    .toSorted();

test('two tabs that write at the same time have a draft each, and keep it after a reload', () => {
  const [first, second] = [new Tab(), new Tab()];
  for (const text of ['o', 'on', 'one']) {
    first.type(text);
    second.type(`${text} more`);
    settle();
  }
  expect(kept()).toEqual(['one', 'one more']);
  for (const tab of [first, second]) tab.reload();
  expect([first.text, second.text]).toEqual(['one', 'one more']);
});

test('a tab opened later starts with the existing text; once that is changed, both are kept', () => {
  const first = new Tab();
  first.type('one');
  const second = new Tab();
  expect(second.text).toBe('one');
  settle();
  expect(kept()).toEqual(['one']);
  second.type('two');
  settle();
  expect(kept()).toEqual(['one', 'two']);
  first.reload();
  expect(first.text).toBe('one');
});

test('a tab that posts or discards a copy removes nothing from the tab that still shows it', () => {
  const first = new Tab();
  first.type('one');
  const second = new Tab();
  second.discard();
  settle();
  expect(kept()).toEqual(['one']);
  first.reload();
  expect(first.text).toBe('one');
});

test('the draft of a closed tab goes to the next one, once', () => {
  const first = new Tab();
  first.type('one');
  first.close();
  const second = new Tab();
  second.type('one more');
  settle();
  expect(kept()).toEqual(['one more']);
  second.close();
  new Tab().discard();
  expect(kept()).toEqual([]);
});

test('so does a draft of an older version of the page', () => {
  keepDraft('ann', place, { values: { text: 'long ago' } });
  const tab = new Tab();
  expect(tab.text).toBe('long ago');
  tab.type('now');
  expect(kept()).toEqual(['now']);
});

test('a duplicated tab does not overwrite the first one', () => {
  const first = new Tab();
  first.type('one');
  const second = first.duplicate();
  expect(second.text).toBe('one');
  second.type('two');
  settle();
  expect(kept()).toEqual(['one', 'two']);
  first.type('one more');
  second.type('two more');
  settle();
  expect(kept()).toEqual(['one more', 'two more']);
});

test('nor does a suspended tab that got no events', () => {
  const first = new Tab();
  first.type('one');
  const second = first.duplicate();
  second.type('two');
  second.close();
  changes = [];
  first.type('one more');
  settle();
  expect(kept()).toEqual(['one more', 'two']);
});

test('two tabs that show a draft settle when a third one takes it', () => {
  const first = new Tab();
  first.type('one');
  first.duplicate().type('two');
  const third = new Tab();
  third.type('three');
  settle();
  expect(kept()).toEqual(['one', 'three', 'two']);
});

test('after signing out, no other tab keeps anything', () => {
  const first = new Tab();
  first.type('one');
  const second = new Tab();
  second.type('two');
  settle();
  first.signOut();
  settle();
  expect(kept()).toEqual([]);
  second.type('two more');
  expect(kept()).toEqual([]);
});

/** A form that was left while it was being posted, and the same form when its author comes back. */
function comeBack() {
  const left = new FormDraft('ann', place);
  left.show(() => undefined)();
  left.keep({ values: { text: 'on its way' } });
  const onPosted = jest.fn();
  const back = new FormDraft('ann', place);
  back.show(onPosted);
  return { left, back, onPosted };
}

test('a form left while it was being posted is empty on return once it is posted', () => {
  const { left, back, onPosted } = comeBack();
  expect(back.found?.values).toEqual({ text: 'on its way' });
  left.forget();
  expect(onPosted).toHaveBeenCalledTimes(1);
  expect(kept()).toEqual([]);
});

test('later changes are neither cleared by the post nor overwritten by its failure', () => {
  const { left, back, onPosted } = comeBack();
  back.keep({ values: { text: 'another' } });
  left.keep({ values: { text: 'on its way' } });
  expect(kept()).toEqual(['another']);
  left.forget();
  expect(onPosted).not.toHaveBeenCalled();
  expect(kept()).toEqual(['another']);
});
