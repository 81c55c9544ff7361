import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Actor } from '@parlour/contracts/envelope';
import type { EndedSession } from '@parlour/contracts/live';
import type { SessionGrant } from '@parlour/contracts/identity/identity';
import { messages } from '@parlour/contracts/messages';
import { until } from '@parlour/kernel/testing/until';
import { actorOfGrant, type IdentityWorld, startIdentity } from '../testing/identity-world.ts';
import { formatRefreshToken, newRefreshToken, parseRefreshToken } from './refresh-token.ts';

let world: IdentityWorld;
beforeAll(async () => {
  world = await startIdentity();
});
afterAll(() => world.close());

let people = 0;

/** A new user with a session. */
function begin(): Promise<SessionGrant> {
  people += 1;
  return world.signup(`Person ${people}`);
}

const over = { code: 'session.ended', message: messages.notSignedIn };

/** Moves all times of one session into the past. */
async function pass(
  grant: SessionGrant,
  interval: string,
  columns = ['created_at', 'last_used_at', 'rotated_at'],
): Promise<void> {
  const moved = columns.map((column) => `${column} = ${column} - $2::interval`);
  await world.sql(`update sessions set ${moved.join(', ')} where id = $1`, [grant.sessionId, interval]);
}

function self(grant: SessionGrant, as: Actor = actorOfGrant(grant)): Promise<unknown> {
  return world.call('identity.getSession', {}, { as, sessionId: grant.sessionId });
}

/** The statements about sessions and people that some work sends, in order. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const sent: string[] = [];
  world.database.onStatement = (name) => sent.push(name);
  await work();
  world.database.onStatement = undefined;
  // The policy that ends marked sessions looks for them every second.
  return sent.filter((name) => /^(sessions|users)\./.test(name) && name !== 'sessions.marked');
}

async function endings(grant: SessionGrant): Promise<unknown[]> {
  const streamId = `session/${grant.sessionId}`;
  return (await world.events())
    .filter((event) => event.streamId === streamId)
    .map(({ type, data }) => ({ type, data }));
}

function ended(grant: SessionGrant, reason: string): unknown {
  return { type: 'SessionEnded', data: { sessionId: grant.sessionId, userId: grant.user._id, reason } };
}

async function endedSince(since: string): Promise<readonly EndedSession[]> {
  return (await world.call('identity.endedSessions', { since })).reply.sessions;
}

describe('refreshing', () => {
  test('changes the token at every use, and nothing else', async () => {
    let grant = await begin();
    const first = grant;
    for (let use = 0; use < 3; use++) {
      const next = await world.refresh(grant.refreshToken);
      expect(next.refreshToken).not.toBe(grant.refreshToken);
      expect({ ...next, refreshToken: '', refreshExpiresAt: '' }).toEqual({
        ...first,
        refreshToken: '',
        refreshExpiresAt: '',
      });
      grant = next;
    }
    expect(await endings(grant)).toEqual([]);
  });

  test('takes at most two statements', async () => {
    const { refreshToken } = await begin();
    const statements = await statementsOf(() => world.refresh(refreshToken));
    expect(statements).toEqual(['sessions.byFamily', 'sessions.rotate']);
  });

  test('from two tabs with the same token gives both the same next one, which works', async () => {
    const grant = await begin();
    const [one, other] = await Promise.all([world.refresh(grant.refreshToken), world.refresh(grant.refreshToken)]);
    expect(one.refreshToken).toBe(other.refreshToken);
    await pass(grant, '9 seconds', ['rotated_at']);
    expect((await world.refresh(grant.refreshToken)).refreshToken).toBe(one.refreshToken);
    await pass(grant, '1 day');
    await world.refresh(other.refreshToken);
    expect(await endings(grant)).toEqual([]);
  });

  test('twenty times at once works for all', async () => {
    const grant = await begin();
    const grants = await Promise.all(Array.from({ length: 20 }, () => world.refresh(grant.refreshToken)));
    expect(new Set(grants.map((each) => each.refreshToken)).size).toBe(1);
  });

  test('with the previous token, after the grace period, ends the family', async () => {
    const grant = await begin();
    const next = await world.refresh(grant.refreshToken);
    await pass(grant, '10.5 seconds', ['rotated_at']);
    await expect(world.refresh(grant.refreshToken)).rejects.toMatchObject(over);
    await expect(world.refresh(next.refreshToken)).rejects.toMatchObject(over);
    await expect(self(grant)).rejects.toMatchObject(over);
    await expect(world.refresh(grant.refreshToken)).rejects.toMatchObject(over);
    expect(await endings(grant)).toEqual([ended(grant, 'reuse')]);
  });

  test('with a much older token ends the family at once', async () => {
    const grant = await begin();
    const second = await world.refresh(grant.refreshToken);
    const third = await world.refresh(second.refreshToken);
    await expect(world.refresh(grant.refreshToken)).rejects.toMatchObject(over);
    await expect(world.refresh(third.refreshToken)).rejects.toMatchObject(over);
    expect(await endings(grant)).toEqual([ended(grant, 'reuse')]);
  });

  test('with an old token twenty times at once ends it once', async () => {
    const grant = await begin();
    await world.refresh((await world.refresh(grant.refreshToken)).refreshToken);
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => world.refresh(grant.refreshToken)));
    for (const result of results) expect(result).toMatchObject({ status: 'rejected', reason: over });
    expect(await endings(grant)).toEqual([ended(grant, 'reuse')]);
  });

  test('by guessing ends nothing', async () => {
    const grant = await begin();
    const token = parseRefreshToken(grant.refreshToken);
    if (!token) throw new Error('the grant has no token');
    for (const guess of ['', 'x', grant.sessionId, formatRefreshToken(newRefreshToken()), `${grant.refreshToken}x`]) {
      await expect(world.refresh(guess)).rejects.toMatchObject(over);
    }
    expect(await endings(grant)).toEqual([]);
    await world.refresh(grant.refreshToken);
  });

  test('works for a week without use, not longer', async () => {
    const grant = await begin();
    await pass(grant, '6 days 23 hours');
    const next = await world.refresh(grant.refreshToken);
    expect(Date.parse(next.refreshExpiresAt) - Date.now()).toBeGreaterThan(6.9 * 86_400_000);
    await pass(grant, '7 days');
    await expect(self(grant)).rejects.toMatchObject(over);
    await expect(world.refresh(next.refreshToken)).rejects.toMatchObject(over);
    await expect(world.refresh(next.refreshToken)).rejects.toMatchObject(over);
    expect(await endings(grant)).toEqual([ended(grant, 'expired')]);
  });

  test('works for thirty days of use, not longer', async () => {
    let grant = await begin();
    await pass(grant, '29 days 23 hours', ['created_at']);
    grant = await world.refresh(grant.refreshToken);
    expect(Date.parse(grant.refreshExpiresAt) - Date.now()).toBeLessThan(3_600_001);
    await pass(grant, '1 hour', ['created_at']);
    await expect(self(grant)).rejects.toMatchObject(over);
    await expect(world.refresh(grant.refreshToken)).rejects.toMatchObject(over);
    expect(await endings(grant)).toEqual([ended(grant, 'expired')]);
  });

  test('does not count as entering the password', async () => {
    const grant = await begin();
    await pass(grant, '1 hour', ['authenticated_at']);
    const next = await world.refresh(grant.refreshToken);
    expect(Date.parse(next.authenticatedAt)).toBeLessThan(Date.parse(grant.authenticatedAt));
  });

  test('deletes long expired sessions when somebody signs in', async () => {
    const grant = await begin();
    await pass(grant, '32 days');
    await begin();
    expect(await world.sql('select from sessions where id = $1', [grant.sessionId])).toEqual([]);
    await expect(world.refresh(grant.refreshToken)).rejects.toMatchObject(over);
  });
});

describe('leaving', () => {
  test('ends the session everywhere, and is announced to gateways', async () => {
    const grant = await begin();
    const before = new Date(Date.now() - 60_000).toISOString();
    await world.logout(grant);
    await expect(self(grant)).rejects.toMatchObject(over);
    await expect(world.refresh(grant.refreshToken)).rejects.toMatchObject(over);
    expect(await endings(grant)).toEqual([ended(grant, 'logout')]);
    const listed = (await endedSince(before)).find(({ sessionId }) => sessionId === grant.sessionId);
    expect(listed).toEqual({ sessionId: grant.sessionId, endedAt: expect.any(String) });
    await until('the gateways are notified', () =>
      world.published.some((batch) => batch.endedSessions.some((session) => session.sessionId === grant.sessionId)),
    );
    expect(world.published.flatMap((batch) => batch.endedSessions)).toContainEqual(listed);
    // What is known of the browser is of no use any more.
    expect(await world.sql('select from sessions where id = $1', [grant.sessionId])).toEqual([]);
  });

  test('twice, or ten times at once, ends it once', async () => {
    const grant = await begin();
    await Promise.all(Array.from({ length: 10 }, () => world.logout(grant)));
    await world.logout(grant);
    expect(await endings(grant)).toEqual([ended(grant, 'logout')]);
  });

  test('during a refresh ends the session all the same', async () => {
    const grant = await begin();
    const [next] = await Promise.allSettled([world.refresh(grant.refreshToken), world.logout(grant)]);
    if (next.status === 'fulfilled') {
      await expect(world.refresh(next.value.refreshToken)).rejects.toMatchObject(over);
    }
    await expect(self(grant)).rejects.toMatchObject(over);
  });

  test("is for one's own session, and leaves the others", async () => {
    const [ann, ben] = [await begin(), await begin()];
    await expect(
      world.call('identity.logout', { sessionId: ann.sessionId }, { as: actorOfGrant(ben) }),
    ).rejects.toMatchObject({ code: 'actor.other', message: messages.notYou });
    await expect(world.call('identity.logout', { sessionId: ann.sessionId })).rejects.toMatchObject({
      code: 'session.missing',
    });
    await self(ann);
    const elsewhere = await world.login(ann.user.username);
    await world.logout(ann);
    await self(elsewhere);
  });

  test('an unknown session is no error', async () => {
    const grant = await begin();
    const { reply } = await world.call('identity.logout', { sessionId: 'unknown' }, { as: actorOfGrant(grant) });
    expect(reply).toEqual({ loggedOut: true });
  });
});

describe('the session', () => {
  test('is read by one statement', async () => {
    const grant = await begin();
    expect(await statementsOf(() => self(grant))).toEqual(['sessions.user']);
  });

  test("is nobody else's", async () => {
    const [ann, ben] = [await begin(), await begin()];
    await expect(self(ann, actorOfGrant(ben))).rejects.toMatchObject(over);
    await expect(world.call('identity.getSession', {}, { as: actorOfGrant(ann) })).rejects.toMatchObject({
      code: 'session.missing',
    });
    await expect(world.call('identity.getSession', {})).rejects.toMatchObject({ code: 'session.missing' });
  });

  test('ended sessions are listed by the time of their end', async () => {
    const [first, second] = [await begin(), await begin()];
    await world.logout(first);
    await world.sql("update ended_sessions set ended_at = ended_at - interval '15 minutes' where session_id = $1", [
      first.sessionId,
    ]);
    await world.logout(second);
    const ids = async (ago: number): Promise<string[]> =>
      (await endedSince(new Date(Date.now() - ago * 60_000).toISOString()))
        .map((session) => session.sessionId)
        .filter((id) => id === first.sessionId || id === second.sessionId);
    expect(await ids(14)).toEqual([second.sessionId]);
    expect(await ids(16)).toEqual([first.sessionId, second.sessionId]);
    await expect(endedSince('yesterday')).rejects.toMatchObject({ code: 'request.invalid' });
  });
});
