import { beforeEach, expect, test } from '@jest/globals';
import { keepDraft } from '../../shared/drafts/drafts.ts';
import { draftAt } from '../../shared/drafts/form-draft.ts';
import { rememberSession } from '../../shared/state/known-session.ts';
import { sessionEnded, userKnown, userLeft } from '../../shared/state/session.slice.ts';
import { createStore } from '../../shared/state/store.ts';
import { ann } from '../../shared/testing/render-page.tsx';
import { keepDraftsWithSession } from './drafts-of-session.ts';

const draft = { values: { text: 'half a thought' } };

function signedIn() {
  const store = createStore();
  keepDraftsWithSession(store);
  store.dispatch(userKnown(ann));
  return store;
}

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  keepDraft(ann._id, 'question', draft);
  keepDraft('another', 'question', draft);
});

test('signing out deletes a person’s own drafts and nobody else’s', () => {
  signedIn().dispatch(userLeft());
  expect(draftAt(ann._id, 'question')).toBeUndefined();
  expect(draftAt('another', 'question')).toEqual(draft);
});

test('a text that could not be sent, and is kept after its person has signed out, is deleted too', () => {
  const store = signedIn();
  store.dispatch(userLeft());
  keepDraft(ann._id, 'question', draft);
  store.dispatch({ type: 'anything' });
  expect(draftAt(ann._id, 'question')).toBeUndefined();
});

test('a tab that was signed out leaves the drafts of a person who has signed in again in another one', () => {
  const store = signedIn();
  store.dispatch(userLeft());
  rememberSession(ann._id, ann.username);
  keepDraft(ann._id, 'question', draft);
  store.dispatch({ type: 'anything' });
  expect(draftAt(ann._id, 'question')).toEqual(draft);
});

test('[O-12] drafts stay with a person who gets another name', () => {
  const store = signedIn();
  store.dispatch(userKnown({ ...ann, username: 'Ada' }));
  expect(draftAt(ann._id, 'question')).toEqual(draft);
  store.dispatch(userLeft());
  expect(draftAt(ann._id, 'question')).toBeUndefined();
});

test('a session that expires keeps the drafts for the next login', () => {
  signedIn().dispatch(sessionEnded());
  expect(draftAt(ann._id, 'question')).toEqual(draft);
});
