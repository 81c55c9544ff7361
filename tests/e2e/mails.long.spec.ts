import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { MailServer, type ReceivedMail } from '@parlour/delivery/testing/mail-server';
import type { UserWire } from '@parlour/contracts/identity/identity';
import { freePort } from '@parlour/kernel/process/free-port';
import { until } from '@parlour/kernel/testing/until';
import { OwnSite } from './own-site.ts';
import { Person } from './person.ts';

const site = new OwnSite();
let server: MailServer;

beforeAll(async () => {
  server = await MailServer.start();
  const port = await freePort('127.0.0.1');
  await site.begin({
    PORT: String(port),
    PUBLIC_ORIGINS: `http://localhost:${port}`,
    SMTP_URL: server.url,
    MAIL_FROM: 'parlour@example.org',
    NOTICE_MAIL_MINUTES: '0',
  });
});
afterAll(async () => {
  await site.end();
  await server.close();
});

/** Waits for so many mails, and returns the last one. */
async function mail(number: number): Promise<ReceivedMail> {
  await until(`mail ${number}`, () => server.mails.length >= number);
  return server.mails[number - 1]!; // it was waited for
}

const pathIn = ({ raw }: ReceivedMail, form: RegExp): string => form.exec(raw)?.[0] ?? '';

test('[ML-4, ML-6] a mail leads to the answer, and on a phone two taps end such mails', async () => {
  const [ann, bob] = await Promise.all(['Ann', 'Bob'].map((name) => new Person(site.url, name).signUp()));
  if (!ann || !bob) throw new Error('Nobody has signed up.');
  await ann.call('POST', '/user/email', { body: { email: 'ann@example.org' } });
  const { token } = await mail(1);
  await ann.call('POST', '/user/confirmEmail', { body: { token } });
  const { _id: qid } = await ann.ask('Why is the sky blue?');
  const { _id: aid } = await bob.answer(qid, 'Light is scattered.');
  const notice = await mail(2);
  expect(notice.subject).toBe('New answer to "Why is the sky blue?"');
  const { page, faults } = await site.open(ann, 390);
  await page.goto(pathIn(notice, /\/question\/[\da-f-]{36}#answer-[\da-f-]{36}/));
  expect(page.url()).toContain(`${qid}#answer-${aid}`);
  await page.getByText('Light is scattered.').waitFor();
  // Somebody who is not signed in, on another device.
  const other = await site.open(undefined, 390);
  await other.page.goto(pathIn(notice, /\/unsubscribe\/[\da-f]{104}/));
  const button = other.page.getByRole('button', { name: 'Unsubscribe' });
  await button.waitFor();
  expect(await other.page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await button.click();
  await other.page.getByText('You get no more mails of this kind: New answers.').waitFor();
  await page.goto('/settings/notifications');
  const mails = page.getByRole('switch', { name: 'New answers: mail' });
  await mails.waitFor();
  expect(await mails.isChecked()).toBe(false);
  expect(await page.getByRole('switch', { name: 'New comments: mail' }).isChecked()).toBe(true);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  expect([...faults, ...other.faults]).toEqual([]);
  await bob.answer(qid, 'And because of us.');
  await bob.comment(qid, 'question', 'Is it?');
  expect((await mail(3)).subject).toBe('New comment on "Why is the sky blue?"');
  const { body } = await ann.call<UserWire>('GET', '/user/session');
  expect(body.emailConfirmed).toBe(true);
});
