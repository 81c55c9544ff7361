import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { SubscribePush } from '@parlour/contracts/delivery/push.requests';
import type { SessionGrant } from '@parlour/contracts/identity/identity';
import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import { PushService } from '@parlour/delivery/testing/push-service';
import { until } from '@parlour/kernel/testing/until';
import { type MailSite, startMailSite } from './testing/mail-site.ts';

const client = { address: '192.0.2.7', userAgent: 'a browser' };

let service: PushService;
let site: MailSite;
/** Runs the site. */
let founder: SessionGrant;
let number = 0;
/** Gets the pushes; the other causes them. */
let ann: SessionGrant;
let bob: SessionGrant;
let phone: SubscribePush;
beforeAll(async () => {
  service = await PushService.start();
  const PUSH_PRIVATE_KEY = randomBytes(32).toString('base64url');
  site = await startMailSite({ SMTP_URL: '', MAIL_FROM: '', PUSH_PRIVATE_KEY, PUSH_SERVICES: service.origin });
  founder = await site.signup('Founder');
});
afterAll(async () => {
  await site.close();
  await service.close();
});

beforeEach(async () => {
  number += 1;
  ann = await site.signup(`Ann${number}`);
  bob = await site.signup(`Bob${number}`);
  phone = service.subscribe();
  await site.as(ann, 'delivery.subscribePush', phone);
});

/** Another session of Ann. */
const login = () => site.as(null, 'identity.login', { username: ann.user.username, password: 'secret', ...client });

const endpoints = async () =>
  (
    await site.sql<{ endpoint: string }>('delivery', 'select endpoint from push_subscriptions where user_id = $1', [
      ann.user._id,
    ])
  ).map(({ endpoint }) => endpoint);

/** Waits until so many notices of Ann were queued, and none of them waits any more. */
async function sent(count: number): Promise<void> {
  await until('they are sent', async (saw) => {
    const query = 'select done_at is not null as done from notices where user_id = $1';
    const rows = saw(await site.sql<{ done: boolean }>('delivery', query, [ann.user._id]));
    return rows.length === count && rows.every(({ done }) => done);
  });
}

/** Waits until the phone's push service has failed so often, and the notice waits for it. */
async function failed(count: number): Promise<void> {
  await until('it has failed', async (saw) => {
    const query = `select s.failures, n.next_at = s.rests_until as waits
      from push_subscriptions s join notices n on n.user_id = s.user_id where s.endpoint = $1`;
    const [found] = saw(await site.sql<{ failures: number; waits: boolean }>('delivery', query, [phone.endpoint]));
    return found?.failures === count && found.waits;
  });
}

/** What waits for a push service is due now. */
async function later(): Promise<void> {
  await site.sql('delivery', 'update push_subscriptions set rests_until = now() where user_id = $1', [ann.user._id]);
  await site.sql('delivery', 'update notices set next_at = now() where done_at is null and user_id = $1', [
    ann.user._id,
  ]);
}

const ask = async (title: string, more: object = {}) =>
  (
    await site.as(ann, 'qa.addQuestion', {
      title,
      text: 'Well?',
      tags: [{ name: 'sky', description: '' }],
      onlyFollowers: false,
      communityId: null,
      ...more,
    })
  )._id;
const answer = (qid: string) => site.as(bob, 'qa.addAnswer', { qid, text: 'So.' });
const chat = async () =>
  (await site.as(bob, 'messaging.createChat', { participants: [ann.user.username, bob.user.username], messages: [] }))
    ._id;
const write = (chatId: string, msg = 'The key is under the mat.') =>
  site.as(bob, 'messaging.addChatMessage', { chatId, msg });

describe('[PU-2] a push', () => {
  test('is encrypted and signed for one browser, and kept for a day', async () => {
    const qid = await ask('Why is the sky blue?');
    const { _id: aid } = await answer(qid);
    await sent(1);
    const [pushed, ...others] = service.to(phone);
    expect(others).toEqual([]);
    expect(pushed?.message).toEqual({
      title: 'New answer',
      body: 'New answer to "Why is the sky blue?"',
      path: `/question/${qid}#answer-${aid}`,
      tag: pushed?.headers['topic'],
    });
    expect(pushed?.headers).toMatchObject({ ttl: '86400', urgency: 'normal', 'content-encoding': 'aes128gcm' });
    expect(pushed?.headers['topic']).toMatch(/^[\w-]{32}$/);
    expect(pushed?.key).toBe((await site.as(null, 'delivery.getPushKey', {})).key);
    expect(pushed?.claims).toMatchObject({ aud: service.origin, sub: 'https://parlour.example' });
    expect(pushed?.bytes).toBeLessThan(3_072);
  });

  test('has at most 3 KB', async () => {
    await answer(await ask('👩‍👩‍👧‍👦'.repeat(14)));
    await sent(1);
    expect(service.to(phone)[0]?.bytes).toBeLessThan(3_072);
  });

  test('of a message only says that there is one, and leads to the chat', async () => {
    const chatId = await chat();
    await write(chatId);
    await sent(1);
    const [pushed] = service.to(phone);
    expect(pushed?.message).toEqual({
      ...{ title: 'New message', body: '', tag: pushed?.headers['topic'] },
      path: `/messaging/direct-message?chat=${chatId}`,
    });
    expect(pushed?.headers).toMatchObject({ urgency: 'high' });
    // The next one replaces it.
    await write(chatId);
    await sent(2);
    expect(service.to(phone)[1]?.headers['topic']).toBe(pushed?.headers['topic']);
  });

  test('of what happens in a private community names neither it nor the question', async () => {
    for (const title of ['One?', 'Two?']) await ask(title);
    const wanted = { name: `Bakers ${number}`, description: 'Bread', visibility: 'private' };
    const { _id: communityId } = await site.as(ann, 'communities.create', wanted);
    const joining = { communityId, username: bob.user.username, list: 'pendingMembers' } as const;
    await site.as(bob, 'communities.changeMembership', { ...joining, action: 'add' });
    await site.as(ann, 'communities.changeMembership', { ...joining, action: 'approve' });
    await answer(await ask('Secret bread?', { communityId }));
    await until('both are pushed', (saw) => saw(service.to(phone)).length === 2);
    const ofAnswer = service.to(phone).find(({ message }) => message.title === 'New answer');
    expect(ofAnswer?.message.body).toBe('');
  });

  test('of a game says whose turn it is against whom, once for each turn', async () => {
    const { gameID: gameId } = await site.as(ann, 'games.create', { gameType: 'Nim' });
    await site.as(ann, 'games.join', { gameId });
    await site.as(bob, 'games.join', { gameId });
    await sent(1);
    const turn = { title: 'Your turn', body: `It is your turn against Bob${number} in Nim.`, path: `/games/${gameId}` };
    expect(service.to(phone).map(({ message }) => message)).toMatchObject([turn]);
    await site.as(ann, 'games.move', { gameId, move: { numObjects: 3 } });
    await site.as(bob, 'games.move', { gameId, move: { numObjects: 3 } });
    await sent(2);
    expect(service.to(phone).map(({ message }) => message)).toMatchObject([turn, turn]);
  });

  test('is not sent of what was read elsewhere meanwhile', async () => {
    const chatId = await chat();
    await site.as(ann, 'notifications.changeNotices', {
      kinds: {},
      until: new Date(Date.now() + 60_000).toISOString(),
    });
    await write(chatId);
    await until('it waits', async (saw) => {
      const query = `select id from notices where user_id = $1 and next_at > now() + interval '30 seconds'`;
      return saw(await site.sql('delivery', query, [ann.user._id])).length === 1;
    });
    await site.as(ann, 'messaging.markRead', { chatId });
    await site.as(ann, 'notifications.changeNotices', { kinds: {} });
    await later();
    await sent(1);
    expect(service.to(phone)).toEqual([]);
  });

  test('is not sent of kinds that are off, nor in the global room, nor to whom writes', async () => {
    await site.as(ann, 'notifications.changeNotices', { kinds: { message: { page: true, push: false, mail: false } } });
    const chatId = await chat();
    await site.as(ann, 'messaging.addMessage', { msg: 'Hello, everybody' });
    await site.as(bob, 'messaging.addMessage', { msg: 'Hello' });
    await site.as(ann, 'messaging.addChatMessage', { chatId, msg: 'Hello' });
    await write(chatId);
    await sent(1);
    expect(service.to(phone)).toEqual([]);
  });

  test('comes to all devices, and again only to those whose service has failed', async () => {
    const laptop = service.subscribe();
    await site.as(await login(), 'delivery.subscribePush', laptop);
    service.answers.set(phone.endpoint, { status: 429, headers: { 'retry-after': '3600' } });
    await write(await chat());
    await until('the laptop has it', (saw) => saw(service.to(laptop)).length === 1);
    await failed(1);
    const query = `select extract(epoch from next_at - now()) as seconds from notices where user_id = $1`;
    const [waits] = await site.sql<{ seconds: string }>('delivery', query, [ann.user._id]);
    expect(Number(waits?.seconds)).toBeGreaterThan(3_500);
    service.answers.set(phone.endpoint, { status: 503 });
    await later();
    await failed(2);
    service.answers.delete(phone.endpoint);
    await later();
    await until('the phone has it', (saw) => saw(service.to(phone)).length === 1);
    await sent(1);
    expect(service.to(laptop)).toHaveLength(1);
  });

  test('after a kill comes again where that is not known, and replaces the first one', async () => {
    const laptop = service.subscribe();
    const other = await login();
    await site.as(other, 'delivery.subscribePush', laptop);
    await write(await chat());
    await until('both have it', (saw) => saw(service.to(phone).length + service.to(laptop).length) === 2);
    await sent(1);
    // As after a kill between the answer of the phone's service and the mark.
    const undo = `update notices set done_at = null, sent_to = array[$2], next_at = now() where user_id = $1`;
    await site.sql('delivery', undo, [ann.user._id, other.sessionId]);
    await site.restartDelivery();
    await until('the phone has it twice', (saw) => saw(service.to(phone)).length === 2);
    await sent(1);
    expect(new Set(service.to(phone).map(({ message }) => message.tag)).size).toBe(1);
    expect(service.to(laptop)).toHaveLength(1);
    // Events that come again queue nothing.
    await site.sql('delivery', `update checkpoints set position = 0 where consumer like 'policy:queueing messages%'`);
    await site.restartDelivery();
    await write(await chat());
    await sent(2);
    expect(service.to(phone)).toHaveLength(3);
  });
});

describe('[PU-3] a subscription', () => {
  test.each([404, 410])('ends when its service answers %i', async (status) => {
    service.answers.set(phone.endpoint, { status });
    await write(await chat());
    await until('it is gone', async (saw) => saw(await endpoints()).length === 0);
    await sent(1);
  });

  test.each<[string, () => Promise<unknown>]>([
    ['is signed out', () => site.as(ann, 'identity.logout', { sessionId: ann.sessionId })],
    ['is signed out everywhere', () => site.as(ann, 'identity.logoutEverywhere', {})],
    [
      'is replaced by that of a new password',
      () => site.as(ann, 'identity.resetPassword', { password: 'another', ...client }),
    ],
    ['is erased with its account', () => site.as(ann, 'identity.deleteUser', {})],
  ])('ends when its session %s', async (_, end) => {
    await end();
    await until('it is gone', async (saw) => saw(await endpoints()).length === 0);
  });

  test('ends when its owner is suspended', async () => {
    await site.as(founder, 'identity.suspend', { username: ann.user.username });
    await until('it is gone', async (saw) => saw(await endpoints()).length === 0);
  });

  test('is none of a session that has ended', async () => {
    await site.as(ann, 'identity.logout', { sessionId: ann.sessionId });
    await expect(site.as(ann, 'delivery.subscribePush', service.subscribe())).rejects.toMatchObject({
      code: 'session.ended',
    });
    await until('it is gone', async (saw) => saw(await endpoints()).length === 0);
  });

  test('is one for each session, and one for each browser; a person has at most twenty', async () => {
    const anew = service.subscribe();
    await site.as(ann, 'delivery.subscribePush', anew);
    expect(await endpoints()).toEqual([anew.endpoint]);
    await site.as(bob, 'delivery.subscribePush', anew);
    expect(await endpoints()).toEqual([]);
    expect(await site.as(bob, 'delivery.unsubscribePush', {})).toEqual({ on: false });
    const row = `insert into push_subscriptions (session_id, user_id, endpoint, p256dh, auth, at)
      select $1 || n, $1, $1 || n, '', '', now() - interval '1 hour' from generate_series(1, 30) n`;
    await site.sql('delivery', row, [ann.user._id]);
    await site.as(ann, 'delivery.subscribePush', phone);
    expect(await endpoints()).toHaveLength(limits.pushSubscriptions);
    expect(await endpoints()).toContain(phone.endpoint);
  });

  test('leads outside, by https, and has keys with which something can be encrypted', async () => {
    const { endpoint, keys } = service.subscribe();
    const wrong = [
      ...['https://127.0.0.1/a', 'http://push.example/a', 'https://[::1]/a', 'https://a:b@push.example/a', ''].map(
        (each) => ({ endpoint: each, keys }),
      ),
      { endpoint: `https://push.example/${'a'.repeat(2_000)}`, keys },
      { endpoint, keys: { ...keys, auth: 'a' } },
      { endpoint, keys: { ...keys, p256dh: keys.auth } },
      { endpoint, keys: { ...keys, p256dh: `B${'A'.repeat(86)}` } },
    ];
    for (const request of wrong) {
      await expect(site.as(ann, 'delivery.subscribePush', request)).rejects.toMatchObject({
        code: 'push.subscription',
        message: messages.pushSubscription,
      });
    }
    expect(await endpoints()).toEqual([phone.endpoint]);
  });

  test('names nobody: neither what was pushed nor to whom is in the queue', async () => {
    await write(await chat());
    await sent(1);
    const rows = await site.sql('delivery', 'select * from notices');
    expect(JSON.stringify(rows)).not.toMatch(/mat|Ann|Bob|push\//);
  });
});

test('[PU-1] a site without a key says so', async () => {
  const off = await startMailSite({ SMTP_URL: '', MAIL_FROM: '' });
  try {
    const tom = await off.signup('Tom');
    const refused = { code: 'push.off', message: messages.pushOff };
    await expect(off.as(tom, 'delivery.getPushKey', {})).rejects.toMatchObject(refused);
    await expect(off.as(tom, 'delivery.subscribePush', phone)).rejects.toMatchObject(refused);
  } finally {
    await off.close();
  }
});
