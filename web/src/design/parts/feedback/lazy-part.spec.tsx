import { beforeEach, expect, jest, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { Component, type ReactNode } from 'react';
import { fakeServer } from '../../../shared/testing/fake-server.ts';
import { renderPage } from '../../../shared/testing/render-page.tsx';
import { lazyPart } from './lazy-part.tsx';

beforeEach(() => {
  // React reports what a boundary has caught.
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  fakeServer({ 'GET /health/live': () => 'down' });
});

function Greeting({ name }: { readonly name: string }) {
  return <p>Hello, {name}</p>;
}

test('a part that cannot be loaded says so in its place, and loads on a retry', async () => {
  let isThere = false;
  let loads = 0;
  const Part = lazyPart<{ readonly name: string }>(
    async () => {
      loads++;
      if (!isThere) throw new TypeError('Failed to fetch dynamically imported module');
      return Greeting;
    },
    <p>Waiting</p>,
  );
  const { user } = renderPage(
    <>
      <h1>The rest</h1>
      <Part name="Rosa" />
    </>,
  );
  expect(screen.getByText('Waiting')).toBeInTheDocument();
  await screen.findByText('This part of the page could not be loaded');
  expect(screen.getByRole('heading', { name: 'The rest' })).toBeInTheDocument();

  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeEnabled();
  expect(loads).toBe(2);

  isThere = true;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Hello, Rosa')).toBeInTheDocument();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('what a part stands for is shown until it is there, also if it cannot be loaded', async () => {
  const Part = lazyPart<{ readonly name: string }>(
    async () => {
      throw new TypeError('Failed to fetch dynamically imported module');
    },
    ({ name }) => <p>Text of {name}</p>,
  );
  renderPage(<Part name="Rosa" />);
  expect(screen.getByText('Text of Rosa')).toBeVisible();
  await screen.findByText('This part of the page could not be loaded');
  expect(screen.getByText('Text of Rosa')).toBeVisible();
});

class Page extends Component<{ readonly children: ReactNode }> {
  override state = { broken: false };
  static getDerivedStateFromError() {
    return { broken: true };
  }
  override render(): ReactNode {
    return this.state.broken ? <p>The page is broken</p> : this.props.children;
  }
}

test('a part that breaks is not taken for one that cannot be loaded', async () => {
  const Part = lazyPart(async () => () => {
    throw new TypeError('undefined has no name');
  });
  renderPage(
    <Page>
      <Part />
    </Page>,
  );
  expect(await screen.findByText('The page is broken')).toBeInTheDocument();
});
