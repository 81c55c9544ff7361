import { expect, it } from '@jest/globals';
import { envelopesOf, testLogId } from '../testing/envelopes.ts';
import { boundedPage } from './feed.ts';

const envelopes = envelopesOf(
  'qa',
  Array.from({ length: 10 }, (_, index) => ({ type: 'Counted', data: { index, text: 'x'.repeat(1_000) } })),
);
const feed = { logId: testLogId, head: 10, envelopes };

it('a page that stays in the process is not cut', () => {
  expect(boundedPage(feed)).toEqual(feed);
});

it('a page that crosses a network is cut, and keeps one event at least', () => {
  const size = JSON.stringify(envelopes[0]).length;
  expect(boundedPage(feed, size * 4).envelopes).toEqual(envelopes.slice(0, 4));
  expect(boundedPage(feed, 1)).toEqual({ ...feed, envelopes: envelopes.slice(0, 1) });
});
