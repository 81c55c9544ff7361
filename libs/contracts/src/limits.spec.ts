import { expect, it } from '@jest/globals';
import { deletedUserName, limits, newTagDescription, reservedUsernames } from './limits.ts';

it('the numbers of the specification (1 and 2, sections 5 and 9)', () => {
  expect(limits).toMatchObject({
    titleLength: 100,
    tagsPerQuestion: 5,
    tagLength: 20,
    communityNameLength: 100,
    contributionsForCommunity: 2,
    pollQuestionHint: 200,
    pollOptionsLeast: 2,
    pollOptions: 5,
    gamesPage: 10,
    invitePage: 25,
  });
  expect(newTagDescription).toBe('user added tag');
});

it('the numbers of the decisions (Q-10, S-2, M-1, T-5, T-6, P-3)', () => {
  expect(limits).toMatchObject({
    usernameLength: 40,
    passwordLength: 128,
    postLength: 30_000,
    commentLength: 2_000,
    messageLength: 5_000,
    biographyLength: 2_000,
    descriptionLength: 1_000,
    messagesPage: 200,
    page: { greatest: 100 },
    namesListed: 1_000,
    countedExactly: 1_000,
    pollQuestionLength: 1_000,
  });
  expect(reservedUsernames).toEqual([deletedUserName, 'computer']);
  expect(deletedUserName).toBe('deleted user');
});
