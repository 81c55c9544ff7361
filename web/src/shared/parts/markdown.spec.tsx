import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { charactersRead } from '../testing/characters-read.ts';
import Markdown from './markdown.tsx';
import { PostText } from './post-text.tsx';

function shown(text: string): HTMLElement {
  return render(<Markdown text={text} />).container;
}

test('a link opens elsewhere and hands nothing on', () => {
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
  '[x](/user/ann)',
  '[x]: javascript:alert(1)\n\n[x]',
])('%s is no link', (text) => {
  expect(shown(text).querySelector('a')).toBeNull();
});

test('a picture is a link with its description, never loaded', () => {
  expect(shown('![my basil](https://example.org/basil.jpg)').querySelector('img')).toBeNull();
  expect(screen.getByRole('link', { name: 'my basil' })).toHaveAttribute('href', 'https://example.org/basil.jpg');
});

test('a picture from a data address is text', () => {
  expect(shown('![x](data:image/png;base64,AAAA)').querySelector('img, a')).toBeNull();
});

test('raw HTML stays text', () => {
  const container = shown('<img src=x onerror=alert(1)> <b>bold</b>\n\n<script>alert(1)</script>');
  expect(container.querySelector('img, b, script')).toBeNull();
  expect(container).toHaveTextContent('<b>bold</b>');
});

test('a quote in an address does not become an attribute', () => {
  const container = shown('[x](https://a"onmouseover=alert(1))');
  expect(container.querySelector('[onmouseover]')).toBeNull();
});

test('headings of a text stand below those of the page', () => {
  expect(shown('# One').querySelector('h3')).toHaveTextContent('One');
});

test('brackets that open nothing are text', () => {
  expect(shown('['.repeat(300))).toHaveTextContent('['.repeat(300));
});

test.each(['[', '![', '[x](', '` ', '<'])('twice as many of %s are twice the work', (sign) => {
  const work = (times: number) => charactersRead(() => shown(sign.repeat(times)));
  const once = work(300);
  expect(once).toBeGreaterThan(300);
  expect(work(600) / once).toBeLessThan(2.2);
});

test('a text made to hold the page up is shown as it was written', () => {
  const { container } = render(<PostText text={'1. '.repeat(10_000)} />);
  expect(container.querySelector('ol')).toBeNull();
  expect(container).toHaveTextContent('1. 1. 1.');
});

test('a text is readable before and without the renderer', async () => {
  render(<PostText text="**hello**" />);
  expect(screen.getByText('**hello**')).toBeInTheDocument();
  expect((await screen.findByText('hello')).tagName).toBe('STRONG');
});

test('code that names its language is in colours, as soon as the highlighter is there', async () => {
  const { container } = render(<PostText text={'Try this:\n\n```js\nconst light = 20; // <b>watts</b>\n```'} />);
  expect(await screen.findByText('const')).toHaveClass('hljs-keyword');
  expect(screen.getByText('20')).toHaveClass('hljs-number');
  expect(screen.getByText('// <b>watts</b>')).toHaveClass('hljs-comment');
  expect(container.querySelector('b')).toBeNull();
});

test('code of no or of an unknown language stays as it is', async () => {
  render(<PostText text={'```\nconst a = 1;\n```\n\n```klingon\nconst b = 2;\n```'} />);
  expect(await screen.findByText('const b = 2;')).toBeInTheDocument();
  expect(screen.getByText('const a = 1;')).toBeInTheDocument();
});

test('code so long that colours would take the reader’s time is shown without them', async () => {
  const long = 'let a = 1; '.repeat(400);
  const { container } = render(<PostText text={`\`\`\`js\n${long}\n\`\`\`\n\n\`\`\`js\nlet b = 2;\n\`\`\``} />);
  expect(await screen.findByText('2')).toHaveClass('hljs-number');
  expect(container.querySelectorAll('.hljs-keyword')).toHaveLength(1);
  expect(container).toHaveTextContent(long.trim());
});
