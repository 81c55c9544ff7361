import { NestFactory } from '@nestjs/core';
import type { MicroserviceOptions } from '@nestjs/microservices';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { admitted } from '@parlour/contracts/identity/approval';
import type { LiveMessage } from '@parlour/contracts/live';
import type { SessionGrant, UserWire } from '@parlour/contracts/identity/identity';
import { messages } from '@parlour/contracts/messages';
import { InProcessBus } from '@parlour/kernel/bus/in-process-bus';
import { NestLogs } from '@parlour/kernel/logging/logger';
import { RpcClient, systemContext, type Transport } from '@parlour/kernel/rpc/calls';
import { ServiceModule } from '@parlour/kernel/service/service-module';
import { CheckedHub } from '@parlour/kernel/testing/copying-hub';
import { patientLimits, testPatienceMs } from '@parlour/kernel/testing/patience';
import { createThrowawayDatabase } from '@parlour/kernel/testing/postgres';
import { silentLogger } from '@parlour/kernel/testing/silent-logger';
import { until } from '@parlour/kernel/testing/until';
import { IdentityConfig } from '../identity-config.ts';
import { identityDefinition } from '../identity.module.ts';
import { actorOfGrant, client, type IdentityWorld, startIdentity } from '../testing/identity-world.ts';

let world: IdentityWorld;
beforeAll(async () => {
  world = await startIdentity();
});
afterAll(() => world.close());

let people = 0;

/** A new user. */
function begin(): Promise<SessionGrant> {
  people += 1;
  return world.signup(`Person ${people}`);
}

async function change(
  name: 'identity.follow' | 'identity.unfollow',
  who: SessionGrant,
  whom: string,
  key?: string,
): Promise<UserWire> {
  const options = { as: actorOfGrant(who), ...(key === undefined ? {} : { key }) };
  return (await world.call(name, { username: whom }, options)).reply;
}

const follow = (who: SessionGrant, whom: string, key?: string): Promise<UserWire> =>
  change('identity.follow', who, whom, key);
const unfollow = (who: SessionGrant, whom: string, key?: string): Promise<UserWire> =>
  change('identity.unfollow', who, whom, key);

async function look(viewer: SessionGrant, username: string): Promise<UserWire> {
  return (await world.call('identity.getUser', { username }, { as: actorOfGrant(viewer) })).reply;
}

async function names(
  list: 'identity.getFollowers' | 'identity.getFollowing',
  viewer: SessionGrant,
  username: string,
): Promise<readonly string[]> {
  return (await world.call(list, { username }, { as: actorOfGrant(viewer) })).reply.usernames;
}

async function hide(who: SessionGrant, key?: string): Promise<UserWire> {
  const options = { as: actorOfGrant(who), ...(key === undefined ? {} : { key }) };
  return (await world.call('identity.toggleFollowVisibility', {}, options)).reply;
}

type UserMessage = Extract<LiveMessage, { event: 'userUpdate' }>;

function liveMessagesOf(userId: string): readonly UserMessage[] {
  return world.published
    .flatMap((batch) => batch.messages)
    .filter((liveMessage) => liveMessage.event === 'userUpdate')
    .filter((liveMessage) => liveMessage.payload.user._id === userId);
}

describe('following somebody', () => {
  test('shows on both sides, and ends', async () => {
    const [ann, ben] = [await begin(), await begin()];
    const [annName, benName] = [ann.user.username, ben.user.username];
    expect(await follow(ann, benName.toUpperCase())).toEqual({ ...ann.user, following: [benName], followingCount: 1 });
    expect(await look(ann, benName)).toEqual({
      ...ben.user,
      followers: [annName],
      followerCount: 1,
      isFollowed: true,
    });
    expect((await look(ben, benName)).isFollowed).toBe(false);
    expect(await names('identity.getFollowers', ann, benName)).toEqual([annName]);
    expect(await names('identity.getFollowing', ben, annName)).toEqual([benName]);
    expect(await unfollow(ann, benName)).toEqual(ann.user);
    expect(await look(ann, benName)).toEqual(ben.user);
  });

  test('twice, or ten times at once, makes one event', async () => {
    const [ann, ben] = [await begin(), await begin()];
    await Promise.all(Array.from({ length: 10 }, () => follow(ann, ben.user.username)));
    expect(await follow(ann, ben.user.username)).toMatchObject({ followingCount: 1 });
    await unfollow(ann, ben.user.username);
    expect(await unfollow(ann, ben.user.username)).toMatchObject({ followingCount: 0 });
    const streamId = `follow/${ann.user._id}/${ben.user._id}`;
    const events = (await world.events()).filter((event) => event.streamId === streamId);
    expect(events.map(({ type, orderingKey, data }) => ({ type, orderingKey, data }))).toEqual(
      ['UserFollowed', 'UserUnfollowed'].map((type) => ({
        type,
        orderingKey: ben.user._id,
        data: { followerId: ann.user._id, followedId: ben.user._id },
      })),
    );
  });

  test('changes nothing as a retry with the same key, whatever happened in between', async () => {
    const [ann, ben] = [await begin(), await begin()];
    await follow(ann, ben.user.username, 'once');
    await unfollow(ann, ben.user.username);
    expect(await follow(ann, ben.user.username, 'once')).toMatchObject({ followingCount: 0 });
  });

  test('[U-3] refuses oneself, and unknown people', async () => {
    const ann = await begin();
    for (const call of [follow, unfollow]) {
      await expect(call(ann, ` ${ann.user.username} `)).rejects.toMatchObject({
        code: 'follow.self',
        message: messages.followSelf,
      });
      await expect(call(ann, 'Nobody at all')).rejects.toMatchObject({ code: 'user.unknown' });
      await expect(call(ann, 'a\0b')).rejects.toMatchObject({ code: 'request.illFormedText' });
    }
    await expect(world.call('identity.follow', { username: ann.user.username })).rejects.toMatchObject({
      code: 'session.missing',
    });
  });

  test('[EV-6] is announced to everybody, with the counts of both', async () => {
    const [ann, ben] = [await begin(), await begin()];
    await follow(ann, ben.user.username);
    await until(
      'both rows',
      () => liveMessagesOf(ann.user._id).length >= 2 && liveMessagesOf(ben.user._id).length >= 2,
    );
    expect(liveMessagesOf(ben.user._id).at(-1)).toMatchObject({
      to: ['public'],
      payload: { type: 'follow', user: { followerCount: 1, followingCount: 0 } },
    });
    expect(liveMessagesOf(ann.user._id).at(-1)).toMatchObject({
      to: ['public'],
      payload: { type: 'follow', user: { followerCount: 0, followingCount: 1 } },
    });
  });

  test('stores no names of others with a key', async () => {
    const [ann, ben] = [await begin(), await begin()];
    await follow(ann, ben.user.username, 'kept');
    const kept = await world.sql<{ reply: object }>('select reply from commands where actor = $1', [ann.user._id]);
    expect(kept).toEqual([{ reply: { done: true } }]);
  });
});

describe('hiding whom one follows', () => {
  test('[RO-4, U-1] hides it from everybody else: in replies, lists and events', async () => {
    const [ann, shy, fan] = [await begin(), await begin(), await begin()];
    const name = shy.user.username;
    await follow(fan, name);
    await follow(shy, ann.user.username);
    const mine = await hide(shy);
    expect(mine).toMatchObject({ followVisibility: false, followerCount: 1, followingCount: 1 });
    expect(mine).toMatchObject({ followers: [fan.user.username], following: [ann.user.username] });
    const blank = { followers: [], following: [], followerCount: 0, followingCount: 0, followVisibility: false };
    expect(await look(ann, name)).toEqual({ ...shy.user, ...blank });
    // The follower knows about it anyway.
    expect(await look(fan, name)).toEqual({ ...shy.user, ...blank, isFollowed: true });
    expect(await look(shy, name)).toEqual(mine);
    for (const list of ['identity.getFollowers', 'identity.getFollowing'] as const) {
      for (const viewer of [ann, fan]) {
        await expect(names(list, viewer, name)).rejects.toMatchObject({
          code: 'follow.hidden',
          message: messages.followHidden,
        });
      }
    }
    expect(await names('identity.getFollowers', shy, name)).toEqual([fan.user.username]);
    const rowFor = async (viewer: SessionGrant): Promise<unknown> => {
      const request = { limit: 100, search: name };
      const { reply } = await world.call('identity.getUsers', request, { as: actorOfGrant(viewer) });
      return reply.rows.find((row) => row._id === shy.user._id);
    };
    expect(await rowFor(ann)).toMatchObject({ followerCount: 0, followingCount: 0, followVisibility: false });
    expect(await rowFor(shy)).toMatchObject({ followerCount: 1, followingCount: 1 });
    await follow(ann, name);
    await until('the follow is published', () =>
      liveMessagesOf(ann.user._id).some((liveMessage) => liveMessage.to[0] === 'public'),
    );
    await unfollow(ann, name);
    await until(
      'all is published',
      () => liveMessagesOf(shy.user._id).filter((liveMessage) => liveMessage.payload.type === 'unfollow').length > 0,
    );
    const liveMessages = liveMessagesOf(shy.user._id);
    const since = liveMessages.slice(liveMessages.findIndex((liveMessage) => liveMessage.payload.type === 'updated'));
    const toAll = since.filter(({ to }) => to[0] === 'public');
    expect(toAll).not.toEqual([]);
    for (const { to, payload } of toAll) {
      expect(to).toEqual(['public']);
      expect(payload).toMatchObject({ type: 'updated', user: { followerCount: 0, followingCount: 0 } });
    }
    const toOthers = since.filter((liveMessage) => !toAll.includes(liveMessage));
    expect(new Set(toOthers.flatMap(({ to }) => to))).toEqual(new Set([`user:${shy.user._id}`]));
  });

  test('can be undone', async () => {
    const [ann, shy] = [await begin(), await begin()];
    await follow(ann, shy.user.username);
    await hide(shy);
    expect(await hide(shy)).toMatchObject({ followVisibility: true });
    expect(await look(ann, shy.user.username)).toMatchObject({ followers: [ann.user.username], followerCount: 1 });
  });

  test('is not toggled back by a retry with the same key', async () => {
    const shy = await begin();
    for (const _ of [1, 2]) expect(await hide(shy, 'once')).toMatchObject({ followVisibility: false });
  });
});

describe('calls that end a right', () => {
  test('are answered once questions and notifications know: unfollowing and deleting, and nothing else', async () => {
    const databases = await createThrowawayDatabase({ sources: ['identity'] });
    const bus = new InProcessBus(silentLogger);
    const hub = new CheckedHub();
    const asked: unknown[] = [];
    const applied: (() => void)[] = [];
    const transport: Transport = {
      async send(call, limitMs) {
        if (!call.name.endsWith('.awaitApplied')) return hub.send(call, limitMs);
        asked.push([call.name, call.request]);
        await new Promise<void>((resolve) => applied.push(resolve));
        return { reply: { applied: true }, positions: {}, stale: false };
      },
    };
    const rpc = new RpcClient(transport, testPatienceMs);
    const application = await NestFactory.createMicroservice<MicroserviceOptions>(
      ServiceModule.register(identityDefinition(new IdentityConfig()), {
        connection: databases.connections.identity,
        bus,
        rpc,
        logger: silentLogger,
        leaseMs: 10_000,
        databaseLimits: patientLimits,
      }),
      { strategy: hub.serverOf('identity', silentLogger), logger: new NestLogs(silentLogger) },
    );
    await application.listen();
    try {
      const signup = async (username: string): Promise<SessionGrant> =>
        admitted(
          (await rpc.call('identity.signup', { username, password: 'secret', ...client }, systemContext(username)))
            .reply,
        );
      // The first account is the operator's, which cannot be deleted.
      const [ben, ann] = [await signup('Ben'), await signup('Ann')];
      const context = { ...systemContext('request'), actor: actorOfGrant(ann), sessionId: ann.sessionId };
      await rpc.call('identity.follow', { username: 'Ben' }, context);
      await rpc.call('identity.toggleFollowVisibility', {}, context);
      expect(asked).toEqual([]);
      for (const [name, request] of [
        ['identity.unfollow', { username: ben.user.username }],
        ['identity.deleteUser', {}],
      ] as const) {
        let answered = false;
        const call = rpc.call(name, request as never, context).then(({ positions }) => {
          answered = true;
          return positions;
        });
        await until('both are asked', (saw) => saw(applied.length) === 2);
        applied.shift()?.();
        expect(answered).toBe(false);
        applied.shift()?.();
        const wanted = { source: 'identity', position: (await call).identity };
        expect(asked.splice(0)).toEqual([
          ['qa.awaitApplied', wanted],
          ['notifications.awaitApplied', wanted],
        ]);
      }
    } finally {
      await application.close();
      await bus.close();
      await databases.drop();
    }
  });
});
