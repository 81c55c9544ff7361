import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { renderPage } from '../testing/render-page.tsx';
import { MarkdownField } from './markdown-field.tsx';
import { useForm } from './use-form.ts';

function Form() {
  const form = useForm({
    initial: { text: '' },
    check: ({ text }) => (text.includes('!') ? { text: 'No shouting' } : {}),
    send: async () => undefined,
  });
  return (
    <form {...form.form}>
      <MarkdownField {...form.field('text')} label="Text" />
      <button type="submit">Send</button>
    </form>
  );
}

const tab = (name: string) => screen.getByRole('tab', { name });

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

test('arrow keys change the tab, and only the selected one is in the tab order', async () => {
  const { user } = renderPage(<Form />);
  await user.tab();
  expect(tab('Write')).toHaveFocus();
  await user.keyboard('{ArrowRight}');
  expect(tab('Preview')).toHaveFocus();
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
  expect(screen.getByLabelText('Text')).toHaveFocus();
  expect(tab('Write')).toHaveAttribute('aria-selected', 'true');
});
