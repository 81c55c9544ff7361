import { expect, jest, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { keepDraft } from '../../../shared/drafts/drafts.ts';
import { draftAt } from '../../../shared/drafts/form-draft.ts';
import { unreachable, type CallFailure } from '../../../shared/http/call-failure.ts';
import { ann, renderPage } from '../../../shared/testing/render-page.tsx';
import { DraftNote } from '../draft/draft-note.tsx';
import ToastPlace from '../feedback/toast-place.tsx';
import { showToast } from '../feedback/toasts.ts';
import type { Submission } from '../../../shared/state/hooks/use-attempts.ts';
import { useForm } from './use-form.ts';

const refused: CallFailure = { status: 'refused', httpStatus: 404, code: 'question.unknown', text: 'Gone' };

const small = { text: '', size: 'small' };

/** A form that records what it sends, and fails as the test says. */
function show(
  error: CallFailure | undefined | Promise<CallFailure | undefined>,
  kept: { readonly draft?: string } = { draft: 'place' },
  initial = small,
  saved?: typeof small,
) {
  const sent: Submission[] = [];
  function Form() {
    const form = useForm({
      initial,
      ...kept,
      check: () => ({}),
      send: async (_values, submission) => {
        sent.push(submission);
        // Browsers blur a button that is disabled; jsdom doesn't.
        screen.getByRole('button', { name: 'Send' }).blur();
        const outcome = await error;
        if (saved) form.goOnWith(saved);
        return outcome;
      },
    });
    return (
      <form {...form.form}>
        <DraftNote {...form.draft} />
        <textarea {...form.field('text')} aria-label="Text" />
        <input {...form.field('size')} aria-label="Size" />
        <button type="button" onClick={() => form.set('size', 'large')}>
          {form.values.size}
        </button>
        {form.isChanged && 'Changed'}
        <button type="submit" disabled={form.pending}>
          Send
        </button>
      </form>
    );
  }
  const view = renderPage(<Form />);
  return { ...view, sent, send: () => view.user.click(screen.getByRole('button', { name: 'Send' })) };
}

const text = () => screen.getByLabelText('Text');

test('typed text is kept and restored after a reload, with a note', async () => {
  const { user, unmount } = show(undefined);
  expect(screen.queryByText('Draft restored')).not.toBeInTheDocument();
  await user.type(text(), 'half a thought');
  unmount();
  show(undefined);
  expect(text()).toHaveValue('half a thought');
  expect(screen.getByRole('status')).toHaveTextContent('Draft restored');
});

test('a text that the browser has no room for is said to be lost with the page, while that is so', async () => {
  const { user } = show(undefined);
  const full = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  await user.type(text(), 'ab');
  expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([
    'This browser cannot keep your text: its storage is full or blocked. Send it or copy it before you leave this page.',
  ]);
  await user.clear(text());
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  await user.type(text(), 'ab');
  expect(screen.getByRole('alert')).toBeInTheDocument();
  full.mockRestore();
  await user.type(text(), 'c');
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('a posted text is no draft any more', async () => {
  const { user, send } = show(undefined);
  await user.type(text(), 'done');
  await send();
  expect(text()).toHaveValue('');
  expect(draftAt(ann._id, 'place')).toBeUndefined();
});

test('[M-5] Ctrl and Enter send from every field, but not a key that the field has used', async () => {
  const { user, sent } = show(undefined);
  const ctrlEnter = '{Control>}{Enter}{/Control}';
  await user.type(text(), `one${ctrlEnter}`);
  await waitFor(() => expect(sent).toHaveLength(1));
  const size = screen.getByLabelText('Size');
  await user.type(size, ctrlEnter);
  await waitFor(() => expect(sent).toHaveLength(2));
  size.addEventListener('keydown', (event) => event.preventDefault());
  await user.type(size, ctrlEnter);
  await user.type(text(), 'three');
  expect(sent).toHaveLength(2);
});

test('an unchanged form is no draft', async () => {
  const { user } = show(undefined);
  await user.type(text(), 'x');
  expect(draftAt(ann._id, 'place')).toBeDefined();
  await user.clear(text());
  expect(draftAt(ann._id, 'place')).toBeUndefined();
});

test('a draft has only what was changed, so that the rest is what it is by now', async () => {
  const first = show(undefined);
  await first.user.type(text(), 'half a thought');
  first.unmount();
  show(undefined, undefined, { text: '', size: 'medium' });
  expect(text()).toHaveValue('half a thought');
  expect(screen.getByRole('button', { name: 'medium' })).toBeInTheDocument();
});

test('a form that stays goes on with what was saved, and with what was chosen meanwhile', async () => {
  let answer = (): void => undefined;
  const outcome = new Promise<undefined>((resolve) => (answer = () => resolve(undefined)));
  const { user, send } = show(outcome, undefined, small, { text: 'tidied', size: 'small' });
  await user.type(text(), ' tidied ');
  expect(screen.getByText('Changed')).toBeInTheDocument();
  await send();
  await user.click(screen.getByRole('button', { name: 'small' }));
  await act(async () => answer());
  expect(text()).toHaveValue('tidied');
  expect(screen.getByRole('button', { name: 'large' })).toBeInTheDocument();
  expect(draftAt(ann._id, 'place')?.values).toEqual({ size: 'large' });
});

test('is changed as long as it differs from what it began with, by more than blanks', async () => {
  const { user } = show(undefined);
  await user.type(text(), ' ');
  expect(screen.queryByText('Changed')).not.toBeInTheDocument();
  await user.type(text(), 'x');
  expect(screen.getByText('Changed')).toBeInTheDocument();
  await user.clear(text());
  expect(screen.queryByText('Changed')).not.toBeInTheDocument();
});

test('a form that is left and opened again while it is being sent is empty afterwards', async () => {
  let answer = (): void => undefined;
  const first = show(new Promise<undefined>((resolve) => (answer = () => resolve(undefined))));
  await first.user.type(text(), 'on its way');
  await first.send();
  first.unmount();
  show(undefined);
  expect(text()).toHaveValue('on its way');
  await act(async () => answer());
  expect(text()).toHaveValue('');
  expect(screen.queryByText('Draft restored')).not.toBeInTheDocument();
});

test.each<[string, { draft?: string }, string]>([
  ['a form with a draft', { draft: 'place' }, 'Sending failed, but your draft is kept: Gone'],
  ['a form without one', {}, 'Sending failed: Gone'],
])('a toast tells people who left %s that sending failed', async (_, kept, said) => {
  let answer = (): void => undefined;
  const view = show(new Promise<CallFailure>((resolve) => (answer = () => resolve(refused))), kept);
  await view.user.type(text(), 'on its way');
  await view.send();
  view.unmount();
  renderPage(<ToastPlace />);
  answer();
  expect(await screen.findByText(said)).toBeInTheDocument();
  expect(draftAt(ann._id, 'place')?.values['text']).toBe(kept.draft && 'on its way');
});

test('a form that is still there shows its failure itself', async () => {
  const view = show(refused);
  await view.user.type(text(), 'on its way');
  await view.send();
  renderPage(<ToastPlace />);
  await act(() => showToast('info', 'Something came'));
  await screen.findByText('Something came');
  expect(screen.queryByText(/^Sending failed/)).not.toBeInTheDocument();
});

test('an unanswered attempt keeps its key over a reload', async () => {
  const first = show(unreachable());
  await first.user.type(text(), 'posted?');
  await first.send();
  first.unmount();
  const second = show(undefined);
  await second.send();
  expect(second.sent).toEqual(first.sent);
});

test('a changed text is a new attempt, and so is a refused one', async () => {
  const first = show(unreachable());
  await first.user.type(text(), 'posted?');
  await first.send();
  first.unmount();
  const second = show(refused);
  await second.user.type(text(), '!');
  await second.send();
  await second.send();
  expect(new Set([...first.sent, ...second.sent].map((submission) => submission.key)).size).toBe(3);
});

test('another person’s draft is not shown', () => {
  keepDraft('bea', 'place', { values: { text: 'not yours' } });
  show(undefined);
  expect(text()).toHaveValue('');
});

test.each([undefined, refused])('keyboard users keep their focus after sending (%#)', async (error) => {
  const { user } = show(error);
  await user.type(text(), 'by keyboard');
  await user.tab();
  while (document.activeElement?.textContent !== 'Send') await user.tab();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Send' })).toHaveFocus());
});
