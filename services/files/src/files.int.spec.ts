import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Actor } from '@parlour/contracts/envelope';
import { bytesOfMegabytes } from '@parlour/contracts/files/file-limits';
import type { FileWire } from '@parlour/contracts/files/files';
import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import type { PostPlace, QaEvent } from '@parlour/contracts/qa/qa.events';
import { until } from '@parlour/kernel/testing/until';
import { type FilesWorld, fileOf, startFiles } from './testing/files-world.ts';

let world: FilesWorld;
let ann: Actor;
let bob: Actor;
beforeAll(async () => {
  world = await startFiles();
  [ann, bob] = await world.people('Ann', 'Bob');
});
afterAll(() => world.close());

const longAgo = '2026-01-01T00:00:00.000Z';
const shown = ({ _id }: FileWire) => `![a](/file/${_id})`;
const hashesOf = async ({ _id }: FileWire): Promise<string[]> => {
  const { reply } = await world.call('files.get', { fileId: _id }, { as: ann });
  return [reply.hash, ...reply.previews.map(({ hash }) => hash)];
};
const placesOf = async ({ _id }: FileWire) =>
  (await world.call('files.get', { fileId: _id }, { as: ann })).reply.places;
const asked = (questionId: string, by: Actor, text: string): QaEvent => ({
  type: 'QuestionAsked',
  data: { questionId, askedBy: by.id, title: 'T', text, tags: [], onlyFollowers: false, communityId: null },
});
const place = (id: string, by: Actor): PostPlace<'answer'> => {
  return { kind: 'answer', id, questionId: 'q', answerId: id, author: by.id };
};
const answered = (answerId: string, by: Actor, text: string): QaEvent => ({
  type: 'AnswerPosted',
  data: { answerId, questionId: 'q', answeredBy: by.id, text },
});
const edited = (id: string, by: Actor, text: string): QaEvent => ({
  type: 'PostEdited',
  data: { ...place(id, by), text, editedBy: by.id, version: 2 },
});
const isGone = async (file: FileWire): Promise<void> => {
  await until('it is deleted', async (saw) => {
    const found = await world.sql<{ n: number }>('select count(*)::int as n from files where id = $1', [file._id]);
    return saw(found[0]?.n) === 0;
  });
};

describe('an uploaded file', () => {
  test('is its uploader’s, with the addresses of its previews', async () => {
    const file = await world.add(ann, 'boats', { alt: '  Two boats ' });
    const url = `/file/${file._id}`;
    expect(file).toMatchObject({ name: 'harbour.png', alt: 'Two boats', by: 'Ann', url });
    expect(file.previews).toEqual([{ width: 320, url: `${url}?w=320` }]);
    const { reply } = await world.call('files.getOwn', { limit: 1 }, { as: ann });
    expect(reply).toMatchObject({ rows: [{ ...file, uses: [] }], total: 1, next: null });
    expect((await world.call('files.use', {}, { as: ann })).reply).toEqual({ bytes: 110 });
    expect((await world.call('files.use', {}, { as: bob })).reply.bytes).toBe(0);
  });

  test('is refused if its bytes are not in the store, or its owner has no space left', async () => {
    const missing = world.call('files.add', fileOf('0'.repeat(64)), { as: ann });
    await expect(missing).rejects.toMatchObject({ code: 'service.unavailable' });
    const huge = fileOf(await world.put('huge'), { bytes: bytesOfMegabytes(10), personMegabytes: 10 });
    await expect(world.call('files.add', huge, { as: ann })).rejects.toMatchObject({
      code: 'file.full',
      message: messages.filesFull(10),
    });
    expect((await world.call('files.use', {}, { as: ann })).reply.bytes).toBe(110);
  });

  test('is stored once when its upload is repeated', async () => {
    const file = fileOf(await world.put('repeated'));
    const first = await world.call('files.add', file, { as: bob, key: 'upload' });
    expect((await world.call('files.add', file, { as: bob, key: 'upload' })).reply).toEqual(first.reply);
  });

  test('is described by its owner alone', async () => {
    const file = await world.add(ann, 'described');
    const describing = (as: Actor, alt: string) => world.call('files.describe', { fileId: file._id, alt }, { as });
    expect((await describing(ann, ' A boat ')).reply.alt).toBe('A boat');
    await expect(describing(bob, 'Mine')).rejects.toMatchObject({ code: 'file.unknown' });
    await expect(describing(ann, 'a'.repeat(limits.fileAltLength + 1))).rejects.toMatchObject({ code: 'file.alt' });
  });
});

describe('where a file is', () => {
  test('follows the texts of its owner, also those that are edited', async () => {
    const file = await world.add(ann, 'used');
    await world.append(
      'qa',
      asked('q1', ann, shown(file)),
      answered('a1', ann, 'none'),
      answered('b1', bob, shown(file)),
    );
    expect(await placesOf(file)).toEqual([{ type: 'question', id: 'q1' }]);
    await world.append(
      'qa',
      edited('a1', ann, shown(file)),
      edited('a1', ann, 'none again'),
      edited('a1', ann, shown(file)),
    );
    await world.append('messaging', {
      type: 'MessagePosted',
      data: { messageId: 'm1', from: ann.id, text: `[x](/file/${file._id.toUpperCase()})` },
    });
    expect(await placesOf(file)).toEqual([
      { type: 'question', id: 'q1' },
      { type: 'message', id: 'm1' },
      { type: 'answer', id: 'a1' },
    ]);
    await world.append('qa', edited('a1', ann, 'none'));
    const { reply } = await world.call('files.get', { fileId: file._id }, { as: ann });
    expect(reply.places).toHaveLength(2);
    expect(reply.formerPlaces).toEqual([{ type: 'answer', id: 'a1' }]);
  });

  test('[FI-1] follows what they write about a report, until that is blanked', async () => {
    const file = await world.add(ann, 'evidence');
    const thing = { type: 'answer', id: 'a9' } as const;
    const about = { caseId: 'r1', thing, placeId: 'q9', personId: bob.id, communityId: null, version: 1 };
    const made = { ...about, reportId: 'r1', by: ann.id, reason: 'spam', text: shown(file) } as const;
    await world.append('communities', { type: 'ReportMade', data: made });
    expect(await placesOf(file)).toEqual([{ type: 'report', id: 'r1' }]);
    await world.append('communities', { type: 'ReportBlanked', data: { reportId: 'r1', communityId: null } });
    await isGone(file);
  });
});

describe('deleting', () => {
  test('[FI-7] takes the bytes and the texts of a file, and nothing of others', async () => {
    const mine = await world.add(ann, 'the same bytes', { name: 'secret-name.png', alt: 'secret description' });
    const theirs = await world.add(bob, 'the same bytes', { previews: [] });
    const [original = '', preview = ''] = await hashesOf(mine);
    const deleting = (as: Actor) => world.call('files.delete', { fileId: mine._id }, { as });
    await expect(deleting(bob)).rejects.toMatchObject({ code: 'file.unknown' });
    await deleting(ann);
    await expect(deleting(ann)).rejects.toMatchObject({ code: 'file.unknown' });
    await until('its preview is removed', async () => !(await world.store.has(preview)));
    expect(await world.store.has(original)).toBe(true);
    const log = await world.sql<{ data: string }>(`select data::text as data from events`);
    expect(log.filter(({ data }) => data.includes('secret'))).toEqual([]);
    await world.call('files.delete', { fileId: theirs._id }, { as: bob });
    await until('the bytes are removed', async () => !(await world.store.has(original)));
  });

  test('is also for operators, who see the largest ones of everybody', async () => {
    const file = await world.add(ann, 'unwanted', { bytes: 5_000_000 });
    const largest = async (limit: number, cursor?: string) => {
      const page = { limit, ...(cursor !== undefined && { cursor }) };
      return (await world.call('files.getLargest', page, { as: bob })).reply;
    };
    await expect(largest(1)).rejects.toMatchObject({ code: 'route.unknown' });
    await world.append('identity', { type: 'OperatorAdded', data: { userId: bob.id } });
    const { rows, total, next } = await largest(1);
    expect(rows).toMatchObject([{ _id: file._id, by: 'Ann', size: 5_000_000 }]);
    expect(rows[0]).not.toHaveProperty('url');
    const others = await largest(100, next ?? '');
    expect(others.rows).toHaveLength(total - 1);
    expect(others.rows.map(({ size }) => size)).toEqual(others.rows.map(({ size }) => size).toSorted((a, b) => b - a));
    expect((await world.call('files.delete', { fileId: file._id }, { as: bob })).reply).toEqual({ deleted: true });
  });

  test('after an upload that failed takes what no file has', async () => {
    const [orphan, kept] = [await world.put('orphan'), await world.put('kept')];
    await world.add(ann, 'kept');
    await world.call('files.release', { hashes: [orphan, kept] }, { as: ann });
    expect([await world.store.has(orphan), await world.store.has(kept)]).toEqual([false, true]);
  });
});

describe('a file that is in no text', () => {
  test('[FI-7] is deleted after 48 hours, unless a text of its owner has it again', async () => {
    const never = await world.add(ann, 'in no text');
    const foreign = await world.add(ann, 'in the text of somebody else');
    const used = await world.add(ann, 'in a text');
    const young = await world.add(ann, 'just uploaded');
    const lost = await world.add(ann, 'edited away a moment ago');
    const now = new Date().toISOString();
    await world.append(
      ...['qa' as const, answered('a2', ann, shown(used)), answered('b2', bob, shown(foreign))],
      ...[answered('a3', ann, shown(lost)), { ...edited('a3', ann, 'without'), occurredAt: now }],
    );
    await world.call('files.getOwn', { limit: 1 }, { as: ann }); // all is applied
    await world.sql('update files set at = $1 where id <> $2', [longAgo, young._id]);
    await isGone(never);
    await isGone(foreign);
    const { rows } = (await world.call('files.getOwn', { limit: 100 }, { as: ann })).reply;
    const left = rows.map(({ _id }) => _id);
    expect(left).toEqual(expect.arrayContaining([used._id, young._id, lost._id]));
    await world.append('qa', edited('a2', ann, 'without'));
    await isGone(used);
  });

  test('[FI-7] is deleted at once if its text was erased, and is in no other', async () => {
    const [erased, elsewhere] = [await world.add(ann, 'erased'), await world.add(ann, 'in another text too')];
    await world.append(
      ...['qa' as const, answered('a4', ann, shown(erased) + shown(elsewhere)), answered('a5', ann, shown(elsewhere))],
      { type: 'PostErased' as const, data: place('a4', ann) },
    );
    await isGone(erased);
    expect(await placesOf(elsewhere)).toEqual([{ type: 'answer', id: 'a5' }]);
  });
});

describe('a picture of a person, a community or the site', () => {
  test('is used as long as it is theirs', async () => {
    const [face, banner] = [await world.add(ann, 'a face'), await world.add(ann, 'a banner')];
    const chosen = (fileId: string | null) => ({ type: 'PictureChosen', data: { userId: ann.id, fileId } }) as const;
    await world.append('identity', chosen(face._id), {
      type: 'PictureChosen',
      data: { userId: bob.id, fileId: banner._id },
    });
    await world.append('communities', {
      type: 'CommunityPictureChosen',
      data: { communityId: 'c1', place: 'banner', fileId: banner._id, by: ann.id },
    });
    expect(await placesOf(face)).toEqual([{ type: 'person', id: ann.id }]);
    expect(await placesOf(banner)).toEqual([{ type: 'community', id: 'c1' }]);
    await world.append('identity', chosen(null));
    await isGone(face);
  });

  test('of the site is used as long as the site shows it, and read for visitors too', async () => {
    const [logo, icon] = [await world.add(ann, 'a logo'), await world.add(ann, 'an icon')];
    const chosen = (place: 'logo' | 'icon', fileId: string | null) =>
      ({ type: 'SitePictureChosen', data: { place, fileId, by: ann.id } }) as const;
    await world.append('identity', chosen('logo', logo._id), chosen('icon', icon._id));
    expect(await placesOf(logo)).toEqual([{ type: 'site', id: 'logo' }]);
    expect((await world.call('files.get', { fileId: icon._id })).reply.places).toEqual([{ type: 'site', id: 'icon' }]);
    await world.append('identity', chosen('logo', null));
    await isGone(logo);
  });

  test('goes with the account', async () => {
    const [cid] = await world.people('Cid');
    const face = await world.add(cid, 'the face of Cid');
    await world.append(
      ...['identity' as const, { type: 'PictureChosen' as const, data: { userId: cid.id, fileId: face._id } }],
      { type: 'UserDeleted' as const, data: { userId: cid.id } },
    );
    await isGone(face);
  });
});
