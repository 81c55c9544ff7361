import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type AllServices, type Person, startAllServices } from './testing/all-services.ts';
import { createPlace, type Place } from './testing/whole-site.ts';

// Entities read whole by their ids are what reading each of them answers, for everybody.

const unknownId = '01900000-0000-7000-8000-0000000000ff';

let place: Place;
let services: AllServices;
let ann: Person;
let bob: Person;
let carl: Person;

beforeAll(async () => {
  place = await createPlace();
  services = await startAllServices(place.connections);
  [ann, bob, carl] = [await services.signup('ann'), await services.signup('bob'), await services.signup('carl')];
});
afterAll(async () => {
  await services.close();
  await place.drop();
});

it('[T-6] questions: with answers and comments, only those that the viewer may see, and no view is counted', async () => {
  const tags = [{ name: 'tides' }];
  const asked = await services.as(ann, 'qa.addQuestion', {
    title: 'One',
    text: 'Why?',
    tags,
    onlyFollowers: false,
    communityId: null,
  });
  const hidden = await services.as(ann, 'qa.addQuestion', {
    title: 'Two',
    text: 'Why?',
    tags,
    onlyFollowers: true,
    communityId: null,
  });
  const answer = await services.as(bob, 'qa.addAnswer', { qid: asked._id, text: 'So.' });
  await services.as(carl, 'qa.addComment', { id: answer._id, type: 'answer', text: 'Really?' });
  for (let count = 0; count < 12; count++)
    await services.as(carl, 'qa.addAnswer', { qid: asked._id, text: `No ${count}.` });
  const ids = [hidden._id, unknownId, asked._id];
  const toBob = await services.as(bob, 'qa.getWholeQuestions', { ids });
  expect(toBob).toMatchObject({ total: 3, next: null, rows: [{ answerCount: 13, views: [] }] });
  const toAnn = await services.as(ann, 'qa.getWholeQuestions', { ids });
  expect(toAnn.rows).toHaveLength(2);
  await services.as(bob, 'qa.getQuestionById', { id: asked._id });
  const after = await services.as(bob, 'qa.getWholeQuestions', { ids });
  expect(after.rows).toEqual([await services.as(bob, 'qa.getQuestionById', { id: asked._id })]);
});

it('[T-6, U-1] people: with their lists, unless they hide them', async () => {
  await services.as(ann, 'identity.follow', { username: 'bob' });
  await services.as(carl, 'identity.toggleFollowVisibility', {});
  const ids = [carl.actor.id, unknownId, bob.actor.id];
  const { rows } = await services.as(ann, 'identity.getWholeUsers', { ids });
  expect(rows).toEqual([
    await services.as(ann, 'identity.getUser', { username: 'carl' }),
    await services.as(ann, 'identity.getUser', { username: 'bob' }),
  ]);
  expect(rows[1]?.followers).toEqual(['ann']);
});

it('[T-6] chats: with the latest 200 messages, for those who are in them', async () => {
  const messages = Array.from({ length: 5 }, (_, index) => `Number ${index}`);
  const chat = await services.as(ann, 'messaging.createChat', { participants: ['ann', 'bob'], messages });
  const ids = [unknownId, chat._id];
  expect((await services.as(carl, 'messaging.getWholeChats', { ids })).rows).toEqual([]);
  const { rows } = await services.as(bob, 'messaging.getWholeChats', { ids });
  expect(rows).toEqual([await services.as(bob, 'messaging.getChat', { chatId: chat._id, limit: 200 })]);
  expect(rows[0]?.messages).toHaveLength(5);
});

it('[T-6, C-4] communities: with the lists that the viewer may see', async () => {
  const made = { name: 'Sailors', description: 'Who sails', visibility: 'private' } as const;
  const { _id: communityId } = await services.as(ann, 'communities.create', made);
  const joining = { communityId, list: 'pendingMembers', action: 'add', username: 'bob' } as const;
  await services.as(bob, 'communities.changeMembership', joining);
  for (const person of [ann, bob, carl]) {
    const { rows } = await services.as(person, 'communities.getWholeCommunities', { ids: [communityId] });
    expect(rows).toEqual([await services.as(person, 'communities.getCommunity', { communityId })]);
  }
});

it('[T-6] games: with their moves, for those who may see them', async () => {
  const open = await services.as(ann, 'games.create', { gameType: 'Nim' });
  const hidden = await services.as(ann, 'games.create', { gameType: 'Nim', invited: ['bob'] });
  await services.as(ann, 'games.join', { gameId: open.gameID });
  await services.as(bob, 'games.join', { gameId: open.gameID });
  await services.as(ann, 'games.move', { gameId: open.gameID, move: { numObjects: 2 } });
  const ids = [hidden.gameID, open.gameID];
  const { rows } = await services.as(carl, 'games.getWholeGames', { ids });
  expect(rows).toEqual([await services.as(carl, 'games.getGame', { gameId: open.gameID })]);
  expect(rows[0]?.state.moves).toHaveLength(1);
  expect((await services.as(bob, 'games.getWholeGames', { ids })).rows).toHaveLength(2);
});
