import { describe, expect, jest, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { fakeServer } from '../../../shared/testing/fake-server.ts';
import { fill } from '../../../shared/testing/fill.ts';
import { renderPage } from '../../../shared/testing/render-page.tsx';
import { CompletedAmong } from './completed-among.ts';
import { MarkdownField } from './markdown-field.tsx';
import { useForm } from '../form/use-form.ts';
import { useUploadGate } from '../form/use-upload-gate.ts';

function Form({
  beside = false,
  initial = '',
  autoFocus = false,
}: {
  readonly beside?: boolean;
  readonly initial?: string;
  readonly autoFocus?: boolean;
}) {
  const uploads = useUploadGate();
  const form = useForm({
    holds: uploads.holds,
    initial: { text: initial },
    draft: 'text',
    check: ({ text }) => (text.includes('!') ? { text: 'No shouting' } : {}),
    send: async () => undefined,
  });
  return (
    <form {...form.form}>
      <MarkdownField
        {...form.field('text')}
        onUploads={uploads.onUploads}
        label="Text"
        beside={beside}
        autoFocus={autoFocus}
      />
      <button type="submit">Send</button>
    </form>
  );
}

const tab = (name: string) => screen.getByRole('tab', { name });

test('a text with a block of code is typed in the face of code', async () => {
  const { user } = renderPage(<Form />);
  await fill(user, screen.getByLabelText('Text'), 'Why does `this` fail?\n');
  expect(screen.getByLabelText('Text')).not.toHaveAttribute('data-code');
  await user.paste('```js\nlet a;');
  expect(screen.getByLabelText('Text')).toHaveAttribute('data-code');
});

test('the text can be previewed and edited further', async () => {
  const { user } = renderPage(<Form />);
  await user.click(tab('Preview'));
  expect(screen.getByText('Nothing to preview yet.')).toBeVisible();
  expect(screen.getByLabelText('Text')).not.toBeVisible();
  await user.click(tab('Write'));
  await user.type(screen.getByLabelText('Text'), 'so **bold**');
  await user.click(tab('Preview'));
  expect(await screen.findByText('bold')).toBeVisible();
  expect(screen.getByText('bold').tagName).toBe('STRONG');
});

test('once a text was sent from its preview, the next one is written', async () => {
  const { user } = renderPage(<Form />);
  await fill(user, screen.getByLabelText('Text'), 'so');
  await user.click(tab('Preview'));
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(screen.getByLabelText('Text')).toHaveValue(''));
  expect(screen.getByLabelText('Text')).toBeVisible();
  expect(tab('Write')).toHaveAttribute('aria-selected', 'true');
});

test('a field that takes the focus has the caret behind its text', async () => {
  renderPage(<Form initial="so" autoFocus />);
  await waitFor(() => expect(text()).toHaveFocus());
  expect([text().selectionStart, text().selectionEnd]).toEqual([2, 2]);
});

test('arrow keys change the tab, and only the selected one is in the tab order', async () => {
  const { user } = renderPage(<Form />);
  await user.tab();
  await waitFor(() => expect(tab('Write')).toHaveFocus());
  await user.keyboard('{ArrowRight}');
  await waitFor(() => expect(tab('Preview')).toHaveFocus());
  expect(tab('Preview')).toHaveAttribute('aria-selected', 'true');
  expect(tab('Write')).toHaveAttribute('tabindex', '-1');
});

test('an error switches back to editing', async () => {
  const { user } = renderPage(<Form />);
  await user.type(screen.getByLabelText('Text'), 'Hey!');
  await user.click(tab('Preview'));
  // Browsers never focus a hidden element; jsdom does, so check it.
  const hiddenThen: boolean[] = [];
  screen.getByLabelText('Text').addEventListener('focus', ({ currentTarget }) => {
    hiddenThen.push(currentTarget instanceof Element && currentTarget.closest('[hidden]') !== null);
  });
  await user.click(screen.getByRole('button', { name: 'Send' }));
  expect(hiddenThen).toEqual([false]);
  expect(screen.getByLabelText('Text')).toBeVisible();
  await waitFor(() => expect(screen.getByLabelText('Text')).toHaveFocus());
  expect(tab('Write')).toHaveAttribute('aria-selected', 'true');
});

const text = () => screen.getByLabelText<HTMLTextAreaElement>('Text');

describe('the toolbar', () => {
  test('formats what is selected and gives the focus back', async () => {
    const { user } = renderPage(<Form />);
    await fill(user, text(), 'so bold');
    text().setSelectionRange(3, 7);
    await user.click(screen.getByRole('button', { name: 'Bold' }));
    expect(text()).toHaveValue('so **bold**');
    await waitFor(() => expect(text()).toHaveFocus());
    expect(text().value.slice(text().selectionStart, text().selectionEnd)).toBe('bold');
  });

  test('is one stop for Tab, with arrow keys between its buttons', async () => {
    const { user } = renderPage(<Form />);
    await user.tab();
    await user.tab();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Bold' })).toHaveFocus());
    await user.keyboard('{ArrowLeft}');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Numbered list' })).toHaveFocus());
    await user.keyboard('{Home}{ArrowRight}');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Italic' })).toHaveFocus());
    await user.tab();
    await waitFor(() => expect(text()).toHaveFocus());
  });
});

test.each([
  ['b', '**so**'],
  ['i', '_so_'],
  ['k', '[so](https://)'],
  ['e', '`so`'],
])('Ctrl+%s formats, and is kept from the page', async (key, formatted) => {
  const { user } = renderPage(<Form />);
  const onPage = jest.fn();
  document.addEventListener('keydown', onPage);
  await fill(user, text(), 'so');
  text().select();
  await user.keyboard(`{Control>}${key}{/Control}`);
  document.removeEventListener('keydown', onPage);
  expect(text()).toHaveValue(formatted);
  expect(onPage).toHaveBeenCalledTimes(1); // Control itself
});

test('on a Mac, Ctrl with a letter moves the caret, and formats nothing', async () => {
  jest.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)');
  const { user } = renderPage(<Form />);
  await fill(user, text(), 'so');
  text().select();
  await user.keyboard('{Control>}b{/Control}');
  expect(text()).toHaveValue('so');
  await user.keyboard('{Meta>}b{/Meta}');
  expect(text()).toHaveValue('**so**');
});

test('Enter goes on with a list, and an address pasted over words becomes their link', async () => {
  const { user } = renderPage(<Form />);
  await fill(user, text(), '- one', '{Enter}');
  expect(text()).toHaveValue('- one\n- ');
  await user.paste('two');
  text().setSelectionRange(8, 11);
  await user.paste('https://example.org/');
  expect(text()).toHaveValue('- one\n- [two](https://example.org/)');
});

describe('completion', () => {
  const person = (username: string) => ({ username });
  const routes = () => ({
    'GET /user/complete': () => ({ body: [person('Bea'), person('Béatrice')] }),
    'GET /tag/complete': () => ({
      body: [{ name: 'garden', description: '', qcnt: 1 }],
    }),
  });

  const renderOfQuestion = () =>
    renderPage(
      <CompletedAmong value={{ qid: 'q1' }}>
        <Form />
      </CompletedAmong>,
    );

  test('of a name after @: arrow keys and Enter', async () => {
    const server = fakeServer(routes());
    const { user } = renderPage(<Form />);
    await fill(user, text(), 'Ask @be');
    const options = await screen.findAllByRole('option');
    expect(screen.getByRole('listbox', { name: 'Suggestions' }).id).toBe(text().getAttribute('aria-controls'));
    expect(text()).toHaveAttribute('aria-activedescendant', options[0]?.id);
    await user.keyboard('{ArrowDown}{Enter}');
    expect(text()).toHaveValue('Ask @Béatrice ');
    expect(text()).not.toHaveAttribute('aria-activedescendant');
    expect(Object.fromEntries(server.to('/user/complete')[0]!.query)).toEqual({ prefix: 'be' });
  });

  test('[BW-2] of a name with a blank, in quotation marks, begun with or without them', async () => {
    fakeServer({ 'GET /user/complete': () => ({ body: [person('Bea Lee')] }) });
    const { user } = renderPage(<Form />);
    for (const typed of ['@be', '@"be', '@"bea l']) {
      await fill(user, text(), typed);
      await screen.findAllByRole('option');
      await user.keyboard('{Enter}');
      expect(text()).toHaveValue('@"Bea Lee" ');
      await user.clear(text());
    }
  });

  test('[BM-41, M-31] of a name, from the people who may read what is written', async () => {
    const server = fakeServer(routes());
    const { user } = renderOfQuestion();
    await fill(user, text(), 'Ask @be');
    await screen.findAllByRole('option');
    expect(Object.fromEntries(server.to('/user/complete')[0]!.query)).toEqual({ prefix: 'be', qid: 'q1' });
  });

  test('[M-31] of everybody in a conversation after @ alone, where Enter still ends the line', async () => {
    const server = fakeServer(routes());
    const { user } = renderOfQuestion();
    await fill(user, text(), 'Ask @');
    await screen.findAllByRole('option');
    expect(text()).not.toHaveAttribute('aria-activedescendant');
    await user.keyboard('{Enter}');
    expect(text()).toHaveValue('Ask @\n');
    await user.keyboard('@');
    await screen.findAllByRole('option');
    await user.keyboard('{ArrowDown}{Enter}');
    expect(text()).toHaveValue('Ask @\n@Bea ');
    expect(Object.fromEntries(server.to('/user/complete')[0]!.query)).toEqual({ qid: 'q1' });
  });

  test('of nobody after @ alone where everybody may read', async () => {
    const server = fakeServer(routes());
    const { user } = renderPage(<Form />);
    await fill(user, text(), 'Ask @');
    await user.keyboard('b');
    await screen.findAllByRole('option');
    expect(server.to('/user/complete').map(({ query }) => query.get('prefix'))).toEqual(['b']);
  });

  test('of a tag after #: by the mouse; the field keeps the focus', async () => {
    fakeServer(routes());
    const { user } = renderPage(<Form />);
    await fill(user, text(), 'See #GA');
    await user.click(await screen.findByRole('option', { name: /garden/ }));
    expect(text()).toHaveValue('See #garden ');
    await waitFor(() => expect(text()).toHaveFocus());
  });

  test('of a tag that is typed in full, only by arrow keys: Enter ends the line, and Tab leaves', async () => {
    const tag = (name: string, qcnt: number) => ({ name, description: '', qcnt });
    fakeServer({ 'GET /tag/complete': () => ({ body: [tag('gardening', 9), tag('garden', 1)] }) });
    const { user } = renderPage(<Form />);
    await fill(user, text(), 'See #Garden');
    await screen.findAllByRole('option');
    expect(text()).not.toHaveAttribute('aria-activedescendant');
    await user.keyboard('{Enter}');
    expect(text()).toHaveValue('See #Garden\n');
    await user.keyboard('#garden');
    await screen.findAllByRole('option');
    await user.tab();
    expect(text()).not.toHaveFocus();
    expect(text()).toHaveValue('See #Garden\n#garden');
    await user.clear(text());
    await user.keyboard('#garden');
    await screen.findAllByRole('option');
    await user.keyboard('{ArrowDown}{Enter}');
    expect(text()).toHaveValue('#gardening ');
  });

  test('Escape leaves the word as it is', async () => {
    fakeServer(routes());
    const { user } = renderPage(<Form />);
    await fill(user, text(), 'Ask @be');
    await screen.findAllByRole('option');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('listbox')).not.toBeInTheDocument());
    await user.keyboard('{Enter}');
    expect(text()).toHaveValue('Ask @be\n');
  });
});

test('on a wide screen the preview stands beside the field', async () => {
  const { turnTo } = screenOfWidth();
  turnTo(1201);
  const { user } = renderPage(<Form beside />);
  await fill(user, text(), 'so **bold**');
  expect((await screen.findByText('bold')).tagName).toBe('STRONG');
  expect(screen.getByRole('region', { name: 'Preview' })).toContainElement(screen.getByText('bold'));
  // The headings of a text begin below it.
  expect(screen.getByRole('heading', { level: 2, name: 'Preview' })).toBeInTheDocument();
  expect(screen.queryByRole('tab')).not.toBeInTheDocument();
});

test('a preview keeps what has not changed in it', async () => {
  screenOfWidth().turnTo(1201);
  const { user } = renderPage(<Form beside />);
  await fill(user, text(), 'so **bold**');
  const bold = await screen.findByText('bold');
  await user.paste(' and more');
  await waitFor(() => expect(screen.getByRole('region', { name: 'Preview' })).toHaveTextContent('and more'));
  expect(screen.getByText('bold')).toBe(bold);
});

test('the field keeps its focus when the window gets wider or narrower', async () => {
  const { turnTo } = screenOfWidth();
  turnTo(1200);
  const { user } = renderPage(<Form beside />);
  await fill(user, text(), 'so');
  const field = text();
  turnTo(1201);
  await screen.findByRole('region', { name: 'Preview' });
  expect(text()).toBe(field);
  await waitFor(() => expect(field).toHaveFocus());
  turnTo(1200);
  await screen.findByRole('tab', { name: 'Preview' });
  expect(text()).toBe(field);
});

/** A screen whose width can change; from 1201 pixels on, there is place beside the field. */
function screenOfWidth() {
  let width = 0;
  const listeners = new Set<(event: MediaQueryListEvent) => void>();
  jest.spyOn(globalThis, 'matchMedia').mockImplementation((media) => ({
    media,
    get matches() {
      return media === '(min-width: 1201px)' && width >= 1201;
    },
    onchange: null,
    addEventListener: (_type: string, listener: unknown) => listeners.add(listener as never),
    removeEventListener: (_type: string, listener: unknown) => listeners.delete(listener as never),
    addListener() {},
    removeListener() {},
    dispatchEvent: () => false,
  }));
  return {
    turnTo: (to: number) => {
      width = to;
      act(() => {
        for (const listener of listeners) listener({ matches: width >= 1201 } as MediaQueryListEvent);
      });
    },
  };
}
