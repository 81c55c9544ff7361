import { expect, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { useSearchParams } from 'react-router';
import ToastPlace from '../../design/parts/feedback/toast-place.tsx';
import { renderPage } from '../testing/render-page.tsx';
import { useNavigateWhenDone } from './use-navigate-when-done.ts';

/** A form whose call is answered when the test says so. */
function show(way: { readonly made?: string; readonly isReported?: boolean } = {}) {
  let answer = (): void => undefined;
  function Form() {
    const goOn = useNavigateWhenDone();
    const [parameters] = useSearchParams();
    return (
      <button
        type="button"
        onClick={() => {
          answer = () => goOn('/posts', 'It was posted.', { state: { posted: 7 }, ...way });
        }}
      >
        Post to {parameters.get('to') ?? 'all'}
      </button>
    );
  }
  const page = renderPage(<Form />, { at: '/form' });
  renderPage(<ToastPlace />);
  return { ...page, answer: () => act(() => answer()) };
}

const button = () => screen.getByRole('button', { name: /^Post to/ });

test('a person who waits at the form is redirected', async () => {
  const { user, router, answer } = show();
  await user.click(button());
  answer();
  await screen.findByText('elsewhere');
  expect(router.state.location).toMatchObject({ pathname: '/posts', state: { posted: 7 } });
});

test('what is not seen where one goes on is reported there too', async () => {
  const { user, router, answer } = show({ isReported: true });
  await user.click(button());
  answer();
  await screen.findByText('elsewhere');
  await user.click(await screen.findByText('It was posted.'));
  expect(router.state.location.pathname).toBe('/posts');
});

test.each([
  ['has gone elsewhere', '/away'],
  ['is at the same form for something else', '/form?to=some'],
])('a person who %s stays there, and a toast links to the result', async (_what, address) => {
  const { user, router, answer } = show();
  await user.click(button());
  await act(() => router.navigate(address));
  answer();
  const toast = await screen.findByText('It was posted.');
  expect(router.createHref(router.state.location)).toBe(address);
  await user.click(toast);
  await waitFor(() => expect(router.state.location).toMatchObject({ pathname: '/posts', state: { posted: 7 } }));
});

test('a person who is back at the form is not taken away from their new text', async () => {
  const { user, router, answer } = show();
  await user.click(button());
  await act(() => router.navigate('/away'));
  await act(() => router.navigate('/form'));
  answer();
  await screen.findByText('It was posted.');
  expect(router.state.location.pathname).toBe('/form');
});

test('a person on the way to another page arrives there', async () => {
  const { user, router, answer } = show();
  await user.click(button());
  await act(async () => {
    const arrived = router.navigate('/away');
    answer();
    await arrived;
  });
  await screen.findByText('It was posted.');
  expect(router.state.location.pathname).toBe('/away');
});

test('what is made elsewhere is linked by a toast, whether a person waits or not', async () => {
  const { user, router, answer } = show({ made: '/posts/7' });
  await user.click(button());
  answer();
  await screen.findByText('elsewhere');
  expect(router.state.location.pathname).toBe('/posts');
  await user.click(await screen.findByText('It was posted.'));
  await waitFor(() => expect(router.state.location.pathname).toBe('/posts/7'));
});
