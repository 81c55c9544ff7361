import { expect, it } from '@jest/globals';
import { envelopesOf, testLogId } from '../testing/envelopes.ts';
import { boundedPage } from './feed.ts';

const envelopes = envelopesOf(
  'qa',
  Array.from({ length: 10 }, (_, index) => ({ type: 'Counted', data: { index, text: 'x'.repeat(1_000) } })),
);
const feed = { logId: testLogId, head: 10, envelopes };

it('leaves a page as it is that may cross a network', () => {
  expect(boundedPage(feed)).toEqual(feed);
});

it('gives the beginning of one that may not, and one event at least', () => {
  const size = JSON.stringify(envelopes[0]).length;
  expect(boundedPage(feed, size * 4).envelopes).toEqual(envelopes.slice(0, 4));
  expect(boundedPage(feed, 1)).toEqual({ ...feed, envelopes: envelopes.slice(0, 1) });
});
