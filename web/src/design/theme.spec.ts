import { expect, test } from '@jest/globals';
import { DEFAULT_THEME, mergeMantineTheme } from '@mantine/core';
import { theme, variantColours } from './theme.ts';

const coloursOf = (variant: string) =>
  variantColours({ color: 'danger', variant, theme: mergeMantineTheme(DEFAULT_THEME, theme) });

test.each(['filled', 'light', 'subtle', 'default'])('a dangerous button of the variant %s is red', (variant) => {
  expect(coloursOf(variant).color).toMatch(/danger/);
});

test('where it has a border, that is red too', () => {
  expect(coloursOf('default').border).toBe('1px solid var(--danger-line)');
});
