import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';

// The green of a card table.
const baize: MantineColorsTuple = [
  '#eaf5f0',
  '#d5e9e0',
  '#abd4c2',
  '#7dbea2',
  '#56aa87',
  '#389672',
  '#25805f',
  '#1b6a52',
  '#155642',
  '#0d4031',
];

export const theme = createTheme({
  primaryColor: 'baize',
  primaryShade: { light: 7, dark: 6 },
  colors: { baize },
  fontFamily: 'var(--font)',
  fontFamilyMonospace: "ui-monospace, 'Cascadia Code', 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace",
  defaultRadius: 'md',
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
});

/** Mantine's surfaces use the page's own colours, which have both schemes (theme.css). */
export const cssVariables: CSSVariablesResolver = () => {
  const surfaces = {
    '--mantine-color-body': 'var(--page)',
    '--mantine-color-text': 'var(--ink)',
    '--mantine-color-dimmed': 'var(--ink-soft)',
    '--mantine-color-placeholder': 'var(--ink-faint)',
    '--mantine-color-error': 'var(--danger)',
    '--mantine-color-default': 'var(--surface)',
    '--mantine-color-default-hover': 'var(--hover)',
    '--mantine-color-default-border': 'var(--line-strong)',
    '--mantine-color-disabled': 'var(--hover)',
    '--mantine-color-disabled-color': 'var(--ink-soft)',
    '--mantine-color-disabled-border': 'var(--line)',
  };
  return { variables: {}, light: surfaces, dark: surfaces };
};
