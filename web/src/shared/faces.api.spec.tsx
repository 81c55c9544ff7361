import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, fireEvent, waitFor } from '@testing-library/react';
import { deletedUserName } from '@parlour/contracts/limits';
import type { LiveEvents } from '@parlour/contracts/socket';
import { Avatar } from '../design/parts/person/avatar.tsx';
import { followFaces, queriesOf } from './faces.api.ts';
import { fakeServer } from './testing/fake-server.ts';
import { ann, renderPage } from './testing/render-page.tsx';

type Follower = ReturnType<typeof followFaces>;

let faces: Follower | undefined;
let pictures: Record<string, string>;
let server: ReturnType<typeof fakeServer>;

beforeEach(() => {
  jest.useFakeTimers();
  pictures = { Ben: '/file/b' };
  server = fakeServer({ 'GET /user/pictures': () => ({ body: pictures }) });
});

afterEach(() => {
  act(() => faces?.stop());
  jest.useRealTimers();
});

const asked = () => server.to('/user/pictures').map(({ query }) => query.getAll('usernames'));
const pass = () => act(() => jest.advanceTimersByTimeAsync(100));
const pictureOf = (view: { readonly container: HTMLElement }) =>
  [...view.container.querySelectorAll('img')].map((image) => image.getAttribute('src'));

function show(...names: readonly string[]) {
  const view = renderPage(names.map((name, place) => <Avatar key={place} username={name} />));
  act(() => {
    faces = followFaces(view.store.dispatch);
  });
  return view;
}

function tell(change: Partial<LiveEvents['userUpdate']> & { readonly picture?: string | null }): void {
  const { picture = null, ...update } = change;
  const user = { ...ann, username: 'Ben', picture };
  act(() => faces?.userUpdate({ user, type: 'updated', ...update }));
}

test('[FI-8] those who are shown are asked for once, together; a letter stands for who has no picture', async () => {
  const view = show('Ben', 'cay', 'BEN', deletedUserName, '');
  await pass();
  expect(asked()).toEqual([['ben', 'cay']]);
  expect(pictureOf(view)).toEqual(['/file/b?w=320', '/file/b?w=320']);
  expect(view.container).toHaveTextContent('BCBD');
  view.unmount();
  renderPage(<Avatar username="cay" />);
  await pass();
  expect(asked()).toHaveLength(1);
});

test('[FI-8] nobody is asked for where nobody is shown, or where rows and the session say it', async () => {
  show();
  const view = renderPage(
    <>
      <Avatar username="ann" />
      <Avatar username="cay" picture="/file/c" />
      <Avatar username="dan" picture={null} />
    </>,
  );
  await pass();
  expect(asked()).toEqual([]);
  expect(pictureOf(view)).toEqual(['/file/c?w=320']);
});

test('[FI-8] the letter stays until the picture has come', async () => {
  const view = show('Ben');
  await pass();
  const image = view.container.querySelector('img');
  expect(image).not.toHaveAttribute('data-there');
  if (image) fireEvent.load(image);
  expect(image).toHaveAttribute('data-there');
  expect(image).toHaveAttribute('alt', '');
});

test('[FI-8] another picture is shown live, also under another name; none after a deletion', async () => {
  const view = show('Ben', 'Benno');
  await pass();
  tell({ picture: '/file/b2' });
  expect(pictureOf(view)).toEqual(['/file/b2?w=320']);
  pictures = {};
  tell({ user: { ...ann, username: 'Benno', picture: '/file/b2' }, formerName: 'Ben' });
  await pass();
  expect(pictureOf(view)).toEqual(['/file/b2?w=320']);
  expect(asked()).toEqual([['ben', 'benno'], ['ben']]);
});

test('[FI-8] the picture of a deleted account is forgotten with its name, of which the hash is left', async () => {
  const hash = Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode('ben'))).toString(
    'base64url',
  );
  const view = show('Ben');
  await pass();
  pictures = {};
  tell({ user: { ...ann, username: deletedUserName }, type: 'deleted', nameHash: hash });
  jest.useRealTimers();
  await waitFor(() => expect(pictureOf(view)).toEqual([]));
});

test('[FI-8] after a lost connection all are asked for again, and nothing is shown of them after the session', async () => {
  const view = show('Ben');
  await pass();
  pictures = { Ben: '/file/b2' };
  act(() => faces?.askAgain());
  expect(pictureOf(view)).toEqual(['/file/b?w=320']);
  await pass();
  expect(asked()).toEqual([['ben'], ['ann', 'ben']]);
  expect(pictureOf(view)).toEqual(['/file/b2?w=320']);
  act(() => faces?.stop());
  expect(pictureOf(view)).toEqual([]);
});

test('queries have at most 100 names and 2 KiB, and no name that nobody can have', () => {
  const names = Array.from({ length: 150 }, (_, place) => `person-${place}`);
  const queries = queriesOf(['x'.repeat(5_000), ...names, '\u05D0'.repeat(40)]);
  expect(queries.flatMap((each) => each.names)).toEqual([...names, '\u05D0'.repeat(40)]);
  expect(queries.length).toBeGreaterThan(1);
  for (const { query, names: some } of queries) {
    expect(query.length).toBeLessThan(1_990);
    expect(some.length).toBeLessThanOrEqual(100);
    expect(new URLSearchParams(query).getAll('usernames')).toEqual(some);
  }
});
