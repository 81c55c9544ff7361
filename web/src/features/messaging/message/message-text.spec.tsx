import { expect, test } from '@jest/globals';
import { render, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { createStore } from '../../../shared/state/store.ts';
import { fileIdOf } from '@parlour/contracts/testing/file-ids';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { MessageText } from './message-text.tsx';
import { quoteOf, withoutQuotes } from './quote.ts';

function WithStore({ children }: { readonly children: ReactNode }) {
  return <Provider store={createStore()}>{children}</Provider>;
}

/** A message as shown, once its renderer has loaded and `part` is there. */
async function shown(text: string, part: (root: HTMLElement) => Element | null): Promise<HTMLElement> {
  const { container } = render(<MessageText text={text} />, { wrapper: WithStore });
  await waitFor(() => expect(part(container)).not.toBeNull());
  return container;
}

const marked = (root: HTMLElement) => root.querySelector('strong');

test.each([
  ['two lines', 'one\ntwo'],
  ['blank lines and blanks', 'one\n\n\n   two'],
  ['a list', '- one\n- two\n1. three'],
  ['a heading', '# one\n\ntwo\n==='],
  ['HTML', 'a &amp; b'],
])('[M-7] a message without marks looks as it was written: %s', (_what, text) => {
  const { container } = render(<MessageText text={text} />);
  expect(container.textContent).toBe(text);
  expect(container.querySelectorAll('p')).toHaveLength(1);
});

test('[M-7] emphasis, code and quotes are rendered; headings, lists, images and HTML stay as written', async () => {
  const text =
    '**now**\n# no heading\n- no list\n<b>no tag</b> ![an image](https://example.org/i.png) &amp; `code`\n\n> a quote';
  const root = await shown(text, marked);
  expect(root.querySelector('code')).toHaveTextContent('code');
  expect(root.querySelector('blockquote')).toHaveTextContent('a quote');
  expect(root.querySelector('h1, h2, h3, h4, ul, li, b, img')).toBeNull();
  expect(root.querySelector('p')?.textContent).toBe('now\n# no heading\n- no list\n<b>no tag</b> !an image &amp; code');
});

test('[FI-5] pictures and files of this site are shown, without the mark of an image', async () => {
  const [picture, plan] = [
    fileIdOf('image/png', { width: 300, height: 200 }),
    fileIdOf('application/pdf', { size: 1_000 }),
  ];
  const text = `Hey!![A *green* leaf](/file/${picture})\n> ![](/file/${picture})\n\n[plan](/file/${plan})!`;
  const root = await shown(text, (all) => all.querySelector('img'));
  const alts = [...root.querySelectorAll('img')].map(({ alt }) => alt);
  expect(alts).toEqual(['A green leaf', 'Picture']);
  expect(root.querySelector('a')).toHaveAttribute('href', `/file/${plan}`);
  expect(root).toHaveTextContent(/^Hey! ?planPDF, 1.0 kB!$/);
});

test('[M-7] line breaks are shown as written, also after two blanks or a backslash', async () => {
  const root = await shown('**a**\nb  \nc\\\nd', marked);
  expect(root.querySelector('br')).toBeNull();
  expect(root.querySelector('p')?.textContent).toBe('a\nb\nc\\\nd');
});

test.each([
  ['see https://example.org/a.', 'https://example.org/a'],
  ['(https://example.org/a_(b))', 'https://example.org/a_(b)'],
  ['[here](https://example.org/c)', 'https://example.org/c'],
  ['https://example.org/?q=1&r=*2*!', 'https://example.org/?q=1&r='],
  ['请看https://example.org/a（说明）。', 'https://example.org/a'],
])('[M-7] links are links: %s', async (text, href) => {
  const root = await shown(text, (all) => all.querySelector('a'));
  expect(root.querySelector('a')).toHaveAttribute('href', href);
  expect(root.querySelector('a')).toHaveAttribute('rel', expect.stringContaining('noopener'));
});

test('[BW-2] a mention links to the profile; none in code or an address', async () => {
  const { container } = render(
    <MemoryRouter>
      <MessageText text={'@Ben: see `@cay`, https://example.org/@dan\n> @"Eve Lee"'} />
    </MemoryRouter>,
  );
  await waitFor(() => expect(container.querySelector('a')).not.toBeNull());
  expect([...container.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual([
    '/user/Ben',
    'https://example.org/@dan',
    '/user/Eve%20Lee',
  ]);
});

test.each(['[x](javascript:alert(1)) **a**', 'https://me:secret@example.org **a**', 'http://example.org **a**'])(
  'unsafe addresses are no links: %s',
  async (text) => {
    const root = await shown(text, marked);
    expect(root.querySelector('a')).toBeNull();
  },
);

test('a quote names its author, is short, and does not repeat what it quotes itself', () => {
  expect(quoteOf('ben', 'one\ntwo')).toBe('> **ben:** one\n> two\n\n');
  expect(quoteOf('a*b_c', '> earlier\n\nlater')).toBe('> **a\\*b\\_c:** later\n\n');
  expect(quoteOf('ben', 'x'.repeat(301))).toBe(`> **ben:** ${'x'.repeat(300)}…\n\n`);
  expect(withoutQuotes('> only a quote')).toBe('> only a quote');
});
