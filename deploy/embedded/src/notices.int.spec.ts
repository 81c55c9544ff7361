import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { SessionGrant } from '@parlour/contracts/identity/identity';
import type { NoticesWire } from '@parlour/contracts/notifications/notices';
import type { NoticeKind } from '@parlour/contracts/notifications/notifications';
import { until } from '@parlour/kernel/testing/until';
import { type MailSite, startMailSite } from './testing/mail-site.ts';

let site: MailSite;
let number = 0;
/** Gets the mails; the other causes them. */
let ann: SessionGrant;
let bob: SessionGrant;
let address: string;
beforeAll(async () => {
  site = await startMailSite();
});
afterAll(() => site.close());

beforeEach(async () => {
  number += 1;
  address = `ann${number}@example.org`;
  ann = await site.signup(`Ann${number}`);
  bob = await site.signup(`Bob${number}`);
  await site.confirmed(ann, address);
});

const mails = () => site.server.mails.filter(({ to }) => to === address).slice(1);
const ofAnn = 'user_id = $1';

interface Waiting {
  readonly kind: NoticeKind;
  readonly ids: readonly string[];
}

/** Ann's notices in the queue. */
const queued = (where = 'done_at is null') =>
  site.sql<Waiting>('delivery', `select kind, ids from notices where ${ofAnn} and ${where} order by number`, [
    ann.user._id,
  ]);

/** Waits until so many notifications of Ann are queued. */
async function untilQueued(count: number): Promise<void> {
  await until('they are queued', async (saw) => {
    return saw((await queued('true')).flatMap(({ ids }) => ids)).length === count;
  });
}

/** The two minutes pass; waits until nothing of Ann's is due any more. */
async function pass(): Promise<void> {
  await site.later(2);
  await until('nothing is due', async (saw) => {
    const due = 'done_at is null and (next_at <= now() or (tries > 0 and failed_at is null))';
    return saw(await queued(due)).length === 0;
  });
}

const ask = async (by: SessionGrant, title = 'Why is the sky blue?', more: object = {}) =>
  (
    await site.as(by, 'qa.addQuestion', {
      title,
      text: 'Well?',
      tags: [{ name: 'sky', description: '' }],
      onlyFollowers: false,
      communityId: null,
      ...more,
    })
  )._id;
const answer = async (by: SessionGrant, qid: string, text = 'So.') =>
  (await site.as(by, 'qa.addAnswer', { qid, text }))._id;

describe('[ML-4] a mail of notices', () => {
  test('is one for a thread, with who, when, and a link to the very place', async () => {
    const qid = await ask(ann);
    let last = '';
    for (let count = 1; count <= 5; count++) last = await answer(bob, qid);
    await untilQueued(5);
    expect(mails()).toEqual([]);
    await pass();
    const [mail, ...others] = mails();
    expect(others).toEqual([]);
    expect(mail?.subject).toBe('5 new answers to "Why is the sky blue?"');
    expect(mail?.raw).toContain(`https://parlour.example/question/${qid}#answer-${last}`);
    expect(mail?.raw).toContain(`Bob${number}, `);
    expect(mail?.raw).toMatch(/ UTC/);
    // A later one begins anew; events that come again add nothing.
    await answer(bob, qid);
    await untilQueued(6);
    await site.sql(
      'delivery',
      `update checkpoints set position = 0 where consumer = 'policy:queueing notices:notifications'`,
    );
    await site.restartDelivery();
    await pass();
    expect(mails().map(({ subject }) => subject)).toEqual([
      '5 new answers to "Why is the sky blue?"',
      'New answer to "Why is the sky blue?"',
    ]);
    expect(await queued('true')).toHaveLength(2);
  });

  test('has the headers by which mail programs sort it, fold it and end it', async () => {
    const qid = await ask(ann);
    await answer(bob, qid);
    await untilQueued(1);
    await pass();
    const { headers, raw } = mails()[0]!; // it was waited for
    const first = `<${qid}.${ann.user._id}@example.org>`;
    expect(Object.fromEntries(headers)).toMatchObject({
      'auto-submitted': 'auto-generated',
      'list-id': '<answer.notices.parlour.example>',
      'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
      'in-reply-to': first,
      references: first,
    });
    const [, token = ''] =
      /^<https:\/\/parlour\.example\/unsubscribe\/([0-9a-f]{104})>$/.exec(headers.get('list-unsubscribe') ?? '') ?? [];
    expect(raw.split(`https://parlour.example/unsubscribe/${token}`)).toHaveLength(4);
    expect(await site.as(null, 'identity.readUnsubscribe', { token })).toEqual({
      userId: ann.user._id,
      kind: 'answer',
    });
  });

  test('is not sent of what was read, deleted, or cannot be read any more', async () => {
    const { username } = ann.user;
    const communityId = await privateCommunity();
    await answer(bob, await ask(ann, 'Read?'));
    await untilQueued(2);
    await site.as(ann, 'notifications.readAll', {});
    const aid = await answer(bob, await ask(ann, 'Deleted?'));
    await site.as(ann, 'identity.follow', { username: bob.user.username });
    const forFollowers = await ask(bob, 'For followers?', { onlyFollowers: true });
    await answer(bob, forFollowers, `Look, @${username}`);
    await answer(bob, await ask(bob, 'Inside?', { communityId }), `And @${username}`);
    await untilQueued(5);
    await site.as(bob, 'qa.deleteAnswer', { aid });
    await site.as(ann, 'identity.unfollow', { username: bob.user.username });
    await site.as(bob, 'communities.changeMembership', { communityId, username, list: 'bannedMembers', action: 'add' });
    await until('she can read none of them', async (saw) => {
      const { rows } = await site.as(ann, 'notifications.getNotifications', { limit: 30 });
      return saw(rows.filter(({ isRead }) => !isRead)).length === 0;
    });
    await pass();
    expect(mails()).toEqual([]);
    expect(await queued()).toEqual([]);
  });

  test('names what is private and quotes nothing of it', async () => {
    const { username } = ann.user;
    const communityId = await privateCommunity();
    await answer(bob, await ask(ann, 'Secret bread?', { communityId }));
    const followed = await ask(ann, 'Secret sky?', { onlyFollowers: true });
    await site.as(bob, 'identity.follow', { username });
    await site.as(bob, 'qa.addComment', { id: followed, type: 'question', text: `Dear @${username}` });
    await untilQueued(4);
    await pass();
    const subjects = mails().map(({ subject }) => subject);
    expect(subjects.toSorted()).toEqual([
      'New answer to a question in a private community',
      'New comment on a question for followers',
      expect.stringMatching(/^You are now a member of Bakers/),
    ]);
    expect(
      mails()
        .map(({ raw }) => raw)
        .join('\n'),
    ).not.toContain('Secret');
  });

  test('is not sent of kinds that are off, nor after a hundred in a day', async () => {
    await choose({ answer: { page: true, push: false, mail: false } });
    await answer(bob, await ask(ann));
    await site.as(bob, 'identity.follow', { username: ann.user.username });
    await untilQueued(2);
    await pass();
    expect(mails()).toEqual([]);
    await choose({ answer: { page: true, push: false, mail: true } });
    await site.sql(
      'delivery',
      `insert into notices (id, channel, user_id, kind, thread, ids, next_at, tries, done_at)
       select $1 || n, 'mail', $1, 'answer', n, '{}', now(), 1, now() from generate_series(1, 99) n`,
      [ann.user._id],
    );
    for (const [at, title] of ['The hundredth?', 'One too many?'].entries()) {
      await answer(bob, await ask(ann, title));
      await untilQueued(3 + at);
      await pass();
    }
    expect(mails().map(({ subject }) => subject)).toEqual(['New answer to "The hundredth?"']);
  });

  test('waits for the end of quiet hours and of “do not disturb”, and folds meanwhile', async () => {
    const qid = await ask(ann);
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    await site.as(ann, 'notifications.changeNotices', { until: tomorrow });
    await answer(bob, qid);
    await untilQueued(1);
    await pass();
    expect(await queued(`tries = 0 and next_at = '${tomorrow}'`)).toHaveLength(1);
    await answer(bob, qid);
    await untilQueued(2);
    await site.as(ann, 'notifications.changeNotices', { until: null });
    await pass();
    expect(mails().map(({ subject }) => subject)).toEqual(['2 new answers to "Why is the sky blue?"']);
  });

  test('has no other headers, whatever titles and names are', async () => {
    const title = 'A title Bcc: x@y.org, <b>bold</b> =?utf-8?Q?a?=';
    await answer(bob, await ask(ann, title));
    await untilQueued(1);
    await pass();
    const { headers, raw } = mails()[0]!; // it was waited for
    const common = ['from', 'to', 'subject', 'message-id', 'date', 'auto-submitted', 'mime-version', 'content-type'];
    const ofList = ['in-reply-to', 'references', 'list-id', 'list-unsubscribe', 'list-unsubscribe-post'];
    expect([...headers.keys()].toSorted()).toEqual([...common, ...ofList].toSorted());
    expect(raw).not.toContain('<b>bold</b></p>');
  });

  test('names nobody in queue and logs', async () => {
    await answer(bob, await ask(ann));
    await untilQueued(1);
    await pass();
    const rows = [
      await site.sql('delivery', 'select * from notices'),
      await site.sql('notifications', 'select data::text from events'),
    ];
    expect(JSON.stringify(rows)).not.toContain('@');
  });
});

describe('[ML-7] the queue of notices', () => {
  test('what comes while a mail is sent is in the next one', async () => {
    const qid = await ask(ann);
    await answer(bob, qid);
    await untilQueued(1);
    site.server.onMail = async () => {
      site.server.onMail = () => Promise.resolve();
      await answer(bob, qid);
      await untilQueued(2);
    };
    await pass();
    await pass();
    expect(mails().map(({ subject }) => subject)).toEqual(Array(2).fill('New answer to "Why is the sky blue?"'));
  });

  test('what the server took when delivery ended is sent again, with the same Message-ID', async () => {
    await answer(bob, await ask(ann));
    await untilQueued(1);
    await pass();
    // As after a kill between the server's answer and the mark.
    await site.sql('delivery', `update notices set done_at = null, next_at = now() where ${ofAnn}`, [ann.user._id]);
    await site.restartDelivery();
    await until('it came twice', () => mails().length === 2);
    const [first, second] = mails().map(({ headers }) => headers.get('message-id'));
    expect(second).toBe(first);
  });

  test('what is refused for now is tried again; while the server is away, all waits', async () => {
    site.server.refusals.set(address, { code: 451, text: 'Later' });
    await answer(bob, await ask(ann));
    await untilQueued(1);
    await pass();
    expect(await queued('tries = 1 and done_at is null')).toHaveLength(1);
    site.server.refusals.delete(address);
    await site.later(2);
    await until('it is sent', () => mails().length === 1);
    await site.server.close();
    await answer(bob, await ask(ann, 'And now?'));
    await untilQueued(2);
    await site.later(2);
    await until('the failure is noted', async () => (await queued('failed_at is not null')).length === 2);
    await site.server.open();
    await site.later(60);
    await until('it is sent', () => mails().length === 2);
  });

  test('an erased account leaves none', async () => {
    await answer(bob, await ask(ann));
    await untilQueued(1);
    await site.as(ann, 'identity.deleteUser', {});
    await untilQueued(0);
  });
});

describe('[ML-6] unsubscribing', () => {
  test('ends mails of one kind, and nothing else', async () => {
    await answer(bob, await ask(ann));
    await untilQueued(1);
    await pass();
    const [, token = ''] = /unsubscribe\/([0-9a-f]+)/.exec(mails()[0]?.raw ?? '') ?? [];
    const before = await table();
    for (const _ of [1, 2]) {
      const link = await site.as(null, 'identity.readUnsubscribe', { token });
      expect(await site.as(null, 'notifications.unsubscribe', link)).toEqual({ kind: 'answer' });
    }
    expect(await table()).toEqual({
      ...before,
      kinds: { ...before.kinds, answer: { page: true, push: true, mail: false } },
    });
    await answer(bob, await ask(ann, 'And now?'));
    await untilQueued(2);
    await pass();
    await site.as(null, 'identity.forgotPassword', { name: ann.user.username });
    await until('the other mail comes', () => mails().length === 2);
    expect(mails().at(-1)?.subject).toBe('Choose a new password for Parlour');
    const changed = token.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
    for (const wrong of [changed, '', 'x'.repeat(200)]) {
      await expect(site.as(null, 'identity.readUnsubscribe', { token: wrong })).rejects.toMatchObject({
        code: 'link.invalid',
      });
    }
  });
});

const table = (): Promise<NoticesWire> => site.as(ann, 'notifications.getNoticeTable', {});

const choose = (kinds: Partial<NoticesWire['kinds']>) => site.as(ann, 'notifications.changeNotices', { kinds });

/** A private community of Bob's that has let Ann in. */
async function privateCommunity(): Promise<string> {
  for (const title of ['Flour?', 'Water?']) await ask(bob, title);
  const wanted = { name: `Bakers ${number}`, description: 'Bread', visibility: 'private' };
  const { _id: communityId } = await site.as(bob, 'communities.create', wanted);
  const joining = { communityId, username: ann.user.username, list: 'pendingMembers' } as const;
  await site.as(ann, 'communities.changeMembership', { ...joining, action: 'add' });
  await site.as(bob, 'communities.changeMembership', { ...joining, action: 'approve' });
  return communityId;
}
