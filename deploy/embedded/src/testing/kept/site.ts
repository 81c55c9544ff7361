import type { GameType, Seat } from '@parlour/contracts/games/games';
import { until } from '@parlour/kernel/testing/until';
import { readWritten } from '../../admin/admin-posts.ts';
import { carryOut } from '../../admin/admin-tasks.ts';
import { playedGame } from '../../demo/played-game.ts';
import type { AllServices, Person } from '../all-services.ts';
import { drained, type Place } from '../whole-site.ts';
import type { KeptIds } from './kept-ids.ts';
import { changeSite } from './site-changes.ts';

/** Everybody on a kept site. Emil gets suspended, and Gina deletes her account. */
export const names = ['Ann', 'Bob', 'Cyd', 'Dora', 'Emil', 'Gina'] as const;

/** The last password of a person. */
export function passwordOf(name: string): string {
  return `the word of ${name}`;
}

const client = { address: '192.0.2.7', userAgent: 'a browser' };
const strange = 'Ünïcödé 🂡 "quoted" \\ back\u2028slash\u2029 \n<b>bold</b> \u{10FFFF}';

/** Open when they are read; see `keepPollsOpen`. */
const openPollMs = 86_400_000;
/** Long enough for the votes before it closes. */
const shortPollMs = 5_000;

/**
 * Fills an empty site with a few of every kind of content, by the product's own calls, and waits
 * until everything is applied.
 */
export async function makeSite(services: AllServices, place: Place): Promise<KeptIds> {
  const signedUp: Person[] = [];
  for (const name of names) {
    signedUp.push(await services.signup(name, name === 'Cyd' ? 'an earlier word' : passwordOf(name)));
  }
  const [ann, bob, cyd, dora, emil, gina] = signedUp as [Person, Person, Person, Person, Person, Person]; // one each
  const { as } = services;

  await as(cyd, 'identity.resetPassword', { password: passwordOf('Cyd'), ...client });
  await as(ann, 'identity.updateBiography', { biography: strange });
  await as(bob, 'identity.toggleFollowVisibility', {});
  for (const [by, username] of [
    [bob, 'Ann'],
    [cyd, 'Ann'],
    [ann, 'Bob'],
    [gina, 'Ann'],
    [dora, 'Gina'],
  ] as const) {
    await as(by, 'identity.follow', { username });
  }
  await as(cyd, 'identity.unfollow', { username: 'Ann' });
  await as(cyd, 'notifications.changePreferences', { wanted: ['answer'] });

  // Who creates a community must have contributed something.
  const open = await discuss(as, { ann, bob, cyd, dora, gina });
  const communities = await makeCommunities(as, { ann, bob, cyd, dora, gina });
  const questions = [...open.questions, ...(await discussInCommunities(as, { ann, bob }, communities))];
  const talks = await talk(as, { ann, bob, cyd, gina });
  const games = await play(as, { ann, bob, cyd, dora, gina });

  const ids = { questions, chats: talks.chats, games, communities };
  await drained(place);
  const reports = await changeSite(as, { ann, bob, cyd, dora, gina }, ids);

  await as(emil, 'messaging.addMessage', { msg: 'Buy my tea!' });
  const { services: opened } = await place.tool();
  await carryOut({ what: 'suspend', username: 'Emil' }, opened);
  for (const what of ['suspend', 'restore', 'end-delay'] as const) await carryOut({ what, username: 'Dora' }, opened);
  const descriptions = (await readWritten('Ann', opened)).filter(({ kind }) => kind === 'tag description');
  const texts = [...open.blanked, ...talks.blanked, ...reports, ...descriptions.map(({ id }) => id)];
  await carryOut({ what: 'blank', ids: texts }, opened);
  await drained(place);

  const { rows } = await as(ann, 'notifications.getNotifications', { limit: 30 });
  const [newest, ...older] = rows;
  await as(ann, 'notifications.markRead', { upTo: older[0]!._id }); // there are several
  await as(ann, 'notifications.delete', { id: newest!._id });

  await as(gina, 'identity.deleteUser', {});
  await until('the short poll closes', async (saw) => {
    const page = await as(ann, 'communities.getPolls', { communityId: communities[0]!, status: 'closed', limit: 30 });
    return saw(page.rows.length) === 1;
  });
  await drained(place);
  return ids;
}

type Cast<Names extends string> = Readonly<Record<Names, Person>>;

async function makeCommunities(
  as: AllServices['as'],
  { ann, bob, cyd, dora, gina }: Cast<'ann' | 'bob' | 'cyd' | 'dora' | 'gina'>,
): Promise<readonly string[]> {
  const create = async (by: Person, name: string, visibility: 'public' | 'private'): Promise<string> =>
    (await as(by, 'communities.create', { name, description: `${name}. ${strange}`, visibility }))._id;
  const bakers = await create(ann, 'Bakers', 'public');
  const cellar = await create(bob, 'Cellar', 'private');
  // Gina's communities: one passes to Dora, and one closes.
  const heirs = await create(gina, 'Heirs', 'public');
  const alone = await create(gina, 'Alone', 'public');
  const attic = await create(dora, 'Attic', 'public');

  const change = async (
    by: Person,
    communityId: string,
    person: Person,
    list: 'members' | 'moderators' | 'pendingMembers' | 'bannedMembers',
    action: 'add' | 'remove' | 'approve' | 'deny',
  ): Promise<void> => {
    const username = person.actor.name;
    await as(by, 'communities.changeMembership', { communityId, username, list, action });
  };
  for (const person of [bob, cyd, dora, gina]) await change(person, bakers, person, 'members', 'add');
  await change(ann, bakers, bob, 'moderators', 'add');
  await change(ann, bakers, cyd, 'moderators', 'add');
  await change(ann, bakers, cyd, 'moderators', 'remove');
  await change(bob, bakers, dora, 'bannedMembers', 'add');
  for (const person of [ann, cyd, dora]) await change(person, cellar, person, 'pendingMembers', 'add');
  await change(bob, cellar, ann, 'pendingMembers', 'approve');
  await change(bob, cellar, dora, 'pendingMembers', 'deny');
  await change(dora, heirs, dora, 'members', 'add');
  await as(dora, 'communities.changeVisibility', { communityId: attic, visibility: 'private' });

  const vote = async (by: Person, pollId: string, optionId: string): Promise<void> => {
    await as(by, 'communities.vote', { pollId, optionId });
  };
  const asked = { questionText: 'Which?', options: ['Scones', 'Rolls', 'None'] };
  const expiresAt = new Date(Date.now() + openPollMs).toISOString();
  for (const [by, communityId] of [
    [ann, bakers],
    [bob, cellar],
  ] as const) {
    const open = await as(by, 'communities.addPoll', { communityId, ...asked, expiresAt });
    await vote(ann, open._id, open.options[0]!._id);
    await vote(bob, open._id, open.options[1]!._id);
  }
  const soon = new Date(Date.now() + shortPollMs).toISOString();
  const short = await as(ann, 'communities.addPoll', { communityId: bakers, ...asked, expiresAt: soon });
  await vote(cyd, short._id, short.options[1]!._id);
  await vote(gina, short._id, short.options[1]!._id);
  return [bakers, cellar, heirs, alone, attic];
}

interface Question {
  readonly title: string;
  readonly tags: readonly string[];
  readonly onlyFollowers?: boolean;
  readonly communityId?: string | undefined;
}

async function ask(
  as: AllServices['as'],
  by: Person,
  { title, tags, onlyFollowers = false, communityId }: Question,
): Promise<string> {
  const given = tags.map((name, index) => ({ name, ...(index === 0 && { description: `About ${name}` }) }));
  const request = { title, text: `${title} ${strange}`, tags: given, onlyFollowers, communityId: communityId ?? null };
  return (await as(by, 'qa.addQuestion', request, `asks ${title}`))._id;
}

async function discuss(
  as: AllServices['as'],
  { ann, bob, cyd, dora, gina }: Cast<'ann' | 'bob' | 'cyd' | 'dora' | 'gina'>,
): Promise<{ readonly questions: readonly string[]; readonly blanked: readonly string[] }> {
  const open = await ask(as, ann, { title: 'How long does tea draw?', tags: ['tea', 'time'] });
  const followers = await ask(as, ann, { title: 'Who comes on Sunday?', tags: ['Sunday'], onlyFollowers: true });
  const unanswered = await ask(as, dora, { title: 'Milk first?', tags: ['tea', 'milk'] });
  const left = await ask(as, gina, { title: 'Is anybody here?', tags: ['time'] });
  const removed = await ask(as, dora, { title: 'A blanked question', tags: ['milk'] });

  const first = await as(bob, 'qa.addAnswer', { qid: open, text: `Four minutes. ${strange}` });
  await as(gina, 'qa.addAnswer', { qid: open, text: 'Five.' });
  await as(bob, 'qa.addAnswer', { qid: followers, text: 'I do.' });
  await as(ann, 'qa.addComment', { id: open, type: 'question', text: 'Black tea, that is.' });
  await as(cyd, 'qa.addComment', { id: first._id, type: 'answer', text: 'Three!' });
  await as(gina, 'qa.addComment', { id: first._id, type: 'answer', text: 'Five, I say.' });
  for (const person of [bob, gina]) await as(person, 'qa.vote', { qid: open, vote: 'up' });
  for (const vote of ['up', 'down'] as const) await as(cyd, 'qa.vote', { qid: open, vote });
  // The same vote again takes it back.
  for (const vote of ['up', 'up'] as const) await as(dora, 'qa.vote', { qid: open, vote });
  for (const person of [cyd, dora, dora]) await as(person, 'qa.followQuestion', { qid: open });
  await as(dora, 'qa.addAnswer', { qid: open, text: 'It depends.' });
  const answer = await as(dora, 'qa.addAnswer', { qid: open, text: 'A blanked answer' });
  const comment = await as(dora, 'qa.addComment', { id: open, type: 'question', text: 'A blanked comment' });
  return { questions: [open, followers, unanswered, left, removed], blanked: [removed, answer._id, comment._id] };
}

async function discussInCommunities(
  as: AllServices['as'],
  { ann, bob }: Cast<'ann' | 'bob'>,
  [bakers, cellar]: readonly string[],
): Promise<readonly string[]> {
  const baking = await ask(as, bob, { title: 'Why do rolls sink?', tags: ['rolls', 'tea'], communityId: bakers });
  const secret = await ask(as, bob, { title: 'Which key is it?', tags: ['keys'], communityId: cellar });
  await as(ann, 'qa.addAnswer', { qid: secret, text: 'The small one.' });
  return [baking, secret];
}

async function talk(
  as: AllServices['as'],
  { ann, bob, cyd, gina }: Cast<'ann' | 'bob' | 'cyd' | 'gina'>,
): Promise<{ readonly chats: readonly string[]; readonly blanked: readonly string[] }> {
  await as(ann, 'messaging.addMessage', { msg: strange });
  const removed = await as(bob, 'messaging.addMessage', { msg: 'A blanked message' });
  await as(gina, 'messaging.addMessage', { msg: 'Goodbye' });
  const two = await as(ann, 'messaging.createChat', { participants: ['Ann', 'Bob'], messages: ['Hello', strange] });
  await as(bob, 'messaging.markRead', { chatId: two._id });
  for (const msg of ['Hello back', 'Still there?']) {
    await as(bob, 'messaging.addChatMessage', { chatId: two._id, msg });
  }
  const three = await as(bob, 'messaging.createChat', { participants: ['Ann', 'Bob', 'Gina'], messages: ['All?'] });
  await as(bob, 'messaging.addParticipant', { chatId: three._id, username: 'Cyd' });
  await as(cyd, 'messaging.addChatMessage', { chatId: three._id, msg: 'All.' });
  const { messages } = await as(cyd, 'messaging.addChatMessage', { chatId: three._id, msg: 'A blanked message' });
  return { chats: [two._id, three._id], blanked: [removed._id, messages.at(-1)!._id] }; // the one just sent
}

async function play(
  as: AllServices['as'],
  { ann, bob, cyd, dora, gina }: Cast<'ann' | 'bob' | 'cyd' | 'dora' | 'gina'>,
): Promise<readonly string[]> {
  const games: string[] = [];
  const begin = async (gameType: GameType, players: readonly Person[], invited?: readonly string[]) => {
    const [host] = players;
    const { gameID: gameId } = await as(host!, 'games.create', { gameType, ...(invited && { invited }) }); // one at least
    for (const player of players) await as(player, 'games.join', { gameId });
    games.push(gameId);
    return gameId;
  };
  const move = async (gameType: GameType, players: readonly Person[], winner: Seat, moves = Infinity) => {
    const gameId = await begin(gameType, players);
    for (const [index, made] of playedGame(gameType, winner, 'kept').slice(0, moves).entries()) {
      await as(players[index % 2]!, 'games.move', { gameId, move: made }); // two play
    }
    return gameId;
  };
  await move('Nim', [ann, bob], 0);
  await move('Chopsticks', [bob, cyd], 1);
  await move('TicTacToe', [cyd, ann], 0, 3);
  await move('Nim', [bob, dora], 0, 2);
  await move('Chopsticks', [dora, ann], 0, 4);
  const over = await move('TicTacToe', [ann, cyd], 0);
  const { gameID: rematch } = await as(cyd, 'games.rematch', { gameId: over });
  games.push(rematch);
  // One leaves, and one deletes her account during the game: the others win.
  await as(dora, 'games.leave', { gameId: await move('TicTacToe', [cyd, dora], 0, 2) });
  await move('Nim', [gina, bob], 0, 1);
  await begin('Nim', [dora]);
  await as(cyd, 'games.leave', { gameId: await begin('Nim', [cyd]) });
  const secret = await begin('Chopsticks', [ann], ['Bob']);
  await as(ann, 'games.invite', { gameId: secret, invited: ['Cyd'] });
  await as(cyd, 'games.decline', { gameId: secret });
  const computer = await as(bob, 'games.create', { gameType: 'TicTacToe', computer: 'easy' });
  await as(bob, 'games.move', { gameId: computer.gameID, move: playedGame('TicTacToe', 0, 'kept')[0]! }); // the first
  games.push(computer.gameID);
  return games;
}
