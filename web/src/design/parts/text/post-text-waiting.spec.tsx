import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { fileIdOf } from '@parlour/contracts/testing/file-ids';
import { renderPage } from '../../../shared/testing/render-page.tsx';
import { PostText } from './post-text.tsx';

// In a file of its own: once the renderer has loaded, no text waits for it.
test('[FI-5] markup does not flash up while the renderer loads, and pictures have their room; a text that stays plain is shown at once', async () => {
  const id = fileIdOf('image/png', { width: 960, height: 960 });
  const { container } = renderPage(<PostText text={`**hello**\n\n![a](/file/${id})\n\ntwo`} />);
  const waiting = [...container.querySelectorAll('[data-waiting]')];
  expect(waiting.map(({ textContent }) => textContent)).toEqual(['**hello**', '', 'two']);
  expect(waiting[1]?.querySelector('span')).toHaveStyle({ width: '480px', aspectRatio: '480 / 480' });
  expect((await screen.findByText('hello')).tagName).toBe('STRONG');
  expect(container.querySelector('[data-waiting]')).toBeNull();
  render(<PostText text={'1. '.repeat(10_000)} />);
  expect(screen.getByText(/^1\. 1\. 1\./)).not.toHaveAttribute('data-waiting');
  const css = readFileSync('web/src/design/parts/text/post-text.module.css', 'utf8');
  expect(css).toMatch(/\[data-waiting\] \{\s+animation: appear 0s 1s both;/);
});
