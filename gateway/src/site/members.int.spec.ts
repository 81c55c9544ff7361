import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { memberFaults, memberLimits, type MembersWire } from '@parlour/contracts/identity/members';
import { messages } from '@parlour/contracts/messages';
import { RunningGateway } from '../testing/running-gateway.ts';
import { idOf } from '../testing/stand-ins.ts';

const bakers = { _id: '01900000-0000-7000-8000-0000000000c0', name: 'Bakers' };
const chess = { _id: '01900000-0000-7000-8000-0000000000c1', name: 'Chess' };

let gateway: RunningGateway;
let ann: { cookie: string };
beforeAll(async () => {
  gateway = await RunningGateway.start();
  ann = await gateway.signIn('Ann');
});
afterAll(() => gateway.stop());
beforeEach(() => {
  gateway.standIns.reset();
  gateway.standIns.answer({
    'communities.findNamed': ({ request }) => ({
      communities: request.names.map((name) => [bakers, chess].find((one) => one.name === name) ?? null),
    }),
    'identity.addMembers': ({ request }) => ({
      members: request.rows.map(({ username }) =>
        username === 'Bob'
          ? { status: 'existing', userId: idOf('Bob'), username }
          : request.dryRun
            ? { status: 'new', userId: null, username }
            : { status: 'new', userId: idOf(username), username, password: 'one-two-three-four' },
      ),
    }),
    'communities.admitListed': ({ request }) => ({
      joined: request.members.map(({ userId, communityIds }) =>
        userId === idOf('Bob') ? communityIds.filter((id) => id === chess._id) : communityIds,
      ),
    }),
  });
});

const rows = [
  { username: 'Cay', number: 2, email: 'cay@example.org', communities: ['Bakers'] },
  { username: 'Bob', communities: ['Bakers', 'Chess', 'Bakers'] },
  { username: 'Dan', communities: ['Bakers', 'Nowhere'] },
  { username: 'Eve' },
  { username: 'Fay', communities: Array.from({ length: 21 }, () => 'Bakers') },
];

const add = async (dryRun: boolean) => {
  const answer = await gateway.post('/api/admin/members', { rows, dryRun }, ann);
  expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'no-store']);
  return (answer.json as MembersWire).members;
};

const faulty = [
  { status: 'invalid', username: 'Dan', fault: { code: 'community.unknown', text: memberFaults.community('Nowhere') } },
  { status: 'invalid', username: 'Fay', fault: { code: 'request.invalid', text: memberFaults.communities } },
].map((row) => ({ ...row, joined: [] }));

describe('[IN-2] POST /admin/members', () => {
  it('says what would happen to each row, and which communities it would join', async () => {
    const [dan, fay] = faulty;
    expect(await add(true)).toEqual([
      { status: 'new', username: 'Cay', joined: ['Bakers'] },
      { status: 'existing', username: 'Bob', joined: ['Chess'] },
      dan,
      { status: 'new', username: 'Eve', joined: [] },
      fay,
    ]);
    expect(gateway.standIns.last('identity.addMembers').request).toEqual({
      rows: [
        { username: 'Cay', number: 2, email: 'cay@example.org' },
        { username: 'Bob', number: null, email: '' },
        { username: 'Eve', number: null, email: '' },
      ],
      ...{ dryRun: true, renew: false },
    });
    expect(gateway.standIns.last('communities.admitListed').request).toEqual({
      members: [{ userId: idOf('Bob'), communityIds: [bakers._id, chess._id] }],
      dryRun: true,
    });
  });

  it('does it, and answers passwords but no ids', async () => {
    const members = await add(false);
    expect(members[0]).toEqual({
      ...{ status: 'new', username: 'Cay', password: 'one-two-three-four', joined: ['Bakers'] },
    });
    expect(gateway.standIns.last('communities.admitListed').request.members).toHaveLength(2);
  });

  it('answers the passwords also if communities cannot be reached, and says that they are missing', async () => {
    gateway.standIns.refuse('communities.admitListed', 'service.unavailable', messages.unavailable);
    const fault = { code: 'service.unavailable', text: memberFaults.unjoined };
    const [cay, bob, , eve] = await add(false);
    expect(cay).toEqual({ status: 'new', username: 'Cay', password: 'one-two-three-four', joined: [], fault });
    expect(bob).toMatchObject({ status: 'existing', fault });
    expect(eve).not.toHaveProperty('fault');
  });

  it('takes a bounded part of a list', async () => {
    const many = Array.from({ length: memberLimits.rows + 1 }, (_, place) => ({ username: `Person ${place}` }));
    expect((await gateway.post('/api/admin/members', { rows: many.slice(1), dryRun: true }, ann)).status).toBe(200);
    expect((await gateway.post('/api/admin/members', { rows: many, dryRun: true }, ann)).status).toBe(400);
  });
});
