import { expect, test } from '@jest/globals';
import { act } from '@testing-library/react';
import { keepDraft } from '../shared/drafts/drafts.ts';
import { draftAt } from '../shared/drafts/form-draft.ts';
import { sessionEnded, userLeft } from '../shared/state/session.slice.ts';
import { renderPage } from '../shared/testing/render-page.tsx';
import { DraftCleanup } from './draft-cleanup.ts';

const draft = { values: { text: 'half a thought' } };

function signedIn() {
  keepDraft('ann', 'question', draft);
  keepDraft('bea', 'question', draft);
  return renderPage(<DraftCleanup />).store;
}

test('signing out deletes a person’s own drafts and nobody else’s', () => {
  const store = signedIn();
  act(() => {
    store.dispatch(userLeft());
  });
  expect(draftAt('ann', 'question')).toBeUndefined();
  expect(draftAt('bea', 'question')).toEqual(draft);
});

test('a session that expires keeps the drafts for the next login', () => {
  const store = signedIn();
  act(() => {
    store.dispatch(sessionEnded());
  });
  expect(draftAt('ann', 'question')).toEqual(draft);
});
