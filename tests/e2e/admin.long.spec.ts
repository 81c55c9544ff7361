import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { CommunityWire } from '@parlour/contracts/communities/communities';
import type { InvitationWire } from '@parlour/contracts/identity/invitations';
import type { FoundWire } from '@parlour/contracts/search/found';
import type { ChatWire } from '@parlour/contracts/messaging/messaging';
import type { UserWire } from '@parlour/contracts/identity/identity';
import { until } from '@parlour/kernel/testing/until';
import { ownSite } from './own-site.ts';
import { Person, Visitor } from './person.ts';
import { runSiteTool } from './tools.ts';

const site = ownSite();

const admin = (...words: string[]) => runSiteTool(site.dataDir, 'admin', words);

async function login(username: string, password: string): Promise<{ status: number; body: unknown }> {
  const { status, body } = await new Visitor(site.url).post('/api/user/login', { username, password });
  return { status, body };
}

describe('[O-1] the operator', () => {
  it('suspends a person on the running site at once', async () => {
    const ann = await new Person(site.url, 'ann').signUp();
    const bob = await new Person(site.url, 'bob').signUp();
    const listener = await ann.listen();
    expect(await admin('suspend', 'Ann')).toEqual({ code: 0, output: 'Ann is suspended.\n' });
    await until('her socket is closed', () => !listener.socket.connected, 30_000);
    await until('her session is over', async () => (await ann.get('/api/user/session')).status === 401, 30_000);
    expect(await login('ann', ann.password)).toEqual({
      status: 403,
      body: { error: 'This account is suspended. Contact the site’s operator.', code: 'account.suspended' },
    });
    expect((await bob.get<UserWire>('/api/user/getUser/ann')).body).toMatchObject({ suspended: true });
  });

  it('[BM-54] renames a person on the running site, whose session goes on', async () => {
    const gus = await new Person(site.url, 'gus').signUp();
    await gus.ask('Whose kettle is this?');
    expect(await admin('rename', 'gus', 'Gustav', 'Asked for it')).toEqual({
      code: 0,
      output: 'gus is called Gustav now.\n',
    });
    const { status, body } = await gus.get<UserWire>('/api/user/session');
    expect([status, body.username]).toEqual([200, 'Gustav']);
    expect((await gus.get('/api/question/getQuestion?order=newest&username=Gustav')).status).toBe(200);
    for (const username of ['gus', 'Gustav']) {
      // The tool wrote the new name; the search's service reads it a moment later.
      await until('the search knows both names', async (saw) => {
        const found = await gus.get<FoundWire[]>(`/api/search?q=user:${username}`);
        return saw(found.body.map(({ title }) => title)).join() === 'Whose kettle is this?';
      });
      expect(await login(username, gus.password)).toMatchObject({ status: 200, body: { username: 'Gustav' } });
    }
  });

  it('blanks posts at once, also on the open pages of others', async () => {
    const eve = await new Person(site.url, 'eve').signUp();
    const fay = await new Person(site.url, 'fay').signUp();
    const { _id: qid } = await eve.ask('Cheap kettles', { text: 'Buy kettles here' });
    await fay.post('/question/followQuestion', { qid, username: 'fay' });
    const answer = await eve.answer(qid, 'Buy two of them');
    await eve.comment(answer._id, 'answer', 'Buy three of them');
    const message = { msg: 'Buy four of them', msgFrom: 'eve', msgDateTime: new Date(0).toISOString() };
    await eve.post('/messaging/addMessage', { messageToAdd: message });
    const body = { participants: ['eve', 'fay'], messages: [{ ...message, msg: 'Buy five of them' }] };
    const { body: chat } = await eve.post<ChatWire>('/chat/createChat', body);

    const { context, page, faults } = await site.open(fay);
    const open = async (path: string, text: string): Promise<Page> => {
      const opened = path === `/question/${qid}` ? page : await context.newPage();
      await opened.goto(path);
      await opened.getByText(text).first().waitFor({ timeout: 60_000 });
      return opened;
    };
    const question = await open(`/question/${qid}`, 'Buy two of them');
    await question.getByText('Buy three of them').waitFor();
    const notifications = await open('/notifications', 'New answer to "Cheap kettles"');
    const room = await open('/messaging', 'Buy four of them');
    const few = await open(`/messaging/direct-message?chat=${chat._id}`, 'Buy five of them');

    const { output } = await admin('posts', 'eve');
    const lines = output.trimEnd().split('\n');
    expect(lines.map((line) => line.split('  ').slice(1))).toEqual([
      ['chat message', expect.any(String), 'Buy five of them'],
      ['message', expect.any(String), 'Buy four of them'],
      ['comment', expect.any(String), 'Buy three of them'],
      ['answer', expect.any(String), 'Buy two of them'],
      ['question', expect.any(String), 'Cheap kettles Buy kettles here'],
      [],
    ]);
    const ids = lines.slice(0, -1).map((line) => line.split('  ')[0] ?? '');
    expect(await admin('blank', ...ids)).toEqual({
      code: 0,
      output: ids.map((id) => `${id} is blanked.\n`).join(''),
    });
    const removed = "Removed by the site's operator";
    for (const text of ['Cheap kettles', 'Buy kettles here', 'Buy two of them', 'Buy three of them']) {
      await question.getByText(text).first().waitFor({ state: 'detached' });
    }
    await until('four texts are replaced', async () => (await question.getByText(removed).count()) >= 4, 30_000);
    await notifications.getByText(`New answer to "${removed}"`).waitFor();
    for (const [opened, text] of [
      [room, 'Buy four of them'],
      [few, 'Buy five of them'],
    ] as const) {
      await opened.getByText(text).first().waitFor({ state: 'detached' });
      await opened.getByRole('log', { name: 'Messages' }).getByText(removed).waitFor();
    }
    // The browser logs refusals and lost connections by itself.
    expect(faults.filter((fault) => !/Failed to load resource|WebSocket connection/.test(fault))).toEqual([]);
    await context.close();
    expect(JSON.stringify(await fay.read(qid))).not.toMatch(/Cheap|Buy/);
  });

  it('replaces a forgotten password', async () => {
    const cyd = await new Person(site.url, 'cyd').signUp();
    const reset = await admin('reset-password', 'cyd');
    const [, password = ''] = /: (\S+)\n/.exec(reset.output) ?? [];
    expect(reset.code).toBe(0);
    expect(await login('cyd', cyd.password)).toMatchObject({ status: 401 });
    expect(await login('cyd', password)).toMatchObject({ status: 403, body: { code: 'password.temporary' } });
    const { context, page, faults } = await site.open();
    await page.goto('/');
    await page.getByLabel('Username').fill('cyd');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Submit' }).click();
    await page.getByLabel('New password', { exact: true }).fill('seven grey herons');
    await page.getByLabel('Confirm new password').fill('seven grey herons');
    await page.getByRole('button', { name: 'Submit' }).click();
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    // The browser logs refusals by itself.
    expect(faults.filter((fault) => !/Failed to load resource/.test(fault))).toEqual([]);
    await context.close();
    expect(await login('cyd', 'seven grey herons')).toMatchObject({ status: 200 });
  });

  it('[IN-1] brings people into a private community by a link, while nobody else can sign up', async () => {
    const ida = await new Person(site.url, 'ida').signUp();
    await admin('make-operator', 'ida');
    for (const title of ['Who sails at night?', 'Who sails at dawn?']) await ida.ask(title);
    const founded = { name: 'Night crew', description: 'Boats by night', visibility: 'private' };
    const { body: crew } = await ida.post<CommunityWire>('/api/community/create', founded);
    await ida.call('PATCH', '/api/admin/site', { body: { signUp: 'nobody' } });
    const wanted = { expiresAt: null, uses: 1, communityIds: [crew._id] };
    const { body: made } = await ida.post<InvitationWire>('/api/invitation/create', wanted);
    const { context, page, faults } = await site.open();
    await page.goto(made.url);
    await page.getByText('Night crew').waitFor();
    await page.getByRole('link', { name: 'Create account' }).click();
    await page.getByLabel('Username').fill('jon');
    await page.getByLabel('Password', { exact: true }).fill('seven grey herons');
    await page.getByLabel('Confirm password').fill('seven grey herons');
    await page.getByRole('button', { name: 'Submit' }).click();
    await page.getByRole('heading', { level: 1, name: 'Night crew' }).waitFor();
    await page.getByRole('button', { name: 'Leave community' }).waitFor();
    expect(faults).toEqual([]);
    await context.close();
    const { body: listed } = await ida.get<InvitationWire[]>('/api/invitation/own');
    expect(listed).toMatchObject([{ status: 'usedUp', people: ['jon'], communities: [{ name: 'Night crew' }] }]);
    await ida.call('PATCH', '/api/admin/site', { body: { signUp: 'everyone' } });
  });

  it('[IN-3] lets newcomers wait, reads their answers, and lets them in, on phones', async () => {
    const kim = await new Person(site.url, 'kim').signUp();
    await admin('make-operator', 'kim');
    const [operator, newcomer] = [await site.open(kim, 390), await site.open(undefined, 390)];
    const { page: office } = operator;
    await office.goto('/admin/settings');
    await office.getByRole('radio', { name: /^People whom you approve/ }).check();
    await office.getByLabel('Question (optional)').fill('Which boat is yours?');
    await office.getByRole('button', { name: 'Save' }).click();
    await office.getByText('Settings saved.').waitFor();
    const { page } = newcomer;
    await page.goto('/signup');
    await page.getByText(/approve each new account/).waitFor();
    await page.getByLabel('Username').fill('lou');
    await page.getByLabel('Password', { exact: true }).fill('seven grey herons');
    await page.getByLabel('Confirm password').fill('seven grey herons');
    await page.getByLabel('Which boat is yours?').fill('The red one');
    await page.getByRole('button', { name: 'Submit' }).click();
    await page.getByRole('heading', { name: 'Waiting for approval' }).waitFor();
    const signIn = async (password: string) => {
      await page.getByLabel('Username').fill('lou');
      await page.getByLabel('Password', { exact: true }).fill(password);
      await page.getByRole('button', { name: 'Submit' }).click();
    };
    await page.getByRole('link', { name: 'Sign in' }).click();
    await signIn('seven grey hens');
    await page.getByText('Error while logging in: Login failed').waitFor();
    await signIn('seven grey herons');
    await page.getByRole('heading', { name: 'Waiting for approval' }).waitFor();
    // Nobody knows of them, but operators.
    expect((await kim.get('/api/user/getUser/lou')).status).toBe(404);
    await office.goto('/notifications');
    await office.getByText('Somebody wants to join this site').waitFor();
    await office.getByRole('link', { name: 'View: Somebody wants to join this site' }).click();
    await office.getByText('The red one').waitFor();
    await office.goto('/admin');
    await office.getByRole('link', { name: /person waiting for approval/ }).click();
    await office.getByRole('button', { name: 'Approve lou' }).click();
    await office.getByText('Nobody waits.').waitFor();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await signIn('seven grey herons');
    await page.getByRole('heading', { name: 'All Questions' }).waitFor();
    const usual = /Failed to load resource/;
    expect([...operator.faults, ...newcomer.faults].filter((fault) => !usual.test(fault))).toEqual([]);
    await Promise.all([operator.context.close(), newcomer.context.close()]);
    await kim.call('PATCH', '/api/admin/site', { body: { signUp: 'everyone' } });
  });

  it('gets errors for wrong commands', async () => {
    expect(await admin('suspend', 'nobody')).toEqual({
      code: 1,
      output: expect.stringMatching(/^There is no account "nobody" on the site in \/[^\n]+\.\n$/),
    });
    expect(await admin('expel', 'ann')).toMatchObject({
      code: 64,
      output: expect.stringMatching(/^There is no command "expel"\.\n\nnpm run admin --/),
    });
  });
});
