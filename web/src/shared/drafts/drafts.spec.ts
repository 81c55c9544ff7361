import { beforeEach, expect, jest, test } from '@jest/globals';
import { draftsBelow, forgetDraft, forgetDraftsOf, keepDraft } from './drafts.ts';
import { draftAt } from './form-draft.ts';

beforeEach(() => {
  localStorage.clear();
});

const draft = { values: { text: 'half a thought' } };

test('a draft belongs to one person and one place', () => {
  keepDraft('ann', 'answer:q1', draft);
  expect(draftAt('ann', 'answer:q1')).toEqual(draft);
  expect(draftAt('bea', 'answer:q1')).toBeUndefined();
  expect(draftAt('ann', 'answer:q2')).toBeUndefined();
  forgetDraft('ann', 'answer:q1');
  expect(draftAt('ann', 'answer:q1')).toBeUndefined();
});

test('drafts are found by a prefix of their places', () => {
  keepDraft('ann', 'unsent:room/1', draft);
  keepDraft('ann', 'unsent:room2/2', { values: { text: 'elsewhere' } });
  keepDraft('bea', 'unsent:room/1', { values: { text: 'another’s' } });
  localStorage.setItem('parlour.draft/ann/unsent:room/3', 'no draft');
  expect(draftsBelow('ann', 'unsent:room/')).toEqual([{ ...draft, place: 'unsent:room/1' }]);
});

test('blanks are no draft', () => {
  keepDraft('ann', 'question', draft);
  keepDraft('ann', 'question', { values: { text: ' \n' } });
  expect(localStorage).toHaveLength(0);
});

test('signing out deletes a person’s own drafts and nobody else’s', () => {
  keepDraft('ann', 'question', draft);
  keepDraft('ann', 'comment:c', draft);
  keepDraft('anna', 'question', draft);
  keepDraft('ann.question', 'x', draft);
  localStorage.setItem('theme', 'dark');
  forgetDraftsOf('ann');
  expect(draftAt('ann', 'question') ?? draftAt('ann', 'comment:c')).toBeUndefined();
  expect(draftAt('anna', 'question')).toEqual(draft);
  expect(draftAt('ann.question', 'x')).toEqual(draft);
  expect(localStorage.getItem('theme')).toBe('dark');
});

test.each(['', '{', 'null', '7', '{"values":null}', '{"values":{"text":7}}'])('%p in storage is no draft', (text) => {
  localStorage.setItem('parlour.draft/ann/question', text);
  expect(draftAt('ann', 'question')).toBeUndefined();
});

test('a browser without storage does not fail', () => {
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  keepDraft('ann', 'question', draft);
  expect(draftAt('ann', 'question')).toBeUndefined();
});
