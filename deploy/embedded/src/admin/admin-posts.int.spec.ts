import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { Source } from '@parlour/contracts/envelope';
import { messages } from '@parlour/contracts/messages';
import type { QuestionWire } from '@parlour/contracts/qa/qa';
import { postsToDescribe } from '@parlour/contracts/qa/tag-descriptions';
import { eventTypes } from '@parlour/contracts/event-types';
import { until } from '@parlour/kernel/testing/until';
import { readTables } from '@parlour/kernel/testing/view-contract';
import { rebuildView } from '@parlour/kernel/view/rebuild';
import type { View } from '@parlour/kernel/view/view';
import { withoutTextOf } from './admin-copies.ts';
import { blank, readWritten } from './admin-posts.ts';
import { carryOut } from './admin-tasks.ts';
import { type AdminTask, parseAdminWords } from './admin-words.ts';
import type { OpenedService } from '../opened-services.ts';
import { type AllServices, type Person, startAllServices } from '../testing/all-services.ts';
import { createPlace, everythingIn, type Place } from '../testing/whole-site.ts';

const removed = messages.removedByOperator;

let place: Place;
let services: AllServices;
let ann: Person;
let bob: Person;

beforeAll(async () => {
  place = await createPlace();
  services = await startAllServices(place.connections);
  ann = await services.signup('ann');
  bob = await services.signup('bob');
});
afterAll(async () => {
  await services.close();
  await place.drop();
});

/** As the tool does it, in a process beside the running site. */
const tool = async <Result>(use: (opened: readonly OpenedService[]) => Promise<Result>): Promise<Result> =>
  use((await place.tool()).services);

const blankOne = (id: string): ReturnType<typeof blank> => tool((opened) => blank(id, opened));

const eventOf = async (source: Source, type: string): Promise<unknown> =>
  (
    await place.sql<{ data: unknown; actor: string }>(
      source,
      `select data, meta ->> 'actor' as actor from events where type = $1 order by position`,
      [type],
    )
  )[0];

/** Rebuilds read models, each of which must get the rows that it had; returns their names. */
async function rebuiltAlike(isMeant: (view: View) => boolean): Promise<readonly string[]> {
  const rebuilt: string[] = [];
  const { services: opened, feedOf } = await place.tool();
  for (const { definition, database } of opened) {
    for (const view of definition.views.filter(isMeant)) {
      const { name, source, tables } = view;
      const served = await readTables(database, tables);
      await rebuildView(view, source === definition.source, database, feedOf(source), eventTypes[source]);
      expect(await readTables(database, tables)).toEqual(served);
      rebuilt.push(name);
    }
  }
  return rebuilt;
}

const toAll = { onlyFollowers: false, communityId: null };

test('[O-1] a question disappears from every table of every service, and a rebuild does not bring it back', async () => {
  const tags = [{ name: 'kettles', description: 'about xyzzy kettles' }];
  const question = { title: 'Xyzzy cheap', text: 'Buy xyzzy at https://xyzzy.example', tags, ...toAll };
  const { _id: qid } = await services.as(ann, 'qa.addQuestion', question, 'a key');
  const pageOfBob = await services.as(bob, 'qa.followQuestion', { qid }, 'another key');
  expect(pageOfBob.title).toBe('Xyzzy cheap');
  await services.as(bob, 'qa.addAnswer', { qid, text: 'An answer that stays' });
  await services.as(bob, 'qa.addComment', { id: qid, type: 'question', text: 'A comment that stays' });
  // It is where questions of others with this tag have its description.
  const other = { title: 'And mine?', text: 'Well?', tags: [{ name: 'kettles' }], ...toAll };
  const asked = await services.as(bob, 'qa.addQuestion', other, 'a fourth key');
  expect(asked.tags).toEqual([{ name: 'kettles', description: 'about xyzzy kettles' }]);
  const list = async () => (await services.as(ann, 'notifications.getNotifications', { limit: 10 })).rows;
  await until('ann is notified', async (saw) => saw(await list()).length === 2);
  const { deleted } = await services.as(ann, 'notifications.delete', { id: (await list())[0]!._id }, 'a third key');
  expect(deleted[0]?.message).toContain('Xyzzy');
  expect((await everythingIn(place)).toLowerCase().split('xyzzy').length).toBeGreaterThan(10);

  expect(await blankOne(qid)).toBe('blanked');
  await until('its title is gone from notifications', async () => (await list())[0]?.message.includes(removed));
  const left = await everythingIn(place);
  expect(left.toLowerCase()).not.toContain('xyzzy');
  expect(left).toContain('An answer that stays');
  expect(left).toContain('A comment that stays');
  expect(await eventOf('qa', 'QuestionAsked')).toMatchObject({
    data: { questionId: qid, title: '', text: '', tags: [{ name: 'kettles', description: 'user added tag' }] },
    actor: ann.actor.id,
  });
  expect(await eventOf('qa', 'PostErased')).toEqual({
    data: { kind: 'question', id: qid, questionId: qid, answerId: null, author: ann.actor.id },
    actor: 'operator',
  });
  expect(await services.as(bob, 'qa.getQuestionById', { id: qid })).toMatchObject({ title: removed, text: removed });
  const search = async (words: string) =>
    (await services.as(bob, 'qa.getQuestions', { order: 'newest', limit: 10, search: words })).rows;
  expect(await search('xyzzy')).toEqual([]);
  expect(await search('Removed')).toEqual([]);
  expect((await search('[kettles]')).map(({ title }) => title)).toEqual(['And mine?', removed]);
  // A retry gets the same answer, without the text.
  expect(await services.as(ann, 'qa.addQuestion', question, 'a key')).toMatchObject({ _id: qid, title: removed });
  expect(await services.as(bob, 'qa.followQuestion', { qid }, 'another key')).toMatchObject({
    title: removed,
    text: removed,
    excerpt: removed,
    tags: [{ name: 'kettles', description: 'user added tag' }],
    answerCount: 1,
  });

  const events = await place.sql('qa', 'select * from events order by position');
  expect(await blankOne(qid)).toBe('before');
  expect(await place.sql('qa', 'select * from events order by position')).toEqual(events);
  expect(await rebuiltAlike(({ source }) => source === 'qa')).not.toEqual([]);
});

test('[BM-63, M-34] so do what somebody wrote about a report, and a description that somebody gave to a tag', async () => {
  const [gil, hal] = [await services.signup('gil'), await services.signup('hal')];
  const tags = [{ name: 'grue' }];
  const asked = [];
  for (let each = 0; each < postsToDescribe; each++) {
    asked.push(await services.as(gil, 'qa.addQuestion', { title: 'Dark?', text: 'Well?', tags, ...toAll }));
  }
  const [{ _id: qid }] = asked as [QuestionWire];
  const described = { tag: 'grue', text: 'Frotz "1"', version: 1 };
  await services.as(gil, 'qa.describeTag', described, 'describe');
  await services.as(gil, 'qa.describeTag', { ...described, text: 'Frotz 2', version: 2 }, 'describe again');
  const page = await services.as(hal, 'qa.followQuestion', { qid }, 'page with a description');
  expect(JSON.stringify(page)).toContain('Frotz 2');
  const thing = { type: 'question', id: qid } as const;
  const about = { thing, version: 1, placeId: qid, personId: gil.actor.id, communityId: null };
  const request = { ...about, reason: 'other', text: 'Frotz 3' } as const;
  const report = await services.as(hal, 'communities.report', request, 'report');
  const writtenBy = async (name: string) => (await tool((opened) => readWritten(name, opened))).map(({ text }) => text);
  expect(await writtenBy('hal')).toContain('Frotz 3');
  const ids = await tool((opened) => readWritten('gil', opened));
  const descriptions = ids.filter(({ kind }) => kind === 'tag description');
  expect(descriptions.map(({ text }) => text)).toEqual(['Frotz 2', 'Frotz "1"']);

  for (const { id } of [...descriptions, { id: report._id }]) expect(await blankOne(id)).toBe('blanked');
  expect(await everythingIn(place)).not.toContain('Frotz');
  expect([await writtenBy('gil'), await writtenBy('hal')].flat().join()).not.toContain('Frotz');
  expect(await services.as(hal, 'qa.getTag', { name: 'grue' })).toMatchObject({
    description: 'user added tag',
    version: 3,
  });
  const { versions } = await services.as(hal, 'qa.tagHistory', { name: 'grue' });
  expect(versions.map(({ text }) => text)).toEqual([removed, removed, 'user added tag']);
  expect(await services.as(hal, 'communities.report', request, 'report')).toMatchObject({
    _id: report._id,
    text: removed,
  });
  for (const [source, type] of [
    ['qa', 'TagBlanked'],
    ['communities', 'ReportBlanked'],
  ] as const) {
    expect(await eventOf(source, type)).toMatchObject({ actor: 'operator' });
  }
  for (const { id } of [...descriptions, { id: report._id }]) expect(await blankOne(id)).toBe('before');
  const shown = ['communities.reports', 'qa.tags'];
  expect((await rebuiltAlike(({ name }) => shown.includes(name))).toSorted()).toEqual(shown);
});

test('[O-1] so do an answer, a comment, a room message and a chat message, each by itself', async () => {
  const { _id: qid } = await services.as(bob, 'qa.addQuestion', {
    title: 'Kettles?',
    text: 'Well?',
    tags: [{ name: 'tea' }],
    ...toAll,
  });
  const answer = await services.as(ann, 'qa.addAnswer', { qid, text: 'Plugh 1' }, 'answer');
  const comment = await services.as(
    ann,
    'qa.addComment',
    { id: answer._id, type: 'answer', text: 'Plugh 2' },
    'comment',
  );
  const { _id: mid } = await services.as(ann, 'messaging.addMessage', { msg: 'Plugh 0' }, 'message');
  const message = await services.as(ann, 'messaging.editMessage', { mid, msg: 'Plugh 3', version: 1 }, 'edit');
  // A chat's first messages are in the chat's own stream.
  const request = { participants: ['ann', 'bob'], messages: ['Plugh 4', 'This one stays'] };
  const chat = await services.as(ann, 'messaging.createChat', request, 'chat');
  const written = await tool((opened) => readWritten('Ann', opened));
  expect(written.map(({ kind, text }) => [kind, text])).toEqual([
    ...[expect.anything(), expect.anything()],
    ['message', 'Plugh 3'],
    ['comment', 'Plugh 2'],
    ['answer', 'Plugh 1'],
  ]);
  expect(
    written
      .slice(0, 2)
      .map(({ text }) => text)
      .toSorted(),
  ).toEqual(['Plugh 4', 'This one stays']);
  const page = await services.as(bob, 'qa.followQuestion', { qid }, 'page');
  expect(JSON.stringify(page)).toContain('Plugh 2');

  for (const { id, text } of written) if (text.startsWith('Plugh')) expect(await blankOne(id)).toBe('blanked');
  expect(await everythingIn(place)).not.toContain('Plugh');
  expect((await tool((opened) => readWritten('ann', opened))).map(({ text }) => text)).toEqual(['This one stays']);
  expect(await services.as(bob, 'qa.getQuestionById', { id: qid })).toMatchObject({
    title: 'Kettles?',
    text: 'Well?',
    answers: [{ _id: answer._id, text: removed, ansBy: 'ann', comments: [{ _id: comment._id, text: removed }] }],
  });
  const { messages: room } = await services.as(bob, 'messaging.getMessages', { limit: 10 });
  expect(room).toEqual([{ ...message, msg: removed }]);
  const { messages: few } = await services.as(bob, 'messaging.getChat', { chatId: chat._id, limit: 10 });
  expect(few.map(({ msg }) => msg)).toEqual([removed, 'This one stays']);
  expect(await services.as(ann, 'messaging.createChat', request, 'chat')).toMatchObject({ messages: few });
  for (const [source, type] of [
    ['qa', 'PostErased'],
    ['qa', 'PostErased'],
    ['messaging', 'PostErased'],
    ['messaging', 'PostErased'],
  ] as const) {
    expect(await eventOf(source, type)).toMatchObject({ actor: 'operator' });
  }
});

test('deleted posts and messages are not listed', async () => {
  const dan = await services.signup('dan');
  const ask = (title: string) =>
    services.as(dan, 'qa.addQuestion', {
      ...{ title, text: 'Well?', tags: [{ name: 'tea' }], onlyFollowers: false, communityId: null },
    });
  const [gone, kept] = [await ask('Gone'), await ask('Kept')];
  const answer = await services.as(dan, 'qa.addAnswer', { qid: kept._id, text: 'Gone too' });
  const comment = await services.as(dan, 'qa.addComment', { id: kept._id, type: 'question', text: 'And this' });
  const message = await services.as(dan, 'messaging.addMessage', { msg: 'And that' });
  expect(await tool((opened) => readWritten('dan', opened))).toHaveLength(5);
  await services.as(dan, 'qa.deleteQuestion', { qid: gone._id });
  await services.as(dan, 'qa.deleteAnswer', { aid: answer._id });
  await services.as(dan, 'qa.deleteComment', { cid: comment._id });
  await services.as(dan, 'messaging.deleteMessage', { mid: message._id, reason: '' });
  expect((await tool((opened) => readWritten('dan', opened))).map(({ id }) => id)).toEqual([kept._id]);
});

test('an unknown id is not found', async () => {
  expect(await blankOne('01890000-0000-7000-8000-0000000000ff')).toBe('unknown');
  expect(await blankOne(ann.actor.id)).toBe('unknown');
  await expect(tool((opened) => readWritten('nobody', opened))).rejects.toMatchObject({ code: 'user.unknown' });
});

test('a stored reply loses the text of that post only', () => {
  const other = { _id: 'a2', text: 'Same', comments: [{ _id: 'c1', text: 'Same' }] };
  expect(
    withoutTextOf('a1', { _id: 'q1', title: 'Same', answers: [{ _id: 'a1', text: 'Same', comments: [] }, other] }),
  ).toEqual({
    _id: 'q1',
    title: 'Same',
    answers: [{ _id: 'a1', text: removed, comments: [] }, other],
  });
});

describe('[O-1] the commands of npm run admin', () => {
  const unknown = '01890000-0000-7000-8000-0000000000ff';
  let cyd: Person;
  let postId: string;
  beforeAll(async () => {
    cyd = await services.signup('cyd');
    ({ _id: postId } = await services.as(cyd, 'messaging.addMessage', { msg: `Buy\u001b[2J ${'a'.repeat(100)}` }));
  });

  /** The output and the exit code. */
  async function admin(...words: string[]): Promise<{ code: number; output: string }> {
    const lines: string[] = [];
    for (const method of ['log', 'error'] as const) {
      jest.spyOn(console, method).mockImplementation((line: string) => void lines.push(`${line}\n`));
    }
    const task = parseAdminWords(words) as AdminTask; // each of them names one
    try {
      return { code: await tool((opened) => carryOut(task, opened)), output: lines.join('') };
    } finally {
      jest.restoreAllMocks();
    }
  }

  test('suspend an account, and lift the suspension', async () => {
    expect(await admin('suspend', 'Cyd')).toEqual({ code: 0, output: 'Cyd is suspended.\n' });
    await expect(services.login('cyd')).rejects.toMatchObject({ code: 'account.suspended' });
    expect(await admin('suspend', 'cyd')).toEqual({ code: 0, output: 'cyd was suspended before.\n' });
    expect(await admin('restore', 'cyd')).toEqual({ code: 0, output: 'cyd is restored.\n' });
    await services.login('cyd');
    expect(await admin('restore', 'cyd')).toEqual({ code: 0, output: 'cyd was not suspended.\n' });
  });

  test('list sessions, and end one of them or all', async () => {
    const { sessions } = await services.as(await services.login('cyd'), 'identity.getSessions', {});
    expect(sessions).not.toEqual([]);
    const listed = await admin('sessions', 'cyd');
    expect(listed).toMatchObject({ code: 0, output: expect.stringContaining(`${sessions.length} of cyd.\n`) });
    for (const { _id } of sessions) expect(listed.output).toContain(_id);
    expect(await admin('end-sessions', 'cyd', sessions[0]!._id)).toEqual({ code: 0, output: '1 ended.\n' });
    expect(await admin('end-sessions', 'cyd', unknown)).toEqual({ code: 1, output: '0 ended.\n' });
    await admin('end-sessions', 'cyd');
    expect(await admin('end-sessions', 'cyd')).toEqual({ code: 0, output: '0 ended.\n' });
  });

  test('end a delay', async () => {
    const output = 'cyd can sign in without a delay within ten seconds.\n';
    expect(await admin('end-delay', 'cyd')).toEqual({ code: 0, output });
  });

  test('replace a password', async () => {
    await services.signup('dee');
    const { code, output } = await admin('reset-password', 'dee');
    const [, password = ''] = /^The new password of dee, shown only this once: (\S+)\n/.exec(output) ?? [];
    expect(code).toBe(0);
    await expect(services.login('dee')).rejects.toMatchObject({ code: 'login.failed' });
    await expect(services.login('dee', password)).rejects.toMatchObject({ code: 'password.temporary' });
  });

  test('list posts without control characters, and blank them', async () => {
    const { output } = await admin('posts', 'cyd');
    expect(output).toMatch(/^\S+ {2}message {2}\S+ {2}Buy·\[2J a{72}\n1 of cyd, the latest 100 at most\.\n$/);
    const removedOne = `${postId} is blanked.\nThere is no text with the id ${unknown}.\n`;
    expect(await admin('blank', postId, unknown)).toEqual({ code: 1, output: removedOne });
    expect(await admin('blank', postId)).toEqual({ code: 0, output: `${postId} was blanked before.\n` });
    expect((await admin('posts', 'cyd')).output).toMatch(/^0 of cyd/);
  });
});
