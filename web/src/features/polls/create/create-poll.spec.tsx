import { afterEach, expect, jest, test } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import { noteServerTime } from '../../../shared/http/server-clock.ts';
import { fakeServer } from '../../../shared/testing/fake-server.ts';
import { fill } from '../../../shared/testing/fill.ts';
import { renderPage } from '../../../shared/testing/render-page.tsx';
import { CreatePoll } from './create-poll.tsx';
import { localInput, timeOfInput } from './datetime-input.ts';
import { pollOf } from '../testing.ts';

const addPoll = 'POST /poll/addPoll';
/** A minute tomorrow. */
const soon = new Date();
soon.setDate(soon.getDate() + 1);
soon.setHours(9, 3, 0, 0);

function show(routes: Parameters<typeof fakeServer>[0] = {}) {
  const created: string[] = [];
  const server = fakeServer({ [addPoll]: () => ({ body: pollOf({ _id: 'new' }) }), ...routes });
  const element = <CreatePoll communityId="c1" onCreated={({ _id: id }) => created.push(id)} />;
  return { ...renderPage(element), server, created, element };
}

const question = () => screen.getByLabelText(/Poll Question/);
const optionField = (number: number) => screen.getByLabelText(`Option ${number}`);
const optionTexts = () => screen.getAllByLabelText(/^Option \d$/).map((field) => (field as HTMLInputElement).value);
const date = () => screen.getByLabelText(/Expiration Date/);
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const setDate = (value: string) => fireEvent.change(date(), { target: { value } });

afterEach(() => {
  noteServerTime(new Date().toUTCString());
  jest.useRealTimers();
});

test('[SC-55] a poll has a question, options and an expiry in the viewer’s time zone', async () => {
  const { user, server, created } = show();
  await fill(user, question(), ' Where to? ');
  await fill(user, optionField(1), ' North ');
  await fill(user, optionField(2), 'South');
  setDate(localInput(soon));
  await user.click(button('Create Poll'));
  await waitFor(() => expect(created).toEqual(['new']));
  expect(server.to('/poll/addPoll').map(({ body }) => body)).toEqual([
    {
      questionText: 'Where to?',
      options: ['North', 'South'],
      expiresAt: soon.toISOString(),
      createdBy: 'ann',
      communityId: 'c1',
    },
  ]);
});

test('[VA-21] a missing value is reported at its field until that is edited', async () => {
  const { user, server } = show();
  await user.click(button('Create Poll'));
  await waitFor(() => expect(question()).toHaveFocus());
  expect(question()).toHaveAccessibleDescription(expect.stringContaining('Question text is required.'));
  expect(optionField(1)).toHaveAccessibleDescription('All options must have text.');
  expect(date()).toHaveAccessibleDescription(expect.stringContaining('Expiration date is required.'));
  await user.type(question(), 'Q');
  await user.type(optionField(1), 'N');
  setDate(localInput(soon));
  for (const text of ['Question text is required.', 'All options must have text.', 'Expiration date is required.']) {
    expect(screen.queryByText(text)).not.toBeInTheDocument();
  }
  await user.type(optionField(2), 'n');
  await user.click(button('Create Poll'));
  expect(optionField(2)).toHaveAccessibleDescription('Options must differ from each other.');
  expect(server.calls).toEqual([]);
});

test('[VA-21] an error about all options is reported at the first option that has it', async () => {
  const { user } = show();
  const submit = () => user.click(button('Create Poll'));
  fireEvent.change(optionField(1), { target: { value: 'a'.repeat(limits.pollOptionLength + 1) } });
  await submit();
  expect(optionField(2)).toHaveAccessibleDescription('All options must have text.');
  await user.click(button('Add Option'));
  // Two that look the same: one has a zero-width space in it.
  for (const [place, value] of ['North', 'South', 'So\u200Buth'].entries()) {
    fireEvent.change(optionField(place + 1), { target: { value } });
  }
  await submit();
  expect(optionField(3)).toHaveAccessibleDescription('Options must differ from each other.');
  fireEvent.change(optionField(3), { target: { value: '\u202Etsae' } });
  await submit();
  expect(optionField(3)).toHaveAccessibleDescription(messages.textIllFormed);
});

test('[VA-22] an empty or past date is refused on change and on submit', async () => {
  const { user } = show();
  const future = 'Expiration date must be a future date.';
  setDate('2020-01-05T09:03');
  expect(screen.getByText(future)).toBeInTheDocument();
  setDate(localInput(soon));
  expect(screen.queryByText(future)).not.toBeInTheDocument();
  setDate('');
  expect(screen.getByText(future)).toBeInTheDocument();
  setDate('2020-01-05T09:03');
  await user.click(button('Create Poll'));
  expect(screen.getByText('Expiration date cannot be in the past.')).toBeInTheDocument();
});

test('[VA-22] a date more than 100 days ahead is refused on change and on submit', async () => {
  const { user, server } = show();
  const far = 'Expiration date cannot be more than 100 days ahead.';
  expect(date()).toHaveAccessibleDescription(expect.stringContaining('at most 100 days ahead'));
  await fill(user, question(), 'Where to?');
  await fill(user, optionField(1), 'North');
  await fill(user, optionField(2), 'South');
  setDate('9999-12-31T23:59');
  expect(screen.getByText(far)).toBeInTheDocument();
  await user.click(button('Create Poll'));
  expect(screen.getByText(far)).toBeInTheDocument();
  expect(server.calls).toEqual([]);
  setDate(localInput(soon));
  expect(screen.queryByText(far)).not.toBeInTheDocument();
});

test('dates before the current minute or more than 100 days ahead cannot be picked', () => {
  jest.useFakeTimers({ now: new Date(2126, 0, 5, 9, 3, 59) });
  show();
  expect(date()).toHaveAttribute('min', '2126-01-05T09:03');
  expect(date()).toHaveAttribute('max', '2126-04-15T09:03');
  jest.setSystemTime(new Date(2126, 0, 5, 9, 10));
  fireEvent.focus(date());
  expect(date()).toHaveAttribute('min', '2126-01-05T09:10');
  expect(date()).toHaveAttribute('max', '2126-04-15T09:10');
});

test('[SC-55] there are two to five options', async () => {
  const { user } = show();
  expect(button('Remove option 1')).toBeDisabled();
  await user.type(optionField(1), 'a');
  await user.type(optionField(2), 'b');
  for (const [number, text] of [
    [3, 'c'],
    [4, 'd'],
    [5, 'e'],
  ] as const) {
    await user.click(button('Add Option'));
    await waitFor(() => expect(optionField(number)).toHaveFocus());
    await user.keyboard(text);
  }
  expect(button('Add Option')).toBeDisabled();
  await user.click(button('Remove option 2'));
  expect(optionTexts()).toEqual(['a', 'c', 'd', 'e']);
  await waitFor(() => expect(optionField(2)).toHaveFocus());
  await user.click(button('Remove option 4'));
  await user.click(button('Remove option 1'));
  expect(optionTexts()).toEqual(['c', 'd']);
  expect(button('Remove option 2')).toBeDisabled();
  await user.click(button('Add Option'));
  expect(optionTexts()).toEqual(['c', 'd', '']);
});

test('[M-5] Ctrl and Enter in an option send, and add none', async () => {
  const { user, server } = show();
  await fill(user, question(), 'Where to?');
  setDate(localInput(soon));
  await user.type(optionField(1), 'North');
  await user.type(optionField(2), 'South{Control>}{Enter}{/Control}');
  await waitFor(() => expect(server.to('/poll/addPoll')).toHaveLength(1));
  expect(server.to('/poll/addPoll')[0]?.body).toMatchObject({ options: ['North', 'South'] });
});

test('options are written and put in order by keyboard alone', async () => {
  const { user, server } = show();
  await user.type(optionField(1), 'a{Enter}');
  await waitFor(() => expect(optionField(2)).toHaveFocus());
  await user.keyboard('b{Enter}');
  await waitFor(() => expect(optionField(3)).toHaveFocus());
  // An empty last option is followed by none.
  await user.keyboard('{Enter}');
  expect(optionTexts()).toEqual(['a', 'b', '']);
  await user.click(optionField(3));
  await user.keyboard('c{Alt>}{ArrowUp}{ArrowUp}{ArrowUp}{/Alt}');
  expect(optionTexts()).toEqual(['c', 'a', 'b']);
  await waitFor(() => expect(optionField(1)).toHaveFocus());
  await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
  expect(optionTexts()).toEqual(['a', 'c', 'b']);
  await waitFor(() => expect(optionField(2)).toHaveFocus());
  await user.click(button('Move option 3 up'));
  expect(optionTexts()).toEqual(['a', 'b', 'c']);
  expect(button('Move option 1 up')).toBeDisabled();
  expect(server.calls).toEqual([]);
});

test('frequent ends can be chosen beside the date', () => {
  // Not a second shorter than they say, though the field has only minutes.
  jest.useFakeTimers({ now: new Date(2126, 0, 5, 9, 3, 1) });
  show();
  setDate('2020-01-05T09:03');
  for (const [name, end] of [
    ['1 day', '2126-01-06T09:04'],
    ['3 days', '2126-01-08T09:04'],
    ['1 week', '2126-01-12T09:04'],
  ] as const) {
    fireEvent.click(button(name));
    expect(date()).toHaveValue(end);
  }
  expect(screen.queryByText('Expiration date must be a future date.')).not.toBeInTheDocument();
});

test('[SC-55, LI-17, P-3] the question has a hint and a counter that does not stop typing', async () => {
  const { user, server } = show();
  expect(screen.getByText('Limit question to 200 characters or less')).toBeInTheDocument();
  expect(screen.getByText('Fields marked with * are required.')).toBeInTheDocument();
  fireEvent.change(question(), { target: { value: 'q'.repeat(201) } });
  expect(screen.getByText('-1')).toHaveAttribute('data-over', 'true');
  await user.type(optionField(1), 'a');
  await user.type(optionField(2), 'b');
  setDate(localInput(soon));
  await user.click(button('Create Poll'));
  await waitFor(() => expect(server.to('/poll/addPoll')).toHaveLength(1));
});

test('[TX-54] a failure is shown, and the form survives a reload', async () => {
  const { user, unmount, element } = show({ [addPoll]: () => 'down' });
  await fill(user, question(), 'Where to?');
  await user.type(optionField(1), 'a');
  await user.type(optionField(2), 'b');
  await user.click(button('Add Option'));
  await user.type(optionField(3), 'c');
  setDate(localInput(soon));
  await user.click(button('Create Poll'));
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Failed to create poll.');
  expect(alert).toHaveTextContent(`Error while creating poll: ${messages.unreachable}`);
  unmount();
  renderPage(element);
  expect(screen.getByText('Draft restored')).toBeInTheDocument();
  expect(optionTexts()).toEqual(['a', 'b', 'c']);
});

test('discarding the draft takes the error at its date along', async () => {
  const { user, unmount, element } = show();
  await fill(user, question(), 'Where to?');
  unmount();
  renderPage(element);
  setDate('2020-01-05T09:03');
  expect(screen.getByText('Expiration date must be a future date.')).toBeInTheDocument();
  await user.click(button('Discard draft'));
  expect(date()).toHaveValue('');
  expect(screen.queryByText('Expiration date must be a future date.')).not.toBeInTheDocument();
});

test('[P-3] the field shows and reads the viewer’s own time', () => {
  const moment = new Date(2126, 0, 5, 9, 3);
  expect(localInput(moment)).toBe('2126-01-05T09:03');
  expect(timeOfInput('2126-01-05T09:03')).toBe(moment.toISOString());
  expect(timeOfInput('')).toBe('');
  expect(timeOfInput('nonsense')).toBe('');
});

test('[P-3] where the clock is two days slow, the end of a poll is counted and checked by the server’s', async () => {
  const now = Date.parse('2026-05-03T12:00:00Z');
  jest.useFakeTimers({ now: now - 2 * 86_400_000, doNotFake: ['setTimeout', 'queueMicrotask'] });
  noteServerTime(new Date(now).toUTCString());
  const { user } = show();
  await user.click(button('1 day'));
  expect(date()).toHaveValue(localInput(new Date(now + 86_400_000)));
  fireEvent.focus(date());
  expect(date()).toHaveAttribute('min', localInput(new Date(now)));
  setDate(localInput(new Date(now - 86_400_000)));
  expect(date()).toHaveAccessibleDescription(expect.stringContaining(messages.pollExpiryFuture));
});
