import { expect, test } from '@jest/globals';
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { charactersRead } from '../../../shared/testing/characters-read.ts';
import { renderPage } from '../../../shared/testing/render-page.tsx';
import Markdown, { MarkdownText } from './markdown.tsx';
import { PostText } from './post-text.tsx';
import ToastPlace from '../feedback/toast-place.tsx';

function shown(text: string): HTMLElement {
  return render(<Markdown text={text} />).container;
}

test('[SC-21] a link opens in a new tab without referrer or opener', () => {
  shown('[soil](https://example.org/soil)');
  const link = screen.getByRole('link', { name: 'soil' });
  expect(link).toHaveAttribute('href', 'https://example.org/soil');
  expect(link).toHaveAttribute('target', '_blank');
  expect(link).toHaveAttribute('rel', 'nofollow ugc noopener noreferrer');
});

test.each([
  '[x](javascript:alert(1))',
  '[x](<javascript:alert(1)>)',
  '[x](&#106;avascript:alert(1))',
  '<javascript:alert(1)>',
  '[x](data:text/html,hello)',
  '[x](http://example.org)',
  '[x](https://ann:secret@example.org)',
  '[x](user/ann)',
  '[x](//example.org)',
  '[x]: javascript:alert(1)\n\n[x]',
])('%s is no link', (text) => {
  expect(shown(text).querySelector('a')).toBeNull();
});

test('[BW-6] a link to this site stays in the page, whatever its scheme', () => {
  const { host } = window.location;
  renderPage(<MarkdownText text={`[x](/user/ann) and <https://${host}/tags?name=a>`} />);
  const [path, address] = screen.getAllByRole('link');
  expect(path).toHaveAttribute('href', '/user/ann');
  expect(path).not.toHaveAttribute('target');
  expect(address).toHaveAttribute('href', '/tags?name=a');
});

test('[Q-9] an image becomes a link with its description and is never loaded', () => {
  expect(shown('![my basil](https://example.org/basil.jpg)').querySelector('img')).toBeNull();
  expect(screen.getByRole('link', { name: 'my basil' })).toHaveAttribute('href', 'https://example.org/basil.jpg');
});

test('an image in a link is words of that link', () => {
  const links = shown('[![Build](https://img.example/x.svg)](https://ci.example/)').querySelectorAll('a');
  expect([...links].map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Build', 'https://ci.example/'],
  ]);
});

test('an image with a data address stays text', () => {
  expect(shown('![x](data:image/png;base64,AAAA)').querySelector('img, a')).toBeNull();
});

test('[Q-9] raw HTML stays text', () => {
  const container = shown('<img src=x onerror=alert(1)> <b>bold</b>\n\n<script>alert(1)</script>');
  expect(container.querySelector('img, b, script')).toBeNull();
  expect(container).toHaveTextContent('<b>bold</b>');
});

test('a quote in an address does not become an attribute', () => {
  const container = shown('[x](https://a"onmouseover=alert(1))');
  expect(container.querySelector('[onmouseover]')).toBeNull();
});

test('headings in a text rank below those of the page', () => {
  expect(shown('# One').querySelector('h3')).toHaveTextContent('One');
});

test('unmatched brackets are text', () => {
  expect(shown('['.repeat(300))).toHaveTextContent('['.repeat(300));
});

test.each(['[', '![', '[x](', '` ', '<'])('twice as many %s take twice the work', (sign) => {
  const work = (times: number) => charactersRead(() => shown(sign.repeat(times)));
  const once = work(300);
  expect(once).toBeGreaterThan(300);
  expect(work(600) / once).toBeLessThan(2.2);
});

test('a text built to block the page is shown unrendered', () => {
  const { container } = render(<PostText text={'1. '.repeat(10_000)} />);
  expect(container.querySelector('ol')).toBeNull();
  expect(container).toHaveTextContent('1. 1. 1.');
});

test('a text is readable before the renderer has loaded, and without it', async () => {
  render(<PostText text="**hello**" />);
  expect(screen.getByText('**hello**')).toBeInTheDocument();
  expect((await screen.findByText('hello')).tagName).toBe('STRONG');
});

test('code with a known language is highlighted once the highlighter has loaded', async () => {
  const { container } = render(<PostText text={'Try this:\n\n```js\nconst light = 20; // <b>watts</b>\n```'} />);
  expect(await screen.findByText('const')).toHaveClass('hljs-keyword');
  expect(screen.getByText('20')).toHaveClass('hljs-number');
  expect(screen.getByText('// <b>watts</b>')).toHaveClass('hljs-comment');
  expect(container.querySelector('b')).toBeNull();
});

test('code without a known language stays plain', async () => {
  render(<PostText text={'```\nconst a = 1;\n```\n\n```klingon\nconst b = 2;\n```'} />);
  expect(await screen.findByText('const b = 2;')).toBeInTheDocument();
  expect(screen.getByText('const a = 1;')).toBeInTheDocument();
});

test('code too long to highlight quickly stays plain', async () => {
  const long = 'let a = 1; '.repeat(400);
  const { container } = render(<PostText text={`\`\`\`js\n${long}\n\`\`\`\n\n\`\`\`js\nlet b = 2;\n\`\`\``} />);
  expect(await screen.findByText('2')).toHaveClass('hljs-number');
  expect(container.querySelectorAll('.hljs-keyword')).toHaveLength(1);
  expect(container).toHaveTextContent(long.trim());
});

test('code is copied with a word about it; very short code has no button', async () => {
  const user = userEvent.setup();
  render(<ToastPlace />);
  shown('```\nnpm install\n```\n\n```\na\n```');
  await user.click(screen.getByRole('button', { name: 'Copy code' }));
  expect(await navigator.clipboard.readText()).toBe('npm install');
  expect(await screen.findByText('Code copied.')).toBeInTheDocument();
});

test('a block of code names its language, and counts its lines from ten on', async () => {
  const code = (lines: number) => `\`\`\`js\n${'let a;\n'.repeat(lines)}\`\`\``;
  const { container } = render(<PostText text={`${code(9)}\n\n${code(10)}`} />);
  await waitFor(() => expect(container.querySelectorAll('.hljs-keyword')).toHaveLength(19));
  expect(screen.getAllByText('js')).toHaveLength(2);
  const numbers = [...container.querySelectorAll('[aria-hidden]')].map(({ textContent }) => textContent);
  expect(numbers).toEqual(['1\n2\n3\n4\n5\n6\n7\n8\n9\n10']);
});

test.each([
  ['**他说：“好”**之后', '他说：“好”'],
  ['注意**（重要）**事项', '（重要）'],
  ['**注意：**abc', '注意：'],
  ['**“안녕”**하세요', '“안녕”'],
  ['a **b** c', 'b'],
])('[Q-9] %s is bold', (text, bold) => {
  expect(shown(text).querySelector('strong')?.textContent).toBe(bold);
});

test.each(['a **“b”**c', 'a ** b ** c', '他 ** b ** 她'])('[Q-9] %s is not', (text) => {
  expect(shown(text).querySelector('strong')).toBeNull();
});

test('[Q-9] a definition that nothing uses is shown as what was typed', () => {
  const { textContent } = shown('[a] it was\n\n[EDIT]: rebooting\n\n> [a]: https://example.org/a\n\n[a]: "b"');
  expect(textContent.trim()).toBe('a it was\n[EDIT]: rebooting\n\n\n[a]: "b"');
});
