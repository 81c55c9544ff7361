import { beforeAll, expect, test } from '@jest/globals';
import type { FileWire, OwnFileWire } from '@parlour/contracts/files/files';
import type { ReportWire } from '@parlour/contracts/communities/reports';
import type { ChatWire } from '@parlour/contracts/messaging/messaging';
import { until } from '@parlour/kernel/testing/until';
import { Neighbour, place } from './neighbour.ts';
import { type Person, picture } from './person.ts';
import { own, sharedSite } from './shared.ts';

// A file is for whoever may read a post of its uploader that has it. Source: specification FI-6.

let ann: Neighbour;
let bob: Neighbour;
let eve: Neighbour;

beforeAll(async () => {
  const { url } = await sharedSite();
  const join = (name: string): Promise<Neighbour> => new Neighbour(url, own(name)).settle();
  [ann, bob, eve] = await Promise.all([join('Ann'), join('Bob'), join('Eve')]);
});

const shown = ({ url }: FileWire): string => `![a](${url})`;
const read = async (by: Person, { _id }: FileWire): Promise<number> => (await by.get(`/file/${_id}?w=320`)).status;

/** Files hears of posts a moment after they are written. */
async function becomes(by: Person, file: FileWire, status: number): Promise<void> {
  await until(`the file answers ${status}`, async (saw) => saw(await read(by, file)) === status);
}

test('[FI-1, FI-6] a file is its uploader’s until a post of theirs has it, and goes with it', async () => {
  const file = await ann.upload(picture(), 'plan of the harbour.png', 'A plan');
  expect([await read(ann, file), await read(bob, file)]).toEqual([200, 404]);
  const theirs = await bob.ask(own('It is mine'), { text: shown(file) });
  const question = await ann.ask(own('Where to moor'), { text: `Here: ${shown(file)}` });
  await becomes(eve, file, 200);
  const listed = await ann.get<OwnFileWire[]>('/file/own');
  expect(listed.body[0]?.uses).toEqual([
    { type: 'question', id: question._id, title: question.title, url: `/question/${question._id}` },
  ]);
  expect(theirs._id).not.toBe(question._id);
  const edit = (text: string, version: number) =>
    ann.call('PATCH', '/question/editQuestion', {
      body: { qid: question._id, title: question.title, text, tags: question.tags, version },
    });
  expect((await edit('Never mind', 1)).status).toBe(200);
  await becomes(eve, file, 404);
  await edit(shown(file), 2);
  await becomes(eve, file, 200);
  await ann.call('DELETE', '/question/deleteQuestion', { body: { qid: question._id } });
  expect([await read(eve, file), await read(ann, file)]).toEqual([404, 200]);
  await ann.post('/question/restoreQuestion', { qid: question._id });
  expect(await read(eve, file)).toBe(200);
  expect((await eve.call('DELETE', '/file/deleteFile', { body: { fileId: file._id } })).status).toBe(404);
  await ann.call('DELETE', '/file/deleteFile', { body: { fileId: file._id } });
  expect([await read(eve, file), await read(ann, file)]).toEqual([404, 404]);
});

test('[FI-6] a file of a question for followers is for them, while they follow', async () => {
  const file = await ann.upload();
  await ann.ask(own('For followers'), { text: shown(file), onlyFollowers: true });
  await bob.follow(ann.name);
  await becomes(bob, file, 200);
  expect(await read(eve, file)).toBe(404);
  await bob.unfollow(ann.name);
  expect(await read(bob, file)).toBe(404);
});

test('[FI-6] a file of a private community is for its members, and of a chat for its participants', async () => {
  const community = await ann.found(own('Sailors'), 'private');
  const file = await ann.upload();
  await ann.ask(own('In the community'), { text: shown(file), communityId: community._id });
  await place(ann, community, bob, 'member');
  await becomes(bob, file, 200);
  expect(await read(eve, file)).toBe(404);
  await place(ann, community, bob, 'banned');
  expect(await read(bob, file)).toBe(404);

  const sent = await ann.upload();
  await ann.post<ChatWire>('/chat/createChat', {
    participants: [ann.name, bob.name],
    messages: [{ msg: shown(sent), msgFrom: ann.name, msgDateTime: new Date(0).toISOString() }],
  });
  await becomes(bob, sent, 200);
  expect(await read(eve, sent)).toBe(404);
});

test('[FI-1, FI-6] a report shows its files, and those of what it is about, to those who get it', async () => {
  const community = await ann.found(own('Moderated'), 'public');
  await Promise.all([bob, eve].map((person) => place(ann, community, person, 'member')));
  await bob.follow(eve.name);
  const [reported, evidence] = [await eve.upload(), await bob.upload()];
  const question = await eve.ask(own('Reported'), {
    text: shown(reported),
    onlyFollowers: true,
    communityId: community._id,
  });
  await becomes(bob, reported, 200);
  expect([await read(ann, reported), await read(ann, evidence)]).toEqual([404, 404]);
  const about = { type: 'question', id: question._id, reason: 'spam', text: shown(evidence) };
  await bob.post('/report', about);
  await becomes(ann, evidence, 200);
  expect(await read(eve, evidence)).toBe(404);
  const { body } = await ann.get<ReportWire[]>(`/reports?communityId=${community._id}`);
  expect(body[0]?.thing?.files).toEqual([reported._id]);
  expect(await read(ann, reported)).toBe(200);
  // It is edited: what was reported is there until its reports are resolved.
  const { title, tags } = question;
  const edit = { qid: question._id, title, text: 'Nothing', tags, version: 1 };
  await eve.call('PATCH', '/question/editQuestion', { body: edit });
  await becomes(bob, reported, 404);
  expect(await read(ann, reported)).toBe(200);
  await ann.post('/reports/resolve', { reportId: body[0]?._id, action: 'dismiss', text: '' });
  expect([await read(ann, reported), await read(ann, evidence)]).toEqual([404, 200]);
});

test('[FI-4] an address of the site’s own answers the picture, at the root too', async () => {
  const file = await ann.upload(picture(1_400, 900));
  expect(file.previews.map(({ width }) => width)).toEqual([320, 640, 1280]);
  const answer = await fetch(`${ann.url}${file.previews[0]?.url}`, { headers: { cookie: ann.cookie } });
  expect(answer.headers.get('content-type')).toBe('image/webp');
  expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(0);
});
