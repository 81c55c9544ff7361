import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { fileIdOf } from '@parlour/contracts/testing/file-ids';
import { renderPage } from '../../../shared/testing/render-page.tsx';
import Markdown from './markdown.tsx';

test.each([
  ['application/pdf', { size: 1_234_567 }, 'PDF, 1.2 MB'],
  ['image/png', { width: 300, height: 200 }, 'PNG, 300 × 200'],
])('[FI-5] a link to a file of this site says its kind and size: %s', (type, size, facts) => {
  const id = fileIdOf(type, size);
  const { container } = renderPage(<Markdown text={`[The *plan*](/file/${id})`} />);
  const link = screen.getByRole('link', { name: `The plan ${facts}` });
  expect(link).toHaveAttribute('href', `/file/${id}`);
  expect(link).toHaveAttribute('download');
  expect(container.querySelector('audio, video')).toBeNull();
});

test.each(['audio', 'video'] as const)('[FI-5] %s can be played', (kind) => {
  const id = fileIdOf(`${kind}/mp4`, { size: 9 });
  const { container } = renderPage(<Markdown text={`[Song](/file/${id})`} />);
  expect(container.querySelector(kind)).toHaveAttribute('src', `/file/${id}`);
});

test('what is no picture is a link to it, whatever the mark before it', () => {
  renderPage(<Markdown text={`![Plan](/file/${fileIdOf('application/pdf', { size: 9 })})`} />);
  expect(screen.getByRole('link', { name: 'Plan PDF, 9 bytes' })).toBeInTheDocument();
});
