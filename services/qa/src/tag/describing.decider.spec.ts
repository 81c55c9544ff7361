import { expect, test } from '@jest/globals';
import type { ErrorCode } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import type { TagDescribed } from '@parlour/contracts/qa/tag.events';
import { tagDescriptionEmpty, tagPosts } from '@parlour/contracts/qa/tag-descriptions';
import { fold } from '@parlour/kernel/log/decider';
import { given } from '@parlour/kernel/testing/given';
import { readGoldenEvents } from '@parlour/kernel/testing/golden';
import { type DescribeTag, describingDecider } from './describing.decider.ts';

const describe: DescribeTag = {
  ...{ type: 'DescribeTag', key: 'sea', text: ' All the water. ', version: 1, describedBy: 'ann' },
  ...{ current: 'user added tag', mayDescribe: true },
};
const described: TagDescribed = {
  type: 'TagDescribed',
  data: { key: 'sea', describedBy: 'ann', version: 2, text: 'All the water.' },
};

test('[BW-5, Q-33] a description is stored trimmed, as the next version', () => {
  given(describingDecider).when(describe).then(described);
  const again = { ...describe, text: 'Salt water', version: 2 };
  given(describingDecider, [described])
    .when(again)
    .then({ type: 'TagDescribed', data: { ...described.data, version: 3, text: 'Salt water' } });
});

test('[BW-5] an equal one changes nothing, whatever it is based on', () => {
  given(describingDecider, [described]).when(describe).thenNothing();
  given(describingDecider)
    .when({ ...describe, text: 'user added tag', version: 7 })
    .thenNothing();
});

test.each<[Partial<DescribeTag>, ErrorCode, string]>([
  [{ mayDescribe: false }, 'tag.posts', tagPosts],
  [{ text: ' \u200B' }, 'tag.description', tagDescriptionEmpty],
  [{ text: 'x'.repeat(1_001) }, 'tag.description', messages.communityDescriptionTooLong],
  [{ text: '\u202Eback' }, 'request.illFormedText', messages.textIllFormed],
  [{ version: 2 }, 'edit.stale', messages.editStale],
])('[BW-5] refuses %j', (fault, code, text) => {
  given(describingDecider)
    .when({ ...describe, ...fault })
    .thenRefused(code, text);
});

test('the last one is all that is loaded', () => {
  const next: TagDescribed = { ...described, data: { ...described.data, version: 3, text: 'Salt water' } };
  expect(given(describingDecider, [described, next]).loaded).toBe(1);
});

test('every version of its events is folded', () => {
  const golden = readGoldenEvents('qa').filter(({ type }) => type === 'TagDescribed');
  expect(golden).not.toEqual([]);
  expect(fold(describingDecider, golden as unknown as readonly TagDescribed[])).toEqual({
    version: 2,
    text: 'What makes dough rise.',
  });
});
