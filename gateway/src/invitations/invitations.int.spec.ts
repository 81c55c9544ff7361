import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { OpenInvitation, StoredInvitation } from '@parlour/contracts/identity/invitations';
import { messages } from '@parlour/contracts/messages';
import { RunningGateway } from '../testing/running-gateway.ts';
import { itRefuses, itServes, reads, refusals } from '../testing/routes.ts';
import { idOf, standInSite, unknownId } from '../testing/stand-ins.ts';

const code = 'A'.repeat(22);
const expiresAt = '2026-06-02T10:00:00.000Z';
const bakers = { _id: '01900000-0000-7000-8000-0000000000c0', name: 'Bakers' };
const stored: StoredInvitation = {
  ...{ _id: unknownId, code, url: `/invite/${code}`, status: 'open', uses: 2, used: 1, by: 'Ann' },
  ...{ expiresAt, note: 'Class', createdAt: '2026-06-01T10:00:00.000Z', people: ['Bob'] },
  communityIds: [unknownId, bakers._id],
};
const { communityIds: _, ...shown } = stored;
const wire = { ...shown, communities: [bakers] };
const open: OpenInvitation = { by: 'Ann', inviterId: idOf('Ann'), expiresAt, communityIds: [bakers._id] };

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
    'identity.createInvitation': () => stored,
    'identity.revokeInvitation': () => stored,
    'identity.getInvitations': () => ({ rows: [stored], total: 1, next: null }),
    'identity.getInvitation': () => open,
    'communities.getInviting': () => ({ communities: [bakers] }),
  });
});

describe('[IN-1] invitations', () => {
  const wanted = { expiresAt, uses: 2, communityIds: [bakers._id], note: 'Class' };
  itServes(
    [
      ['POST', 'invitation/create', wanted, 'identity.createInvitation', wanted, wire],
      [
        ...(['POST', 'invitation/create', { uses: 1, expiresAt: null }, 'identity.createInvitation'] as const),
        { expiresAt: null, uses: 1, communityIds: [], note: '' },
        { ...wire, communities: [] },
      ],
      ['POST', 'invitation/revoke', { code }, 'identity.revokeInvitation', { code }, wire],
      ...reads(['invitation/own', 'identity.getInvitations', { limit: 30 }, [wire]]),
    ],
    () => ({ gateway, ann }),
    { 'cache-control': 'no-store' },
  );

  itRefuses(
    [
      ['POST', 'invitation/create', { ...wanted, uses: 'two' }, refusals.shape],
      ['POST', 'invitation/create', { ...wanted, expiresAt: 'soon' }, refusals.shape],
      [
        'POST',
        'invitation/create',
        { ...wanted, communityIds: Array.from({ length: 21 }, () => unknownId) },
        refusals.shape,
      ],
      ['POST', 'invitation/create', { ...wanted, communityIds: ['5'] }, refusals.id],
      ['POST', 'invitation/create', { ...wanted, note: 5 }, refusals.shape],
      ['POST', 'invitation/revoke', { code: 5 }, refusals.shape],
      ['GET', 'invitation/own?limit=x', undefined, refusals.shape],
    ],
    () => ({ gateway, ann }),
  );

  it('are open to visitors by their code alone, without ids of people', async () => {
    gateway.standIns.answer({
      'communities.getInviting': ({ request }) => {
        expect(request).toEqual({ ids: [bakers._id], inviterId: idOf('Ann') });
        return { communities: [bakers] };
      },
    });
    const answer = await gateway.send(`/api/invitation/${code}`);
    expect(answer.json).toEqual({ site: standInSite.name, by: 'Ann', expiresAt, communities: [bakers] });
    expect(answer.headers['cache-control']).toBe('no-store');
    gateway.standIns.refuse('identity.getInvitation', 'invitation.over', messages.invitationOver);
    const over = await gateway.send('/api/invitation/other');
    expect([over.status, over.json]).toEqual([404, { error: messages.invitationOver, code: 'invitation.over' }]);
  });

  it('lead into no community to which the inviter may not bring people', async () => {
    const { json } = await gateway.post(
      '/api/invitation/create',
      { ...wanted, communityIds: stored.communityIds },
      ann,
    );
    expect(json).toMatchObject({ code: 'community.position' });
    expect(gateway.standIns.count('identity.createInvitation')).toBe(0);
  });
});
