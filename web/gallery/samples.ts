import type { QuestionRowWire } from '@parlour/contracts/qa/qa';
import { rowOf } from '../src/features/questions/testing.ts';

/** A time that reads the same whenever pictures are taken. */
export function hoursAgo(hours: number): string {
  return new Date(Date.now() - hours * 3_600_000).toISOString();
}

const question = rowOf({
  _id: 'q1',
  title: 'How do you splice a double braid?',
  excerpt: 'A core that is pulled out too far comes back by itself, but the cover bunches up behind it.',
  tags: [
    { name: 'rope', description: 'Lines of all kinds' },
    { name: 'splicing', description: 'Joining without knots' },
  ],
  askedBy: 'Freya',
  askDateTime: hoursAgo(3),
  viewCount: 12,
  upVoteCount: 3,
});

/** A question’s row in the states that look different. */
export const questionRows: readonly QuestionRowWire[] = [
  question,
  { ...question, _id: 'q2', title: 'Which anchor holds in mud?', unread: true, upVoteCount: 0 },
  {
    ...question,
    ...{ _id: 'q3', title: 'Is the gaffer free on Sunday?', acceptedAnswerId: 'a1', answerCount: 4 },
    lastActivity: { who: 'Ann', when: hoursAgo(1), what: 'answered' },
  },
  {
    ...question,
    _id: 'q4',
    title: 'Who has the key to the shed?',
    onlyFollowers: true,
    upVoteCount: 1,
    downVoteCount: 3,
  },
];
