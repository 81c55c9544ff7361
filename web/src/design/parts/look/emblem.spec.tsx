import { expect, test } from '@jest/globals';
import { renderPage } from '../../../shared/testing/render-page.tsx';
import { Emblem, initialsOf } from './emblem.tsx';
import { hues, toneOf } from './tone.ts';

test.each([
  ['Harbour Sailing Club', 'HS'],
  ['Cooks', 'C'],
  [' code & coffee ', 'CC'],
  ['“Quoted” words', 'QW'],
  ['7 seas', '7S'],
  ['🎲', '🎲'],
  ['שלום עולם', 'שע'],
  ['', ''],
])('%j has the initials %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});

test('names differ in their hues, and keep them', () => {
  const names = Array.from({ length: 60 }, (_, place) => `Community ${place}`);
  expect(new Set(names.map((name) => toneOf(name)['--hue']))).toEqual(new Set(hues));
  expect(toneOf('Community 1')).toEqual(toneOf('Community 1'));
});

test('[FI-8] a community shows its picture over its initials, or its initials alone', () => {
  const { container } = renderPage(
    <>
      <Emblem name="Cooks" picture="/file/c" />
      <Emblem name="Bakers" picture={null} />
    </>,
  );
  expect(container).toHaveTextContent('CB');
  expect([...container.querySelectorAll('img')].map((image) => image.getAttribute('src'))).toEqual(['/file/c?w=320']);
});
