import { describe, expect, test } from '@jest/globals';
import { render } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import GitHubMarkdown from './github-markdown.tsx';
import Markdown from './markdown.tsx';

function linksOf(text: string, Form: typeof Markdown = Markdown): (string | null)[][] {
  const { container } = render(
    <MemoryRouter>
      <Form text={text} />
    </MemoryRouter>,
  );
  return [...container.querySelectorAll('a')].map((link) => [link.textContent, link.getAttribute('href')]);
}

describe('[BW-2, U-12] a mention in a text', () => {
  test.each([
    ['Hi @Ann!', [['@Ann', '/user/Ann']]],
    ['**@ann** *and @ben*', [...[['@ann', '/user/ann']], ['@ben', '/user/ben']]],
    ['- @"Ann Lee"\n> @ann', [...[['@Ann Lee', '/user/Ann%20Lee']], ['@ann', '/user/ann']]],
    [
      '请问＠ann _@ben_',
      [
        ['@ann', '/user/ann'],
        ['@ben', '/user/ben'],
      ],
    ],
    ['@"a\\`b" \\@ann 1. x\n\n    @ben', [['@a`b', '/user/a%60b']]],
    ['@ann @ann', [...[['@ann', '/user/ann']], ['@ann', '/user/ann']]],
  ])('links to the profile: %j', (text, links) => {
    expect(linksOf(text)).toEqual(links);
    expect(linksOf(`${text}\n\n~~x~~`, GitHubMarkdown)).toEqual(links);
  });

  test.each(['`@ann`', '    @ann', '\\@ann', 'a@example.org', '@ann/core', '@', '@ann@example.org'])(
    'is none, so no link: %j',
    (text) => {
      expect(linksOf(text)).toEqual([]);
    },
  );

  test('in a link is the link’s own text', () => {
    expect(linksOf('[@ann](https://example.org/)')).toEqual([['@ann', 'https://example.org/']]);
    expect(linksOf('https://example.org/@ann', GitHubMarkdown)).toEqual([
      ['https://example.org/@ann', 'https://example.org/@ann'],
    ]);
  });

  test('is a link at most a hundred times, for at most twenty people', () => {
    expect(linksOf('@ann '.repeat(150))).toHaveLength(100);
    expect(linksOf(Array.from({ length: 30 }, (_, index) => `@p${index}`).join(' '))).toHaveLength(20);
  });
});
