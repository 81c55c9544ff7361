import { describe, expect, test } from '@jest/globals';
import { eventsOf } from '@parlour/contracts/envelope';
import { messages } from '@parlour/contracts/messages';
import type { QaEvent } from '@parlour/contracts/qa/qa.events';
import { readGoldenEvents } from '@parlour/kernel/testing/golden';
import { type AskQuestion, questionDecider } from './question.decider.ts';

const ask: AskQuestion = {
  type: 'AskQuestion',
  questionId: 'q1',
  askedBy: 'ann',
  title: '  How do I center a div?  ',
  text: '\n    It will not stay put.\n',
  tags: [{ name: 'CSS', description: 'style sheets' }, { name: 'html' }, { name: 'css' }],
  onlyFollowers: false,
  communityId: null,
  mayAsk: true,
};

const { decide, evolve, initial } = questionDecider;

describe('asking a question', () => {
  test('creates it, trimmed, with each tag once and its description', () => {
    expect(decide(ask, initial)).toEqual([
      {
        type: 'QuestionAsked',
        data: {
          questionId: 'q1',
          askedBy: 'ann',
          title: 'How do I center a div?',
          text: '    It will not stay put.',
          tags: [
            { name: 'CSS', description: 'style sheets' },
            { name: 'html', description: 'user added tag' },
          ],
          onlyFollowers: false,
          communityId: null,
        },
      },
    ]);
  });

  test('records its community, and is refused when the asker may not post there', () => {
    const inCommunity = { ...ask, communityId: 'c1' };
    expect(decide(inCommunity, initial)).toMatchObject([{ data: { communityId: 'c1' } }]);
    expect(() => decide({ ...inCommunity, mayAsk: false }, initial)).toThrow(messages.communityUnknown);
  });

  test('splits a tag at white space, as the form does, and drops invisible characters', () => {
    const tags = [{ name: ' a b', description: 'both' }, { name: 'B\u00A0c' }, { name: '\u200B' }];
    expect(decide({ ...ask, tags }, initial)).toMatchObject([
      {
        data: {
          tags: [
            { name: 'a', description: 'both' },
            { name: 'b', description: 'both' },
            { name: 'c', description: 'user added tag' },
          ],
        },
      },
    ]);
  });

  test('[Q-10, Q-33] takes a description of 1,000 characters for a tag, and a blank one as none', () => {
    const longest = 'x'.repeat(1_000);
    const given = [
      { name: 'a', description: ` ${longest} ` },
      { name: 'b', description: ' \u200B' },
    ];
    const tags = [
      { name: 'a', description: longest },
      { name: 'b', description: 'user added tag' },
    ];
    expect(decide({ ...ask, tags: given }, initial)).toMatchObject([{ data: { tags } }]);
    const tooLong = { ...ask, tags: [{ name: 'a', description: `${longest}x` }] };
    expect(() => decide(tooLong, initial)).toThrow(messages.communityDescriptionTooLong);
  });

  test.each<[Partial<AskQuestion>, string]>([
    [{ title: '   ' }, messages.titleEmpty],
    [{ title: '\u2060\u200B' }, messages.titleEmpty],
    [{ title: 'abc\u202Edef' }, messages.textIllFormed],
    [{ text: '\u00AD' }, messages.questionTextEmpty],
    [{ tags: [{ name: ' \u200B \u2800' }] }, messages.tagsMissing],
    [{ tags: [{ name: 'a b c' }, { name: 'd e f' }] }, messages.tagsTooMany],
    [{ tags: [{ name: '\u202Dabc' }] }, messages.textIllFormed],
    [{ title: 'x'.repeat(101) }, messages.titleTooLong],
    [{ text: '\n ' }, messages.questionTextEmpty],
    [{ text: 'see [this](http://plain.example)' }, messages.hyperlinkInvalid],
    [{ tags: [] }, messages.tagsMissing],
    [{ tags: ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => ({ name })) }, messages.tagsTooMany],
    [{ tags: [{ name: 'x'.repeat(21) }] }, messages.tagTooLong],
    [{ tags: [{ name: 'a' }, { name: 'b', description: 'see \u202Eabove' }] }, messages.textIllFormed],
    [{ communityId: 'c1', mayAsk: false }, messages.communityUnknown],
  ])('[VA-3] refuses %j', (fault, text) => {
    expect(() => decide({ ...ask, ...fault }, initial)).toThrow(text);
  });

  test('emits nothing when the question already exists', () => {
    const [asked] = decide(ask, initial);
    expect(asked && decide(ask, evolve(initial, asked, 1))).toEqual([]);
  });

  test('folds every version of its event', () => {
    const states = eventsOf<QaEvent>(readGoldenEvents('qa')).flatMap((event) =>
      event.type === 'QuestionAsked' ? [evolve(initial, event, 1)] : [],
    );
    expect(states).toEqual([true]);
  });
});
