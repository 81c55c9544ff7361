import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { SessionGrant } from '@parlour/contracts/identity/identity';
import { messages } from '@parlour/contracts/messages';
import { until } from '@parlour/kernel/testing/until';
import { type MailSite, startMailSite } from './testing/mail-site.ts';

const client = { address: '192.0.2.7', userAgent: 'a browser' };

let site: MailSite;
let founder: SessionGrant;
beforeAll(async () => {
  site = await startMailSite();
  founder = await site.signup('Founder');
});
afterAll(() => site.close());

const self = (grant: SessionGrant) => site.as(grant, 'identity.getSession', {});
const reset = (token: string, password: string) =>
  site.as(null, 'identity.resetForgotten', { token, password, ...client });
const forgot = (name: string) => site.as(null, 'identity.forgotPassword', { name });
const mailsTo = (address: string) => site.server.mails.filter(({ to }) => to === address);

/** Waits until everything typed is looked up, and every mail sent or of no use. */
async function settled(): Promise<void> {
  await until('nothing is left to look up', async () => {
    return (await site.sql('identity', 'select 1 as one from forgotten')).length === 0;
  });
  const [head] = await site.sql<{ position: number }>('identity', 'select position from head');
  await until('all events are read', async (saw) => {
    const query = `select position from checkpoints where consumer = 'policy:queueing mails:identity'`;
    const [row] = await site.sql<{ position: number }>('delivery', query);
    return saw(row?.position ?? 0) >= (head?.position ?? 0);
  });
  await until('the queue is empty', async (saw) => {
    return saw(await site.sql('delivery', 'select * from mails where done_at is null')).length === 0;
  });
}

describe('[ML-2] an address', () => {
  test('counts once its link is opened, and is shown to its owner only', async () => {
    const ann = await site.signup('Ann');
    expect(await site.as(ann, 'identity.setEmail', { email: ' ann@example.org ' })).toMatchObject({
      email: 'ann@example.org',
      emailConfirmed: false,
    });
    const mail = await site.mailTo('ann@example.org');
    expect(mail.headers.get('from')).toBe('Parlour <parlour@example.org>');
    expect(mail.headers.get('auto-submitted')).toBe('auto-generated');
    expect(mail.raw).toContain(`https://parlour.example/confirm/${mail.token}`);
    for (const _ of [1, 2]) {
      expect(await site.as(null, 'identity.confirmEmail', { token: mail.token })).toEqual({ email: 'ann@example.org' });
    }
    expect(await self(ann)).toMatchObject({ email: 'ann@example.org', emailConfirmed: true });
    const seen = await site.as(founder, 'identity.getUser', { username: 'Ann' });
    expect(Object.keys(seen).filter((field) => /email/i.test(field))).toEqual([]);
  });

  test('replaces the one before when it is confirmed, which is told', async () => {
    const bea = await site.signup('Bea');
    await site.confirmed(bea, 'bea@example.org');
    await site.as(bea, 'identity.setEmail', { email: 'other@example.org' });
    const first = await site.mailTo('other@example.org');
    await site.as(bea, 'identity.setEmail', { email: 'new@example.org' });
    expect(await self(bea)).toMatchObject({ email: 'bea@example.org', newEmail: 'new@example.org' });
    // A link is good for the address that it was sent to, as long as it waits.
    await expect(site.as(null, 'identity.confirmEmail', { token: first.token })).rejects.toMatchObject({
      code: 'link.invalid',
      message: messages.linkInvalid,
    });
    const { token } = await site.mailTo('new@example.org');
    await site.as(null, 'identity.confirmEmail', { token });
    expect(await self(bea)).toMatchObject({ email: 'new@example.org', emailConfirmed: true });
    expect((await site.mailTo('bea@example.org', 2)).raw).toContain('does not use this e-mail address any more');
    await site.as(bea, 'identity.removeEmail', {});
    expect(await self(bea)).not.toHaveProperty('email');
    await site.mailTo('new@example.org', 2);
    await expect(site.as(bea, 'identity.removeEmail', {})).rejects.toMatchObject({ code: 'email.missing' });
  });

  test.each(['ann', 'ann@example', 'ann@[192.0.2.1]', 'ann@example.org\nBcc: bob@example.org', 'a@b.org, c@d.org', ''])(
    '%j is none',
    async (email) => {
      await expect(site.as(founder, 'identity.setEmail', { email })).rejects.toMatchObject({ code: 'email.invalid' });
    },
  );

  test('needs a recent login', async () => {
    const cay = await site.signup('Cay');
    await site.sql('identity', `update sessions set authenticated_at = now() - interval '1 hour' where user_id = $1`, [
      cay.user._id,
    ]);
    for (const [name, request] of [
      ['identity.setEmail', { email: 'cay@example.org' }],
      ['identity.removeEmail', {}],
    ] as const) {
      await expect(site.as(cay, name, request)).rejects.toMatchObject({ code: 'reauth' });
    }
  });

  test('is in no event, and in no table of delivery', async () => {
    await settled();
    const events = await site.sql('identity', 'select data::text from events');
    const mails = await site.sql('delivery', 'select * from mails');
    expect(mails.length).toBeGreaterThan(0);
    expect(JSON.stringify([events, mails])).not.toContain('@');
  });
});

describe('[ML-3] a forgotten password', () => {
  test('is replaced by a link that works once; all sessions end, and its use is told', async () => {
    const dan = await site.signup('Dan');
    await site.confirmed(dan, 'Dan@example.org');
    await forgot('dan@EXAMPLE.org');
    const { token } = await site.mailTo('Dan@example.org', 2);
    await expect(reset(token, ' ')).rejects.toMatchObject({ code: 'password.tooShort' });
    const grant = await reset(token, 'another');
    expect(grant.user.username).toBe('Dan');
    await expect(self(dan)).rejects.toMatchObject({ code: 'session.ended' });
    expect(await self(grant)).toMatchObject({ username: 'Dan' });
    await site.as(null, 'identity.login', { username: 'Dan', password: 'another', ...client });
    expect((await site.mailTo('Dan@example.org', 3)).raw).toContain('was changed');
    await expect(reset(token, 'third')).rejects.toMatchObject({ code: 'link.invalid' });
  });

  test('the same link at once works once', async () => {
    const eve = await site.signup('Eve');
    await site.confirmed(eve, 'eve@example.org');
    await forgot('Eve');
    const { token } = await site.mailTo('eve@example.org', 2);
    const both = await Promise.allSettled([reset(token, 'one'), reset(token, 'two')]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  test('a link of the other kind, a changed one, and one of a former password are refused', async () => {
    const fay = await site.signup('Fay');
    await site.as(fay, 'identity.setEmail', { email: 'fay@example.org' });
    const { token: confirming } = await site.mailTo('fay@example.org');
    await site.as(null, 'identity.confirmEmail', { token: confirming });
    await forgot('Fay');
    const { token } = await site.mailTo('fay@example.org', 2);
    const changed = token.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
    await site.as(fay, 'identity.resetPassword', { password: 'mine', ...client });
    for (const wrong of [confirming, changed, token, '', 'x'.repeat(200)]) {
      await expect(reset(wrong, 'another')).rejects.toMatchObject({ code: 'link.invalid' });
    }
  });

  test('whether an account exists is seen by nothing; one without a confirmed address gets no mail', async () => {
    const gus = await site.signup('Gus');
    await site.as(gus, 'identity.setEmail', { email: 'gus@example.org' });
    await site.mailTo('gus@example.org');
    await settled();
    const before = site.server.mails.length;
    for (const name of ['Gus', 'gus@example.org', 'nobody', 'nobody@example.org', '\0', '\ud800', 'x'.repeat(5_000)]) {
      expect(await forgot(name)).toEqual({ sent: true });
    }
    await settled();
    expect(site.server.mails).toHaveLength(before);
  });

  test('asked for often, a link is sent once', async () => {
    const hal = await site.signup('Hal');
    await site.confirmed(hal, 'hal@example.org');
    await Promise.all(['Hal', 'hal', 'hal@example.org', 'HAL'].map(forgot));
    await settled();
    expect(mailsTo('hal@example.org')).toHaveLength(2);
  });

  test('every account with an address gets a link of its own', async () => {
    const [ida, jo] = [await site.signup('Ida'), await site.signup('Jo')];
    await site.confirmed(ida, 'both@example.org');
    await site.as(jo, 'identity.setEmail', { email: 'both@example.org' });
    const { token } = await site.mailTo('both@example.org', 2);
    await site.as(null, 'identity.confirmEmail', { token });
    await forgot('both@example.org');
    const links = [await site.mailTo('both@example.org', 3), await site.mailTo('both@example.org', 4)];
    const people = [];
    for (const link of links) people.push((await reset(link.token, 'another')).user.username);
    expect(people.toSorted()).toEqual(['Ida', 'Jo']);
  });
});

test('an erased account leaves no address and no mail', async () => {
  const kim = await site.signup('Kim');
  await site.confirmed(kim, 'kim@example.org');
  await settled();
  site.server.refusals.set('kim@example.org', { code: 451, text: 'Later' });
  await forgot('Kim');
  const waiting = `select tries from mails where user_id = $1 and done_at is null`;
  await until('it is tried', async () => {
    return (await site.sql<{ tries: number }>('delivery', waiting, [kim.user._id]))[0]?.tries === 1;
  });
  await site.as(kim, 'identity.deleteUser', {});
  expect(await site.sql('identity', 'select * from emails where user_id = $1', [kim.user._id])).toEqual([]);
  await until('its mails are gone', async (saw) => {
    return saw(await site.sql('delivery', 'select id from mails where user_id = $1', [kim.user._id])).length === 0;
  });
});

describe('[ML-7] the queue', () => {
  test('an address that is refused for good three times gets no more mail, until it is given anew', async () => {
    const lea = await site.signup('Lea');
    await site.confirmed(lea, 'lea@example.org');
    site.server.refusals.set('lea@example.org', { code: 550, text: '5.1.1 <lea@example.org> unknown' });
    for (let refused = 1; refused <= 3; refused++) {
      await site.sql('identity', 'update emails set forgotten_at = null where user_id = $1', [lea.user._id]);
      await forgot('Lea');
      await until('the refusal is noted', async (saw) => {
        const query = 'select refusals from emails where user_id = $1';
        return saw((await site.sql<{ refusals: number }>('identity', query, [lea.user._id]))[0]?.refusals) === refused;
      });
    }
    expect(await self(lea)).toMatchObject({ emailConfirmed: true, emailStopped: true });
    const { lastFailure } = await site.as(founder, 'delivery.getMailState', {});
    expect(lastFailure).toMatchObject({ kind: 'reset', text: 'The mail server answered 550 5.1.1.' });
    site.server.refusals.delete('lea@example.org');
    await site.as(lea, 'identity.setEmail', { email: 'lea@example.org' });
    const { token } = await site.mailTo('lea@example.org', 2);
    await site.as(null, 'identity.confirmEmail', { token });
    expect(await self(lea)).not.toHaveProperty('emailStopped');
  });

  test('only refusals in a row count, and what the policy of a server refuses is tried again', async () => {
    const leo = await site.signup('Leo');
    await site.confirmed(leo, 'leo@example.org');
    await site.sql('identity', 'update emails set refusals = 2 where user_id = $1', [leo.user._id]);
    site.server.refusals.set('leo@example.org', { code: 550, text: '5.7.1 Relaying denied' });
    await forgot('Leo');
    await until('it is tried', async (saw) => {
      const query = 'select tries from mails where user_id = $1 and done_at is null';
      return saw((await site.sql<{ tries: number }>('delivery', query, [leo.user._id]))[0]?.tries) === 1;
    });
    const refusals = async () => {
      const query = 'select refusals from emails where user_id = $1';
      return (await site.sql<{ refusals: number }>('identity', query, [leo.user._id]))[0]?.refusals;
    };
    expect(await refusals()).toBe(2);
    site.server.refusals.delete('leo@example.org');
    await site.sql('delivery', 'update mails set next_at = now() where user_id = $1', [leo.user._id]);
    await site.mailTo('leo@example.org', 2);
    await until('none in a row is left', async (saw) => saw(await refusals()) === 0);
  });

  test('while the server is away everything waits, and is sent in order when it is back', async () => {
    const people = ['Mia', 'Nia', 'Ola', 'Pia'];
    const grants = [];
    for (const name of people) grants.push(await site.signup(name));
    await settled();
    await site.server.close();
    const addresses = people.map((name) => `${name.toLowerCase()}@example.org`);
    for (const [at, grant] of grants.entries()) {
      await site.as(grant, 'identity.setEmail', { email: addresses[at]! }); // of this person
    }
    const state = () => site.as(founder, 'delivery.getMailState', {});
    await until('all wait', async (saw) => saw(await state()).waiting === people.length);
    let last = '';
    const tried = async (): Promise<void> => {
      const failure = async () => (await state()).lastFailure;
      await until('the server is tried', async (saw) => {
        const seen = saw(await failure());
        return seen?.text.includes('ECONNREFUSED') && seen.at !== last;
      });
      last = (await failure())!.at; // it was waited for
    };
    await tried();
    // A day passes, with attempts between.
    for (let hour = 0; hour < 24; hour++) {
      await site.later(60);
      await tried();
    }
    expect((await state()).waiting).toBe(people.length);
    const before = site.server.mails.length;
    await site.server.open();
    await site.later(60);
    await settled();
    expect(site.server.mails.slice(before).map(({ to }) => to)).toEqual(addresses);
  });

  test('what was taken by the server when delivery ended is sent again, with the same Message-ID', async () => {
    const quin = await site.signup('Quin');
    await site.as(quin, 'identity.setEmail', { email: 'quin@example.org' });
    await settled();
    // As after a kill between the server's answer and the mark.
    await site.sql('delivery', 'update mails set done_at = null, next_at = now() where user_id = $1', [quin.user._id]);
    await site.restartDelivery();
    const [first, second] = [await site.mailTo('quin@example.org', 1), await site.mailTo('quin@example.org', 2)];
    expect(second.headers.get('message-id')).toBe(first.headers.get('message-id'));
    await settled();
    // Events that come again queue nothing.
    await site.sql('delivery', `update checkpoints set position = 0 where consumer like 'policy:queueing%'`);
    const before = site.server.mails.length;
    await site.restartDelivery();
    await settled();
    expect(site.server.mails).toHaveLength(before);
  });
});

describe('headers', () => {
  test('cannot be injected by the names of people and sites', async () => {
    const name = 'Parlour”\u2028<x@y.org> é, =?utf-8?Q?a?=';
    await site.as(founder, 'identity.changeSite', { name: 'Club: "A", <b@c.org>' });
    const ria = await site.signup(name.slice(0, 12).replace(/\u2028/, ''));
    await site.as(ria, 'identity.setEmail', { email: 'ria@example.org' });
    const { headers, raw } = await site.mailTo('ria@example.org');
    expect([...headers.keys()].toSorted()).toEqual(
      [...['from', 'to', 'subject', 'message-id', 'date', 'auto-submitted', 'mime-version', 'content-type']].toSorted(),
    );
    expect(headers.get('to')).toBe('ria@example.org');
    expect(headers.get('from')).toBe('"Club: \\"A\\", <b@c.org>" <parlour@example.org>');
    expect(raw).not.toContain('<b@c.org></p>');
  });
});

describe('[ML-1] operators', () => {
  test('send a mail to themselves, and see what waits; others do not', async () => {
    await expect(site.as(founder, 'delivery.sendTestMail', {})).rejects.toMatchObject({ code: 'email.missing' });
    await site.as(founder, 'identity.setEmail', { email: 'founder@example.org' });
    await site.mailTo('founder@example.org');
    expect(await site.as(founder, 'delivery.sendTestMail', {})).toEqual({ sent: true });
    expect((await site.mailTo('founder@example.org', 2)).raw).toContain('test mail');
    site.server.refusals.set('founder@example.org', { code: 550, text: 'No <founder@example.org> here' });
    expect(await site.as(founder, 'delivery.sendTestMail', {})).toEqual({
      sent: false,
      failure: 'The mail server answered 550.',
    });
    expect(await site.as(founder, 'delivery.getMailState', {})).toMatchObject({
      on: true,
      from: 'parlour@example.org',
    });
    const sue = await site.signup('Sue');
    for (const name of ['delivery.sendTestMail', 'delivery.getMailState'] as const) {
      await expect(site.as(sue, name, {})).rejects.toMatchObject({ code: 'route.unknown' });
    }
  });
});

test('a site without a mail server says so', async () => {
  const off = await startMailSite({ SMTP_URL: '', MAIL_FROM: '' });
  try {
    const tom = await off.signup('Tom');
    const refused = { code: 'mail.off', message: messages.mailOff };
    await expect(off.as(tom, 'identity.setEmail', { email: 'tom@example.org' })).rejects.toMatchObject(refused);
    await expect(off.as(null, 'identity.forgotPassword', { name: 'Tom' })).rejects.toMatchObject(refused);
    await expect(off.as(tom, 'delivery.sendTestMail', {})).rejects.toMatchObject(refused);
    expect(await off.as(tom, 'delivery.getMailState', {})).toEqual({
      ...{ on: false, from: '', waiting: 0, waitingSince: null, lastFailure: null },
    });
  } finally {
    await off.close();
  }
});

describe('[IN-2] an account of a list of members', () => {
  const add = async (email: string, username: string, renew = false) => {
    const rows = [{ username, number: null, email }];
    return (await site.as(founder, 'identity.addMembers', { rows, dryRun: false, renew })).members;
  };

  test('gets a link by which its owner chooses a password, and which confirms the address', async () => {
    const [member] = await add('una@example.org', 'Una');
    expect(member).toEqual({ status: 'new', userId: expect.any(String), username: 'Una', mailed: true });
    const mail = await site.mailTo('una@example.org');
    expect(mail.raw).toContain('Choose a password:');
    expect(mail.raw).toContain(`https://parlour.example/reset/${mail.token}`);
    await forgot('una@example.org');
    await settled();
    expect(mailsTo('una@example.org')).toHaveLength(1);
    await expect(reset(mail.token, ' ')).rejects.toMatchObject({ code: 'password.tooShort' });
    const grant = await reset(mail.token, 'my own one');
    expect(grant.user).toMatchObject({ username: 'Una', email: 'una@example.org', emailConfirmed: true });
    await expect(reset(mail.token, 'another')).rejects.toMatchObject({ code: 'link.invalid' });
    // Now its owner is known by it.
    const [again] = await add('UNA@example.org', 'una.lee');
    expect(again).toMatchObject({ status: 'existing', username: 'Una' });
  });

  test('has one link that works, for seven days, until somebody comes by a password', async () => {
    await add('vic@example.org', 'Vic');
    const first = await site.mailTo('vic@example.org');
    await add('vic@example.org', 'Vic', true);
    const second = await site.mailTo('vic@example.org', 2);
    await expect(reset(first.token, 'my own one')).rejects.toMatchObject({ code: 'link.invalid' });
    const seconds = Number.parseInt(second.token.slice(32, 40), 16) - Date.now() / 1_000;
    expect(Math.round(seconds / 86_400)).toBe(7);
    await reset(second.token, 'my own one');
    await settled();
    expect(await add('vic@example.org', 'Vic', true)).toEqual([expect.objectContaining({ status: 'existing' })]);
  });
});
