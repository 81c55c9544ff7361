import { expect, test } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { useState } from 'react';
import { renderPage } from '../../../shared/testing/render-page.tsx';
import { LoadMore } from './load-more.tsx';

/** A list of three pages of one link each, which come when `arrive` is called. */
function list() {
  let arrive = (): void => undefined;
  function List() {
    const [shown, setShown] = useState(1);
    const [pending, setPending] = useState(false);
    arrive = () => {
      setShown(shown + 1);
      setPending(false);
    };
    return (
      <section>
        {['one', 'two', 'three'].slice(0, shown).map((row) => (
          <a key={row} href={`/${row}`}>
            {row}
          </a>
        ))}
        {shown < 3 && <LoadMore label="More" pending={pending} onMore={() => setPending(true)} />}
        <a href="/after">after</a>
      </section>
    );
  }
  return { List, arrive: () => act(() => arrive()) };
}

const more = () => screen.getByRole('button', { name: 'More' });

test('the button gets the focus back, and with the last page what was last before it', async () => {
  const { List, arrive } = list();
  const { user } = renderPage(<List />);
  await user.click(more());
  // As browsers do once it is disabled.
  more().blur();
  arrive();
  expect(more()).toHaveFocus();
  await user.keyboard('{Enter}');
  more().blur();
  arrive();
  expect(screen.getByRole('link', { name: 'two' })).toHaveFocus();
  await user.tab();
  expect(screen.getByRole('link', { name: 'three' })).toHaveFocus();
});

test('a person who has moved on meanwhile stays there', async () => {
  const { List, arrive } = list();
  const { user } = renderPage(<List />);
  await user.click(more());
  const after = screen.getByRole('link', { name: 'after' });
  after.focus();
  arrive();
  expect(after).toHaveFocus();
});
