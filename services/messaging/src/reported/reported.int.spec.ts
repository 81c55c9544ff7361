import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Actor } from '@parlour/contracts/envelope';
import type { Reported } from '@parlour/contracts/communities/reports';
import { peopleOf } from '@parlour/kernel/testing/people';
import { until } from '@parlour/kernel/testing/until';
import { type MessagingWorld, startMessaging } from '../testing/messaging-world.ts';

const [ann, ben, cay, olga] = peopleOf('Ann', 'Ben', 'Cay', 'Olga');

let world: MessagingWorld;
beforeAll(async () => {
  world = await startMessaging(ann, ben, cay, olga);
  await world.append('identity', { type: 'OperatorAdded', data: { userId: olga.id } });
});
afterAll(() => world.close());

async function describeTo(
  as: Actor,
  granted: boolean,
  id: string,
  versions: readonly number[] = [],
): Promise<(Reported | null)[]> {
  const things = [{ type: 'message', id, versions }] as const;
  return [...(await world.call('messaging.getReported', { things, granted }, { as: as })).reply.things];
}

test('[BM-21, M-20] a message of a chat is known to those in it; a report shows it, with the one before, to operators', async () => {
  const chat = await world.begin(ann, [ben], ['**First**', 'Second', 'Third']);
  const [, second = '', third = ''] = chat.messages.map(({ _id }) => _id);
  const about = {
    ...{ title: '', excerpt: 'Second', files: [], deleted: null, reportedTexts: [], version: 1 },
    at: expect.any(String),
  };
  const place = { personId: ann.id, communityId: null, placeId: chat._id, removable: false };
  expect(await describeTo(ben, false, second)).toEqual([
    { ...about, ...place, before: null, url: `/messaging/direct-message?chat=${chat._id}&message=${second}` },
  ]);
  for (const stranger of [cay, olga]) expect(await describeTo(stranger, false, second)).toEqual([null]);
  expect(await describeTo(cay, true, second)).toEqual([null]);
  expect(await describeTo(olga, true, second)).toEqual([
    { ...about, ...place, before: { by: 'Ann', excerpt: 'First' }, url: null },
  ]);
  await world.call('messaging.deleteMessage', { mid: third, reason: '' }, { as: ann });
  expect(await describeTo(ben, false, third)).toEqual([null]);
  expect(await describeTo(olga, true, third)).toMatchObject([
    { deleted: 'author', excerpt: '', before: { excerpt: 'Second' } },
  ]);
});

test('[BM-21] everybody reports messages of the global room; operators can remove them', async () => {
  const { _id } = (await world.call('messaging.addMessage', { msg: 'Buy!' }, { as: ann })).reply;
  const url = `/messaging?message=${_id}`;
  expect(await describeTo(cay, false, _id)).toMatchObject([
    { excerpt: 'Buy!', url, placeId: 'global', removable: false },
  ]);
  expect(await describeTo(olga, true, _id)).toMatchObject([
    { title: 'Global Messages', removable: true, before: null },
  ]);
});

test.each(['room', 'chat'] as const)(
  '[BM-22, M-20] what was reported of a message stays for operators, after it was edited and deleted, until it is erased: %s',
  async (place) => {
    const post = {
      room: async () => (await world.call('messaging.addMessage', { msg: '**First**' }, { as: ann })).reply._id,
      // Two people have one chat.
      chat: async () => (await world.begin(ann, [ben], ['**First**'])).messages.at(-1)?._id ?? '',
    };
    const mid = await post[place]();
    const shown = async (as: Actor, granted: boolean, versions: readonly number[]) =>
      (await describeTo(as, granted, mid, versions)).map((row) => row?.reportedTexts);
    const first = { title: '', excerpt: 'First', files: [] };
    expect(await shown(olga, true, [1])).toEqual([[]]);
    await world.call('messaging.editMessage', { mid, msg: 'Second', version: 1 }, { as: ann });
    expect(await shown(olga, true, [1])).toEqual([[first]]);
    expect(await shown(ben, true, [1])).toEqual([[]]);
    expect(await shown(olga, false, [1])).toEqual([place === 'room' ? [] : undefined]);
    await world.call('messaging.deleteMessage', { mid, reason: '' }, { as: ann });
    expect(await shown(olga, true, [1, 2])).toEqual([[first, { title: '', excerpt: 'Second', files: [] }]]);
    const old = `update events set data = jsonb_set(data, '{deletedAt}', '"2026-01-01T10:00:00.000Z"')
      where stream_id = $1 and data ? 'deletedAt'`;
    await world.sql(old, [`messagechange/${mid}`]);
    await world.sql(`update ${place}_messages set deleted_at = '2026-01-01' where id = $1`, [mid]);
    await until('it is erased', async () => {
      return (await world.sql('select from events where stream_id = $1', [`blanked/${mid}`])).length > 0;
    });
    expect(await shown(olga, true, [1, 2])).toEqual([[]]);
  },
);
