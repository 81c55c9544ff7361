import { afterEach, expect, jest, test } from '@jest/globals';
import { act, fireEvent, screen, within, waitFor } from '@testing-library/react';
import { fileIdOf } from '@parlour/contracts/testing/file-ids';
import { fakeServer } from '../../../shared/testing/fake-server.ts';
import { renderPage } from '../../../shared/testing/render-page.tsx';
import Markdown from './markdown.tsx';
import { layoutOf } from './picture-layout.ts';

const photo = fileIdOf('image/jpeg', { width: 4_032, height: 3_024 });
const icon = fileIdOf('image/png', { width: 300, height: 200 });

afterEach(() => {
  jest.useRealTimers();
});

test('[FI-4] a picture stands in a text as its id says, with its previews', () => {
  const { src, srcSet, ...place } = layoutOf(photo);
  expect(place).toEqual({ width: 640, height: 480, sizes: 'min(640px, 100vw)' });
  expect(src).toBe(`/file/${photo}`);
  expect(srcSet.replaceAll(photo, 'p')).toBe(
    '/file/p?w=320 320w, /file/p?w=640 640w, /file/p?w=1280 1280w, /file/p 4032w',
  );
  expect(layoutOf(icon)).toMatchObject({ width: 300, height: 200, srcSet: `/file/${icon} 300w` });
  expect(layoutOf(fileIdOf('image/png', { width: 1, height: 65_535 }))).toMatchObject({ width: 1, height: 480 });
});

test('[FI-5] an image of this site is shown, by its path or its address', () => {
  renderPage(<Markdown text={`![A leaf](/file/${photo}) ![](${window.location.origin}/file/${icon})`} />);
  const image = screen.getByAltText('A leaf');
  expect(image).toHaveAttribute('loading', 'lazy');
  expect(image).toHaveAttribute('width', '640');
  expect(image).toHaveAttribute('height', '480');
  expect(screen.getByAltText('Picture')).toHaveAttribute('src', `/file/${icon}`);
});

test('in a link, a picture leads where that does', () => {
  renderPage(<Markdown text={`[![A leaf](/file/${icon})](https://example.org/)`} />);
  expect(within(screen.getByRole('link', { name: 'A leaf' })).getByAltText('A leaf')).toBeInTheDocument();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

test('[FI-6] a picture that does not come is asked for twice more, and then said to be missing', async () => {
  jest.useFakeTimers();
  const server = fakeServer({});
  renderPage(<Markdown text={`![A leaf](/file/${icon})`} />);
  const fail = () => {
    const image = screen.getByAltText('A leaf');
    fireEvent.error(image);
    return image;
  };
  for (const ms of [1_000, 5_000]) {
    const failed = fail();
    act(() => void jest.advanceTimersByTime(ms - 1));
    expect(screen.getByAltText('A leaf')).toBe(failed);
    act(() => void jest.advanceTimersByTime(1));
    expect(screen.getByAltText('A leaf')).not.toBe(failed);
  }
  fail();
  expect(screen.queryByRole('img')).not.toBeInTheDocument();
  expect(screen.getByText('Picture not available: A leaf')).toBeInTheDocument();
  jest.useRealTimers();
  // A session that has expired is renewed by a call, which loads first.
  await waitFor(() => expect(server.to('/file/use')).not.toEqual([]));
});

test('[FI-4] a click enlarges a picture; arrows lead to the others of its text', async () => {
  const { user } = renderPage(
    <>
      <div data-text>
        <Markdown text={`![One](/file/${photo})\n\n![Two](/file/${icon})`} />
      </div>
      <div data-text>
        <Markdown text={`![Other](/file/${icon})`} />
      </div>
    </>,
  );
  const button = screen.getByRole('button', { name: 'Two' });
  await user.click(button);
  const dialog = await screen.findByRole('dialog', { name: 'Two' });
  expect(within(dialog).getByRole('img', { name: 'Two' })).toBeInTheDocument();
  expect(within(dialog).getByRole('status')).toHaveTextContent('2 of 2');
  expect(within(dialog).getByRole('link', { name: 'Download' })).toHaveAttribute('href', `/file/${icon}`);
  await user.keyboard('{ArrowRight}');
  expect(screen.getByRole('dialog', { name: 'One' })).toHaveTextContent('1 of 2');
  await user.keyboard('{ArrowLeft}');
  await user.click(within(dialog).getByRole('button', { name: 'Previous picture' }));
  expect(screen.getByRole('dialog', { name: 'One' })).toBeInTheDocument();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(button).toHaveFocus();
});

test('a single picture is not counted', async () => {
  const { user } = renderPage(<Markdown text={`![One](/file/${photo})`} />);
  await user.click(screen.getByRole('button', { name: 'One' }));
  await screen.findByRole('dialog', { name: 'One' });
  expect(screen.queryByRole('button', { name: 'Next picture' })).not.toBeInTheDocument();
});
