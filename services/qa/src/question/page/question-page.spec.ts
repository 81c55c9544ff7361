import { expect, test } from '@jest/globals';
import { limits } from '@parlour/contracts/limits';
import { frameLimits } from '@parlour/kernel/rpc/tcp-frames';
import { answersBytes, bytesAroundText, few } from './question-page.queries.ts';

test('[LI-20] the longest part of a question fits into a frame between processes', () => {
  const comments = limits.commentsPerPost * (limits.commentLength + bytesAroundText);
  const post = limits.postLength + bytesAroundText + comments;
  const names = 4 * limits.namesListed * (limits.usernameLength + 3);
  const question = post + limits.titleLength + names;
  // JSON writes a control character, which is one byte, as six, the first of them a backslash. Text
  // that is sent as a string within JSON doubles that. No other character grows more.
  const jsonOfCharacter = 7;
  // The last answer begins before the limit and may end after it.
  expect((question + answersBytes + post) * jsonOfCharacter).toBeLessThan(frameLimits.reply);
});

test('a question that is read at once is no longer than a part of a long one', () => {
  // UTF-8 has at most four bytes for a character.
  const comments = few.comments * (4 * limits.commentLength + bytesAroundText);
  expect(few.answers * (4 * limits.postLength + bytesAroundText + comments)).toBeLessThan(answersBytes);
});
