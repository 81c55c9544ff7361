import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { MailServer } from '../testing/mail-server.ts';
import { mailTexts } from './mail-texts.ts';
import { Mailer } from './mailer.ts';

let server: MailServer;
let mailer: Mailer;
beforeAll(async () => {
  server = await MailServer.start();
  mailer = new Mailer({
    ...{ server: server.url, isLocal: true, origin: 'https://parlour.example' },
    ...{ noticeMinutes: 2, quotesPrivate: false },
    sender: { name: '', address: 'parlour@example.org' },
  });
});
afterAll(async () => {
  mailer.onModuleDestroy();
  await server.close();
});

test.each([
  [550, '5.1.1 <ann@example.org> unknown', 'refused', '550 5.1.1'],
  [550, 'No <ann@example.org> here', 'refused', '550'],
  [550, '5.7.1 <ann@example.org> relaying denied', 'later', '550 5.7.1'],
  [450, '4.2.1 <ann@example.org> busy', 'later', '450 4.2.1'],
  [421, '4.7.0 <ann@example.org> not now', 'server', '421 4.7.0'],
])('[ML-7] of a refusal with %d %s, only the codes are told: it is %s', async (code, text, what, told) => {
  server.refusals.set('ann@example.org', { code, text });
  const to = {
    ...{ emailId: 'e', address: 'ann@example.org', wasRefused: false },
    ...{ username: 'Ann', siteName: 'Parlour', token: null },
  };
  expect(await mailer.send('m', { to, text: mailTexts.test(to) })).toEqual({
    what,
    text: `The mail server answered ${told}.`,
  });
});
