import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { PostText } from './post-text.tsx';

// In a file of its own: once the renderer has loaded, no text waits for it.
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
