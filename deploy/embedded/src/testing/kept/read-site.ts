import { DomainError } from '@parlour/contracts/errors';
import { foundTypes, searchCalls } from '@parlour/contracts/search/found';
import { gameStatuses, gameTypes, gameVisibilities } from '@parlour/contracts/games/games';
import { userOrders } from '@parlour/contracts/identity/identity';
import { leaderboardPeriods } from '@parlour/contracts/leaderboard/leaderboard';
import type { Rpc, RpcName } from '@parlour/contracts/rpc';
import { communityLists, pollLists } from '@parlour/contracts/communities/communities';
import { questionOrders } from '@parlour/contracts/qa/qa';
import { reportStates } from '@parlour/contracts/communities/reports';
import { until } from '@parlour/kernel/testing/until';
import type { AllServices, Person } from '../all-services.ts';
import { names, passwordOf } from './site.ts';
import type { KeptIds } from './kept-ids.ts';

/** The replies to every read, by its viewer, name and request; refusals by their code. */
export type Replies = Record<string, unknown>;

const limit = 100;

/** Every read of a kept site: all that its people can ask for. */
function readsOf({ questions, chats, games, communities }: KeptIds): readonly (readonly [RpcName, object])[] {
  const read = <Name extends RpcName>(name: Name, request: Rpc[Name]['request']): readonly [RpcName, object] => [
    name,
    request,
  ];
  const ofAll = [undefined, ...gameTypes].map((gameType) => ({ ...(gameType && { gameType }) }));
  return [
    read('identity.getSession', {}),
    read('identity.getOnlineShown', {}),
    read('identity.getSite', {}),
    read('identity.getSiteLog', { limit }),
    read('identity.getInvitations', { limit }),
    read('identity.getWaiting', { limit }),
    read('identity.getBlocked', { limit }),
    read('identity.getOnline', { usernames: names, acquainted: [] }),
    read('messaging.acquainted', { usernames: names }),
    read('games.acquainted', { usernames: names }),
    read('identity.getPictures', { usernames: names }),
    read('files.use', {}),
    read('files.get', { fileId: questions[0] ?? '' }),
    read('files.getOwn', { limit }),
    read('files.getLargest', { limit }),
    read('identity.getUsers', { limit }),
    read('identity.getUsers', { limit, search: 'n' }),
    ...userOrders.map((order) => read('identity.getUsers', { limit, order })),
    ...names.flatMap((username) => [
      read('identity.getUser', { username }),
      read('identity.getFollowers', { username }),
      read('identity.getFollowing', { username }),
      read('qa.contributions', { username }),
      read('qa.getAnswersOf', { limit, username }),
      read('communities.getMemberships', { limit, username }),
      read('games.getPlayed', { limit, username }),
      read('games.getScores', { username }),
      ...ofAll.map((gameType) => read('leaderboard.getWins', { username, ...gameType })),
    ]),
    ...questionOrders.map((order) => read('qa.getQuestions', { limit, order })),
    ...['tea', '[tea]', '[milk] first', 'blanked'].map((search) =>
      read('qa.getQuestions', { limit, order: 'newest', search }),
    ),
    read('qa.getQuestions', { limit, order: 'newest', tag: 'time' }),
    ...questions.map((id) => read('qa.getQuestionById', { id })),
    ...questions.map((qid) => read('qa.questionHistory', { qid })),
    read('qa.tagHistory', { name: 'tea' }),
    read('qa.getTags', { limit }),
    ...['tea', 'keys', 'none'].map((name) => read('qa.getTag', { name })),
    read('messaging.getMessages', { limit }),
    read('messaging.getChats', { limit }),
    ...chats.map((chatId) => read('messaging.getChat', { chatId, limit })),
    read('messaging.unread', {}),
    ...gameVisibilities.flatMap((visibility) =>
      gameStatuses.map((status) => read('games.getGames', { limit, visibility, status })),
    ),
    ...games.map((gameId) => read('games.getGame', { gameId })),
    read('games.mine', {}),
    read('communities.getCommunities', { limit }),
    read('communities.getCommunities', { limit, search: 'ba' }),
    read('communities.getOwn', { limit }),
    ...reportStates.map((state) => read('communities.getReports', { limit, state })),
    ...communities.flatMap((communityId) => [
      read('communities.getCommunity', { communityId }),
      read('qa.getQuestions', { limit, order: 'newest', communityId }),
      read('communities.getModerationLog', { limit, communityId }),
      ...communityLists.map((list) => read('communities.getPeople', { limit, communityId, list })),
      ...pollLists.map((status) => read('communities.getPolls', { limit, communityId, status })),
    ]),
    ...ofAll.flatMap((gameType) =>
      [true, false].map((followingOnly) => read('leaderboard.getLeaderboard', { limit, followingOnly, ...gameType })),
    ),
    ...leaderboardPeriods.map((period) => read('leaderboard.getLeaderboard', { limit, followingOnly: false, period })),
    ...foundTypes.flatMap((type) => [
      read(searchCalls[type], { limit, type, order: 'best', q: 'tea' }),
      read(searchCalls[type], { limit, type, order: 'newest', q: '"the first" -tea user:ann' }),
    ]),
    read('notifications.getNotifications', { limit }),
    read('notifications.unread', {}),
    read('notifications.getPreferences', {}),
    read('delivery.getMailState', {}),
  ];
}

/** Restricted questions are hidden until each source of rights has confirmed its copy. */
export async function rightsConfirmed({ as, login }: AllServices, { questions }: KeptIds): Promise<void> {
  const bob = await login('Bob', passwordOf('Bob'));
  await until('Bob sees all questions', async (saw) => {
    const { total } = await as(bob, 'qa.getQuestions', { limit: 1, order: 'newest' });
    return saw(total) === questions.length;
  });
}

/** Signs in as everybody and reads everything; who can't sign in is recorded too. */
export async function readSite(services: AllServices, ids: KeptIds): Promise<Replies> {
  const replies: Replies = {};
  for (const name of names) {
    const person = await orRefusal(services.login(name, passwordOf(name)));
    if ('refused' in person) {
      replies[`${name} signs in`] = person;
      continue;
    }
    Object.assign(replies, await readAs(services, person, ids));
  }
  return replies;
}

/** Reads everything as one person. */
export async function readAs(services: AllServices, person: Person, ids: KeptIds): Promise<Replies> {
  const reads = readsOf(ids);
  const replies = await Promise.all(
    reads.map(([name, request]) => orRefusal(services.as(person, name, request as never) as Promise<object>)), // of the same name
  );
  return Object.fromEntries(
    reads.map(([name, request], index) => [
      `${person.actor.name} ${name} ${JSON.stringify(request)}`,
      inOrder(replies[index]),
    ]),
  );
}

async function orRefusal<Reply extends object>(reply: Promise<Reply>): Promise<Reply | { readonly refused: string }> {
  try {
    return await reply;
  } catch (failure) {
    if (failure instanceof DomainError) return { refused: failure.code };
    throw failure;
  }
}

/** The same reply; acquaintances come in any order. */
function inOrder(reply: object | undefined): object | undefined {
  if (!reply || !('userIds' in reply)) return reply;
  return { ...reply, userIds: (reply.userIds as readonly string[]).toSorted() }; // of `acquainted`
}
