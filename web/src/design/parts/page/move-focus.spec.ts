import { expect, test } from '@jest/globals';
import { moveFocus } from './move-focus.ts';

function pageOf() {
  document.body.innerHTML = '<button id="used">Ban</button><h2 id="place" tabindex="-1">Done</h2><input id="other">';
  const [used, place, other] = ['used', 'place', 'other'].map((id) => document.getElementById(id));
  if (!used || !place || !other) throw new Error('The page was not drawn.');
  return { used, place, other };
}

test('the focus of a button moves to its result, even if it was lost meanwhile', () => {
  const { used, place } = pageOf();
  used.focus();
  moveFocus(used, place);
  expect(document.activeElement).toBe(place);
  place.blur();
  moveFocus(used, place);
  expect(document.activeElement).toBe(place);
});

test('the focus stays if the person has moved on', () => {
  const { used, place, other } = pageOf();
  other.focus();
  moveFocus(used, place);
  expect(document.activeElement).toBe(other);
});
