/** The page's colour scheme. */
export type Scheme = 'light' | 'dark';

/** The colours of a chart's texts and lines: a canvas knows no custom properties. */
export const chartInk: Record<Scheme, { readonly text: string; readonly line: string }> = {
  light: { text: '#5b5449', line: '#e4ded1' },
  dark: { text: '#b9b0a2', line: '#38322b' },
};
