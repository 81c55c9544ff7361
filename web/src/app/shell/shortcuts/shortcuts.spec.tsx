import { describe, expect, test } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Link, Route, Routes } from 'react-router';
import { renderPage } from '../../../shared/testing/render-page.tsx';
import { Shell } from '../shell.tsx';

function show() {
  const content = (
    <>
      <h1 tabIndex={-1}>Place</h1>
      <input aria-label="Field" />
      <div contentEditable suppressContentEditableWarning role="textbox" tabIndex={0} aria-label="Editor" />
      <ul aria-label="Rows">
        {['One', 'Two', 'Three'].map((name) => (
          <li key={name}>
            <ul aria-label="Tags">
              <li>
                <Link to={`/tag/${name}`}>tag of {name}</Link>
              </li>
            </ul>
            <h2>
              <Link to={`/row/${name}`}>{name}</Link>
            </h2>
          </li>
        ))}
      </ul>
    </>
  );
  const pages = (
    <Routes>
      <Route element={<Shell />}>
        <Route path="*" element={content} />
      </Route>
    </Routes>
  );
  return renderPage(pages, { at: '/start', path: '/*' });
}

describe('[S-9] single keys', () => {
  test.each([
    ['gq', '/home'],
    ['gt', '/tags'],
    ['gm', '/messaging'],
    ['gu', '/users'],
    ['gg', '/games'],
    ['gc', '/community'],
    ['c', '/new/question'],
    // The second key counts for itself if there is no such place.
    ['gxc', '/new/question'],
  ])('%s leads to %s', async (keys, place) => {
    const { user, router } = show();
    await user.keyboard(keys);
    expect(router.state.location.pathname).toBe(place);
  });

  test('on a Russian keyboard, the letters of their places count', async () => {
    const { router } = show();
    fireEvent.keyDown(document.body, { key: 'п', code: 'KeyG' });
    fireEvent.keyDown(document.body, { key: 'е', code: 'KeyT' });
    await waitFor(() => expect(router.state.location.pathname).toBe('/tags'));
  });

  test('/ goes to the search box', async () => {
    const { user } = show();
    await user.keyboard('/');
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Search questions' })).toHaveFocus());
    expect(screen.getByRole('combobox', { name: 'Search questions' })).toHaveValue('');
  });

  test('j and k step through the rows of the list, and Enter opens one', async () => {
    const { user, router } = show();
    const row = (name: string) => screen.getByRole('link', { name });
    await user.keyboard('j');
    await waitFor(() => expect(row('One')).toHaveFocus());
    await user.keyboard('jj');
    await waitFor(() => expect(row('Three')).toHaveFocus());
    // There is none after the last.
    await user.keyboard('j');
    await waitFor(() => expect(row('Three')).toHaveFocus());
    await user.keyboard('k');
    await waitFor(() => expect(row('Two')).toHaveFocus());
    // From anywhere in a row.
    row('tag of Two').focus();
    await user.keyboard('k');
    await waitFor(() => expect(row('One')).toHaveFocus());
    await user.keyboard('{Enter}');
    expect(router.state.location.pathname).toBe('/row/One');
  });

  test('they rest while somebody types, with modifiers, and while a dialog is open', async () => {
    const { user, router } = show();
    for (const name of ['Field', 'Editor']) {
      await user.click(screen.getByRole('textbox', { name }));
      await user.keyboard('cgt');
    }
    screen.getByRole('heading', { name: 'Place' }).focus();
    await user.keyboard('{Control>}c{/Control}{Alt>}c{/Alt}{Meta>}c{/Meta}');
    await user.keyboard('?');
    await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    await user.keyboard('cgt{Control>}k{/Control}');
    expect(router.state.location.pathname).toBe('/start');
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
  });

  test('the sheet lists them and switches them off; the browser remembers that', async () => {
    const { user, router, unmount } = show();
    screen.getByRole('link', { name: 'Two' }).focus();
    await user.keyboard('?');
    const sheet = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }));
    expect(sheet.getByText('Communities').nextSibling).toHaveTextContent('gc');
    await user.click(sheet.getByRole('switch', { name: /^Single keys/ }));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await waitFor(() => expect(screen.getByRole('link', { name: 'Two' })).toHaveFocus());
    await user.keyboard('c?j');
    expect(router.state.location.pathname).toBe('/start');
    unmount();

    const again = show();
    await again.user.keyboard('c');
    expect(again.router.state.location.pathname).toBe('/start');
    // With a modifier it is no single key.
    await again.user.keyboard('{Control>}k{/Control}');
    await screen.findByRole('dialog', { name: 'Jump to…' });
  });
});
