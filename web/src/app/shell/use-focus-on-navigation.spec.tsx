import { expect, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { Link, Route, Routes } from 'react-router';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { useFocusOnNavigation } from './use-focus-on-navigation.ts';

const heading = (name: string) => screen.getByRole('heading', { name });

/** A list whose links may be gone, or late, when someone comes back. */
function show(now: { links: 'there' | 'gone' | 'late' } = { links: 'there' }) {
  function List() {
    const [links, setLinks] = useState(now.links);
    return (
      <>
        <h1 tabIndex={-1}>List</h1>
        <input aria-label="Search" />
        {links === 'there' && (
          <>
            <Link to="/post/1">One</Link>
            <Link to="/post/2">Two</Link>
            <Link to="/post/2">Two again</Link>
            <Link to="/plain">Plain</Link>
          </>
        )}
        <button type="button" onMouseDown={(event) => event.preventDefault()} onClick={() => setLinks('there')}>
          Load
        </button>
      </>
    );
  }
  function Page() {
    useFocusOnNavigation();
    return (
      <>
        <Link to="/list">All</Link>
        <main tabIndex={-1}>
          <Routes>
            <Route path="/list" element={<List />} />
            <Route path="/post/*" element={<h1 tabIndex={-1}>Post</h1>} />
            <Route path="/plain" element={<p>No heading</p>} />
          </Routes>
        </main>
      </>
    );
  }
  const page = renderPage(<Page />, { at: '/list', path: '/*' });
  return { ...page, go: (delta: number) => act(() => page.router.navigate(delta)) };
}

test('navigation focuses the heading; Back focuses the link that was used, and Forward the heading again', async () => {
  const { user, go } = show();
  await user.click(screen.getByRole('link', { name: 'Two again' }));
  await waitFor(() => expect(heading('Post')).toHaveFocus());
  await go(-1);
  await waitFor(() => expect(screen.getByRole('link', { name: 'Two again' })).toHaveFocus());
  await go(1);
  await waitFor(() => expect(heading('Post')).toHaveFocus());
});

test('each page on the way back has its own link, also outside the page’s content', async () => {
  const { user, go } = show();
  await user.click(screen.getByRole('link', { name: 'One' }));
  await user.click(screen.getByRole('link', { name: 'All' }));
  await user.click(screen.getByRole('link', { name: 'Two' }));
  await go(-1);
  await waitFor(() => expect(screen.getByRole('link', { name: 'Two' })).toHaveFocus());
  await go(-1);
  await waitFor(() => expect(screen.getByRole('link', { name: 'All' })).toHaveFocus());
  await go(-1);
  await waitFor(() => expect(screen.getByRole('link', { name: 'One' })).toHaveFocus());
});

test('without the link the heading gets the focus, without a heading the content', async () => {
  const now: { links: 'there' | 'gone' } = { links: 'there' };
  const { user, go } = show(now);
  await user.click(screen.getByRole('link', { name: 'Plain' }));
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
  now.links = 'gone';
  await go(-1);
  await waitFor(() => expect(heading('List')).toHaveFocus());
});

test('a link that renders late gets the focus, unless the person has moved on', async () => {
  const now: { links: 'there' | 'late' } = { links: 'there' };
  const { user, go } = show(now);
  await user.click(screen.getByRole('link', { name: 'One' }));
  now.links = 'late';
  await go(-1);
  await waitFor(() => expect(heading('List')).toHaveFocus());
  await user.click(screen.getByRole('button', { name: 'Load' }));
  await waitFor(() => expect(screen.getByRole('link', { name: 'One' })).toHaveFocus());
  await go(1);
  await go(-1);
  await waitFor(() => expect(heading('List')).toHaveFocus());
  act(() => screen.getByRole('textbox', { name: 'Search' }).focus());
  await user.click(screen.getByRole('button', { name: 'Load' }));
  await screen.findByRole('link', { name: 'One' });
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Search' })).toHaveFocus());
});
