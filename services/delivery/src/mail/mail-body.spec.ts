import { expect, test } from '@jest/globals';
import { mailKinds } from '@parlour/contracts/delivery/delivery';
import { htmlOf, textOf } from './mail-body.ts';
import { mailTexts } from './mail-texts.ts';

const origin = 'https://parlour.example';
const to = {
  ...{ emailId: 'e', address: 'ann@example.org', wasRefused: false },
  ...{ username: '<b>"Ann" & Co</b>', siteName: 'A < B', token: 'a1' },
};

test.each(mailKinds)('[ML-2, ML-3] the text of %s says who is meant; its HTML shows names as they are', (kind) => {
  const said = mailTexts[kind](to);
  const text = textOf(said, origin);
  expect(text).toContain(`Hello ${to.username},`);
  if (said.link) expect(text).toContain(`\n${origin}${said.link.path}\n`);
  const html = htmlOf(said, origin);
  expect(html).toContain('Hello &lt;b&gt;&quot;Ann&quot; &amp; Co&lt;/b&gt;,');
  // Nothing is loaded, and nothing tells that a mail was read.
  expect(html).not.toMatch(/<img|src=|url\(|<script|<link/);
  expect(html).toContain('prefers-color-scheme: dark');
});

test('[ML-3] whoever signs in with Google is told so', () => {
  expect(textOf(mailTexts.reset({ ...to, token: null }), origin)).toContain('you sign in with Google');
});
