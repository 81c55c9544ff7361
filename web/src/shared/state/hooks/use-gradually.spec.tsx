import { beforeAll, expect, jest, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';

const seen: number[] = [];

let useGradually: (total: number) => number;

// On a phone: the module asks when it is loaded.
beforeAll(async () => {
  const match = window.matchMedia;
  jest.spyOn(window, 'matchMedia').mockImplementation((query) => ({ ...match(query), matches: query.includes('max') }));
  ({ useGradually } = await import('./use-gradually.ts'));
});

function List({ total }: { readonly total: number }) {
  const shown = useGradually(total);
  seen.push(shown);
  return <p>{shown} rows</p>;
}

test('the first list of a visit grows from what fits on a screen; later ones are there at once', async () => {
  const first = render(<List total={20} />);
  await screen.findByText('20 rows');
  expect([...new Set(seen)]).toEqual([4, 8, 12, 16, 20]);
  first.unmount();
  seen.length = 0;
  render(<List total={20} />);
  expect(new Set(seen)).toEqual(new Set([20]));
});
