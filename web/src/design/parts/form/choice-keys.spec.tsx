import { expect, test } from '@jest/globals';
import { fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { useChoiceKeys } from './choice-keys.ts';
import { PersonChoices } from '../person/person-choices.tsx';

const people = ['bart', 'barth', 'zoe'].map((username) => ({ _id: username, username }));

/** A field above people, whose list answers the search `found`. */
function Picker({ found }: { readonly found: string | undefined }) {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const toggle = (name: string) =>
    setChosen(chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name]);
  return (
    <div {...useChoiceKeys(found)}>
      <input aria-label="Name" />
      <button type="button">Beside</button>
      <PersonChoices
        people={people}
        search={found ?? ''}
        chosen={chosen}
        unavailable={{ names: ['zoe'], why: 'already here' }}
        onToggle={toggle}
      />
    </div>
  );
}

function show(found: string | undefined) {
  const { rerender } = render(<Picker found={found} />);
  const user = userEvent.setup({ delay: null });
  return { user, find: (search: string) => rerender(<Picker found={search} />) };
}

const field = () => screen.getByRole('textbox', { name: 'Name' });
const person = (name: string) => screen.getByRole('button', { name });
const chosen = () => screen.queryAllByRole('button', { pressed: true }).map(({ textContent }) => textContent);

test('Enter takes the first match, once, and the next letters are another search', async () => {
  const { user } = show('bar');
  await user.type(field(), ' bar {Enter}');
  expect(chosen()).toEqual([expect.stringContaining('bart')]);
  await user.keyboard('{Enter}');
  expect(chosen()).toHaveLength(1);
  await user.keyboard('n');
  expect(field()).toHaveValue('n');
});

test.each([
  ['whose name is typed in full, wherever it stands', 'BARTH', ['barth']],
  ['and nobody else if they can’t be chosen', 'zoe', []],
])('Enter takes the one %s', async (_who, typed, expected) => {
  const { user } = show(typed);
  await user.type(field(), `${typed}{Enter}`);
  expect(chosen()).toEqual(expected.map((name) => expect.stringContaining(name)));
});

test.each([
  ['without a search', '', '{Enter}'],
  ['while the list is another one’s', 'ba', 'bar{Enter}'],
  ['while nothing is found yet', undefined, 'bar{Enter}'],
  ['with Ctrl, which sends a form', 'bar', 'bar{Control>}{Enter}{/Control}'],
])('Enter takes nobody %s', async (_when, found, keys) => {
  const { user } = show(found);
  await user.type(field(), keys);
  expect(chosen()).toEqual([]);
});

test('Enter waits for the list of what is typed', async () => {
  const { user, find } = show('');
  await user.type(field(), 'barth{Enter}');
  find('bar');
  expect(chosen()).toEqual([]);
  find('barth');
  expect(chosen()).toEqual([expect.stringContaining('barth')]);
  // Once.
  find('');
  find('barth');
  expect(chosen()).toHaveLength(1);
});

test.each([
  ['another key follows', 't{Backspace}'],
  ['the focus moves on', '{Tab}'],
])('an Enter that waits is forgotten when %s', async (_when, keys) => {
  const { user, find } = show('');
  await user.type(field(), `bart{Enter}${keys}`);
  find('bart');
  expect(chosen()).toEqual([]);
});

test('Enter takes nobody while a word is being composed, or the key is held down', () => {
  show('bar');
  fireEvent.change(field(), { target: { value: 'bar' } });
  fireEvent.keyDown(field(), { key: 'Enter', isComposing: true });
  fireEvent.keyDown(field(), { key: 'Enter', repeat: true });
  expect(chosen()).toEqual([]);
});

test('Down and Up lead from the field through the list and back, past those who can’t be chosen', async () => {
  const { user } = show('bar');
  await user.type(field(), 'bar{ArrowDown}');
  expect(person('bart')).toHaveFocus();
  await user.keyboard('{ArrowDown}');
  expect(person('barth')).toHaveFocus();
  await user.keyboard('{ArrowDown}{Enter}');
  expect(chosen()).toEqual([expect.stringContaining('barth')]);
  await user.keyboard('{ArrowUp}{ArrowUp}');
  expect(field()).toHaveFocus();
  expect(person('zoe already here')).toBeDisabled();
  await user.click(person('Beside'));
  await user.keyboard('{ArrowDown}{Enter}');
  expect(person('Beside')).toHaveFocus();
});
