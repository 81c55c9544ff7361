import { afterEach, expect, test } from '@jest/globals';
import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { colourScheme } from '../../design/theme.ts';
import { chosenTheme } from '../../shared/state/chosen-theme.ts';
import { Appearance } from './appearance.tsx';

afterEach(() => localStorage.clear());

test('the chosen theme is kept where the next visit looks for it', async () => {
  const user = userEvent.setup();
  render(
    <MantineProvider env="test" defaultColorScheme="auto" colorSchemeManager={colourScheme}>
      <Appearance />
    </MantineProvider>,
  );
  expect(screen.getByRole('radio', { name: 'System' })).toBeChecked();
  await user.click(screen.getByRole('radio', { name: 'Dark' }));
  expect(chosenTheme()).toBe('dark');
  expect(document.documentElement).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await user.click(screen.getByRole('radio', { name: 'System' }));
  expect(chosenTheme()).toBeUndefined();
});
