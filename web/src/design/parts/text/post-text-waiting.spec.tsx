import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { fileIdOf } from '@parlour/contracts/testing/file-ids';
import { PostText } from './post-text.tsx';

// In a file of its own: once the renderer has loaded, no text waits for it.
test('[FI-5] a picture has its room while the renderer loads', () => {
  const id = fileIdOf('image/png', { width: 960, height: 960 });
  const { container } = render(<PostText text={`one\n\n![a](/file/${id})\n\ntwo`} />);
  const waiting = [...container.querySelectorAll('[data-waiting]')];
  expect(waiting.map(({ textContent }) => textContent)).toEqual(['one', '', 'two']);
  expect(waiting[1]?.querySelector('span')).toHaveStyle({ width: '480px', aspectRatio: '480 / 480' });
});

test('markup does not flash up while the renderer loads; a text that stays plain is shown at once', async () => {
  const { container } = render(<PostText text="**hello**" />);
  expect(screen.getByText('**hello**')).toHaveAttribute('data-waiting');
  expect((await screen.findByText('hello')).tagName).toBe('STRONG');
  expect(container.querySelector('[data-waiting]')).toBeNull();
  render(<PostText text={'1. '.repeat(10_000)} />);
  expect(screen.getByText(/^1\. 1\. 1\./)).not.toHaveAttribute('data-waiting');
  const css = readFileSync('web/src/design/parts/text/post-text.module.css', 'utf8');
  expect(css).toMatch(/\[data-waiting\] \{\s+animation: appear 0s 1s both;/);
});
