import { expect, test } from '@jest/globals';
import { themeVariables } from './theme-variables.ts';

test('the document has the variables of Mantine that a file names, with those that they stand for, and no others', () => {
  const css = themeVariables('a{color:var(--mantine-color-anchor)}');
  expect(css).toContain('--mantine-color-anchor:var(--mantine-color-baize-7)');
  expect(css).toContain('--mantine-color-baize-7:#1b6a52');
  expect(css).not.toContain('red');
});

test('our colours replace those of Mantine, and sizes are there though nobody names them', () => {
  const css = themeVariables('--mantine-color-error');
  expect(css.match(/--mantine-color-error:[^;}]*/g)).toEqual(['--mantine-color-error:var(--danger)']);
  expect(css).toContain('--mantine-spacing-md:var(--space-5)');
});
