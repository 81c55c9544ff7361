import { expect, test } from '@jest/globals';
import type { CommunityRowWire, CommunityWire } from '@parlour/contracts/communities/communities';
import { until } from '@parlour/kernel/testing/until';
import { Neighbour, patienceMs } from './neighbour.ts';
import { own, sharedSite } from './shared.ts';

const { url } = await sharedSite();
const settled = (name: string): Promise<Neighbour> => new Neighbour(url, own(name)).settle();
const gone = async (person: Neighbour): Promise<void> => {
  expect(await person.call('DELETE', `/user/deleteUser/${person.name}`)).toMatchObject({ status: 200 });
};
const ownerOf = async (by: Neighbour, id: string): Promise<string | number> => {
  const { status, body } = await by.get<CommunityWire>(`/community/${id}`);
  return status === 200 ? body.owner : status;
};
const passes = (by: Neighbour, id: string, to: string | number): Promise<unknown> =>
  until(`it is ${to}'s`, async () => (await ownerOf(by, id)) === to, patienceMs);

test('a community whose owner deletes the account passes to the oldest moderator, else to the oldest member, else it is closed', async () => {
  const [first, second, third, fourth, eve] = await Promise.all(
    ['First', 'Second', 'Third', 'Fourth', 'Eve'].map(settled),
  );
  if (!first || !second || !third || !fourth || !eve) throw new Error('Somebody has not signed up.');
  const { _id, visibility } = await first.found('Heirloom');
  for (const person of [second, third, fourth]) await person.change(_id, 'members', 'add');
  for (const { name } of [fourth, third]) await first.change(_id, 'moderators', 'add', name);
  const question = await second.ask('Who inherits?', { communityId: _id });
  const asked = await fourth.addPoll(_id);
  await gone(first);
  await passes(eve, _id, fourth.name);
  expect(await fourth.look(_id)).toMatchObject({
    position: 1,
    // The owner first.
    members: [fourth.name, second.name, third.name],
    moderators: [third.name],
    visibility,
  });
  await fourth.change(_id, 'moderators', 'remove', third.name);
  await gone(fourth);
  await passes(eve, _id, second.name);
  expect(await third.positionIn(_id)).toBe(3);
  await until(
    'the creator of the poll is deleted',
    async () => (await second.polls(_id))[0]?.createdBy === 'deleted user',
  );
  expect((await second.polls(_id)).map((poll) => poll._id)).toEqual([asked._id]);
  await gone(second);
  await passes(eve, _id, third.name);
  await until('the asker is deleted', async () => (await third.read(question._id)).askedBy === 'deleted user');
  await gone(third);
  await until('it is closed', async () => (await eve.look(_id)).closedAt !== null, patienceMs);
  // Whoever could read it still can.
  for (const path of [`/community/${_id}/people`, `/poll/getPollsByCommunityId/${_id}`]) {
    expect(await eve.get(path)).toMatchObject({ status: 200 });
  }
  const ans = { text: 'Nobody.', ansBy: eve.name, ansDateTime: new Date(0).toISOString(), comments: [] };
  await until(
    'nothing is added to its questions',
    async () => (await eve.post('/answer/addAnswer', { qid: question._id, ans })).status === 409,
    patienceMs,
  );
  expect(await eve.read(question._id)).toMatchObject({ _id: question._id, title: 'Who inherits?' });
  expect(await eve.vote(asked)).toMatchObject({ status: 409 });
  expect(await eve.tryChange(_id, 'members', 'add')).toMatchObject({ status: 409 });
  expect((await eve.get<CommunityRowWire[]>('/community/allCommunities?search=heirloom')).body).toEqual([]);
}, 120_000);
