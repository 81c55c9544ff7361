import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { sources } from '@parlour/contracts/envelope';
import { until } from '@parlour/kernel/testing/until';
import type { AllServices } from '../all-services.ts';
import { type KeptData, readKept } from './kept-data.ts';
import { readSite, type Replies, rightsConfirmed } from './read-site.ts';
import { passwordOf } from './site.ts';
import type { KeptIds } from './kept-ids.ts';
import {
  type Contents,
  contentsOf,
  createPlace,
  drained,
  type Place,
  readModels,
  rebuildViews,
  running,
} from '../whole-site.ts';

/**
 * Declares the tests of a site of an earlier version: it works as before and goes on.
 * @param open puts the site’s data into a new place
 */
export function itOpens(version: string, open: (place: Place) => Promise<unknown>): void {
  let place: Place;
  let kept: KeptData;
  let replies: Replies;
  let opened: Contents;

  beforeAll(async () => {
    place = await createPlace();
    kept = await readKept(version);
    await open(place);
    await running(place, async (services) => {
      await rightsConfirmed(services, kept.ids);
      // A migration may have a read model filled from the beginning of its log.
      await drained(place);
      replies = await readSite(services, kept.ids);
      await drained(place);
      opened = await contentsOf(place, readModels);
    });
  });
  afterAll(() => place.drop());

  it('gives the same replies to every read', () => {
    // A later version may add fields.
    expect(replies).toMatchObject(lasting(kept.replies));
  });

  it('has the same rows in its read models', () => {
    for (const source of sources) {
      for (const [table, rows] of Object.entries(opened[source]!)) {
        const before = kept.schemas[source]?.rows[table] as readonly object[] | undefined;
        if (!before) continue;
        expect({ [table]: withColumns(rows as object[], before) }).toEqual({ [table]: sorted(before) });
      }
    }
  });

  it('accepts new content, and rebuilds its read models to the same rows', async () => {
    await running(place, async (services) => {
      await goOn(services, kept.ids);
      await drained(place);
    });
    const continued = await contentsOf(place, readModels);
    await rebuildViews(place);
    expect(await contentsOf(place, readModels)).toEqual(continued);
  });
}

/** Adds to the kept content, and reads it back. */
async function goOn({ as, login }: AllServices, { questions, chats, games, communities }: KeptIds): Promise<void> {
  const [ann, bob, cyd] = [await signIn('Ann'), await signIn('Bob'), await signIn('Cyd')];
  const [qid, chatId, gameId] = [questions[0]!, chats[0]!, games[3]!]; // as site.ts makes them
  const [bakers, , heirs] = communities as readonly [string, string, string];
  const list = { limit: 100, order: 'newest' } as const;
  function signIn(name: string): ReturnType<AllServices['login']> {
    return login(name, passwordOf(name));
  }

  const before = await as(ann, 'notifications.getNotifications', { limit: 100 });
  const tags = [{ name: 'tea' }];
  const asked = { title: 'A new question', text: 'New', tags, onlyFollowers: false, communityId: null };
  const { _id: added } = await as(cyd, 'qa.addQuestion', asked);
  expect((await as(bob, 'qa.getQuestions', { ...list, tag: 'tea' })).rows[0]).toMatchObject({ _id: added });

  const old = await as(ann, 'qa.getQuestionById', { id: qid });
  await as(bob, 'qa.addAnswer', { qid, text: 'A new answer' });
  await as(cyd, 'qa.vote', { qid, vote: 'up' });
  const { answers, upVoteCount, downVoteCount } = await as(ann, 'qa.getQuestionById', { id: qid });
  expect(answers.map(({ text }) => text)).toEqual([...old.answers.map(({ text }) => text), 'A new answer']);
  // Cyd's vote was a downvote.
  expect({ upVoteCount, downVoteCount }).toEqual({
    upVoteCount: old.upVoteCount + 1,
    downVoteCount: old.downVoteCount - 1,
  });

  await as(cyd, 'identity.follow', { username: 'Ann' });
  expect((await as(cyd, 'identity.getUser', { username: 'Ann' })).followers).toEqual(['Bob', 'Cyd']);

  const { unread } = await as(bob, 'messaging.getChat', { chatId, limit: 100 });
  await as(ann, 'messaging.addChatMessage', { chatId, msg: 'A new message' });
  expect(await as(bob, 'messaging.getChat', { chatId, limit: 1 })).toMatchObject({
    unread: unread + 1,
    messages: [{ msg: 'A new message', msgFrom: 'Ann' }],
  });
  expect(await as(bob, 'messaging.markRead', { chatId })).toMatchObject({ unread: 0 });
  await as(ann, 'messaging.addChatMessage', { chatId, msg: 'Another one' });
  expect(await as(bob, 'messaging.getChat', { chatId, limit: 1 })).toMatchObject({ unread: 1 });

  const { state } = await as(bob, 'games.getGame', { gameId });
  await as(bob, 'games.move', { gameId, move: { numObjects: 1 } });
  expect((await as(bob, 'games.getGame', { gameId })).state.moves).toHaveLength(state.moves.length + 1);

  const polls = { limit: 100, communityId: bakers, status: 'active' } as const;
  const [poll] = (await as(cyd, 'communities.getPolls', polls)).rows;
  const third = poll!.options[2]!; // of the open poll
  await as(cyd, 'communities.vote', { pollId: poll!._id, optionId: third._id });
  const [voted] = (await as(ann, 'communities.getPolls', polls)).rows;
  expect(voted!.options[2]).toEqual({ ...third, votes: ['Cyd'], voteCount: third.voteCount + 1 });

  const joining = { communityId: heirs, username: 'Cyd', list: 'members', action: 'add' } as const;
  await as(cyd, 'communities.changeMembership', joining);
  expect((await as(cyd, 'communities.getOwn', { limit: 100 })).rows.map(({ name }) => name)).toContain('Heirs');

  await until('Ann is notified of the answer', async (saw) => {
    const { rows } = await as(ann, 'notifications.getNotifications', { limit: 100 });
    const known = new Set(before.rows.map(({ _id }) => _id));
    const types = rows.filter(({ _id }) => !known.has(_id)).map(({ type }) => type);
    return saw(types).includes('answer');
  });
}

/**
 * What does not change with time: rankings of a week do, waiting games leave the lists, and the
 * sentence of a notification is today's.
 */
function lasting(replies: Replies): Replies {
  const passing = /"period":"(?:week|month)"|"status":"WAITING_TO_START"/;
  return Object.fromEntries(
    Object.entries(replies)
      .filter(([read]) => !passing.test(read))
      .map(([read, reply]) => [read, JSON.parse(JSON.stringify(reply), withoutSentence)]),
  );
}

function withoutSentence(this: object, key: string, value: unknown): unknown {
  return key === 'message' && 'notifyDateTime' in this ? undefined : value;
}

/** The rows with the columns that they had before, in a fixed order. */
function withColumns(rows: readonly object[], before: readonly object[]): object[] {
  const columns = new Set(before.flatMap((row) => Object.keys(row)));
  return sorted(
    rows.map((row) =>
      Object.fromEntries(Object.entries(row).filter(([name]) => before.length === 0 || columns.has(name))),
    ),
  );
}

function sorted(rows: readonly object[]): object[] {
  const keyed = rows.map((row) => [JSON.stringify(Object.entries(row).toSorted()), row] as const);
  return keyed.toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row);
}
