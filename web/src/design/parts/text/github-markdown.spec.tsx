import { expect, test } from '@jest/globals';
import { render, screen, within } from '@testing-library/react';
import { charactersRead } from '../../../shared/testing/characters-read.ts';
import GitHubMarkdown from './github-markdown.tsx';
import { PostText } from './post-text.tsx';

test('[BW-1] a post can have a table, tasks, text struck out and bare links', async () => {
  render(
    <PostText
      text={[
        '| Boat | Sails |\n| --- | --- |\n| Gaffer | 3 |',
        '- [x] Rope\n- [ ] Tar',
        'The ~~old~~ sail, ~5 or ~6 metres: https://example.org/sail.',
      ].join('\n\n')}
    />,
  );
  const table = within(await screen.findByRole('table'));
  expect(table.getByRole('columnheader', { name: 'Sails' })).toBeInTheDocument();
  expect(table.getByRole('cell', { name: 'Gaffer' })).toBeInTheDocument();
  expect(screen.getByRole('checkbox', { name: 'Done' })).toBeChecked();
  expect(screen.getByRole('checkbox', { name: 'To do' })).not.toBeChecked();
  expect(screen.getByText('old').tagName).toBe('DEL');
  expect(screen.getByText(/~5 or ~6 metres/)).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'https://example.org/sail' })).toHaveAttribute(
    'href',
    'https://example.org/sail',
  );
});

test.each(['http://example.org', 'www.example.org', 'ann@example.org'])(
  'a bare %s is no link, as it would be none in brackets',
  (address) => {
    render(<GitHubMarkdown text={`See ${address}.`} />);
    expect(screen.queryByRole('link')).not.toBeInTheDocument();
  },
);

test.each(['|', '~~a ', 'www.a.b ', '- [ ] a\n', '|a\n|-\n'])('twice as many %j take twice the work', (sign) => {
  const work = (times: number) => charactersRead(() => render(<GitHubMarkdown text={sign.repeat(times)} />));
  const once = work(200);
  expect(once).toBeGreaterThan(200);
  expect(work(400) / once).toBeLessThan(2.3);
});

test.each([
  [
    '请看https://example.org/a（说明），再看**这里**。',
    'https://example.org/a',
    '请看https://example.org/a（说明），再看这里。',
  ],
  ['https://example.org/a。', 'https://example.org/a', 'https://example.org/a。'],
  ['[看https://example.org/a，说明] ~~x~~', 'https://example.org/a', '[看https://example.org/a，说明] x'],
  ['https://example.org/a، b', 'https://example.org/a', 'https://example.org/a، b'],
  ['https://example.org/日本–語_(a)', 'https://example.org/%E6%97%A5%E6%9C%AC%E2%80%93%E8%AA%9E_(a)'],
])('[BW-1, Q-9] a bare link ends at punctuation of any script: %s', async (text, address, shown = text) => {
  const { container } = render(<PostText text={text} />);
  expect(await screen.findByRole('link')).toHaveAttribute('href', address);
  expect(container.textContent).toBe(shown);
});

test('[Q-9] text is struck out beside punctuation of a script without blanks', async () => {
  render(<PostText text="~~他说：“好”~~之后" />);
  expect((await screen.findByText('他说：“好”')).tagName).toBe('DEL');
});
