import {
  createTheme,
  type CSSVariablesResolver,
  defaultVariantColorsResolver,
  localStorageColorSchemeManager,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core';
import { themeKey } from '../shared/state/chosen-theme.ts';
import classes from './controls.module.css';
import { BusyButton } from './parts/form/busy-button.tsx';

// The green of a card table. Ours are in tokens.css; this is for what Mantine derives.
const baize: MantineColorsTuple = [
  '#eaf5f0',
  '#d5e9e0',
  '#abd4c2',
  '#7dbea2',
  '#4fb894',
  '#389672',
  '#25805f',
  '#1b6a52',
  '#155642',
  '#0d4031',
];

/** The variants of buttons, in the colours `baize` (the default) and `danger`. */
export const variantColours: VariantColorsResolver = (input) => {
  const colour = input.color === 'danger' ? 'danger' : 'baize';
  switch (input.variant) {
    case 'filled':
      return {
        background: `var(--${colour})`,
        hover: `var(--${colour}-hover)`,
        color: `var(--on-${colour})`,
        border: 'none',
      };
    case 'light':
      return {
        background: `var(--${colour}-wash)`,
        hover: colour === 'danger' ? 'var(--danger-line)' : 'var(--baize-wash-strong)',
        color: colour === 'danger' ? 'var(--danger)' : 'var(--baize-ink)',
        border: 'none',
      };
    case 'subtle':
      return {
        background: 'transparent',
        hover: 'var(--hover)',
        color: colour === 'danger' ? 'var(--danger)' : 'var(--baize-ink)',
        border: 'none',
      };
    case 'default':
      return {
        ...defaultVariantColorsResolver(input),
        ...(colour === 'danger' && { color: 'var(--danger)', border: '1px solid var(--danger-line)' }),
      };
    default:
      return defaultVariantColorsResolver(input);
  }
};

/** The scales and colours of tokens.css, as Mantine's components know them. */
export const theme = createTheme({
  primaryColor: 'baize',
  primaryShade: { light: 7, dark: 4 },
  colors: { baize },
  variantColorResolver: variantColours,
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--font-mono)',
  headings: { fontFamily: 'var(--font-display)', fontWeight: '600' },
  fontSizes: {
    xs: 'var(--text-1)',
    sm: 'var(--text-3)',
    md: 'var(--text-4)',
    lg: 'var(--text-5)',
    xl: 'var(--text-6)',
  },
  spacing: {
    xs: 'var(--space-3)',
    sm: 'var(--space-4)',
    md: 'var(--space-5)',
    lg: 'var(--space-6)',
    xl: 'var(--space-7)',
  },
  radius: {
    xs: 'var(--radius-s)',
    sm: 'var(--radius-s)',
    md: 'var(--radius-m)',
    lg: 'var(--radius-l)',
    xl: 'var(--radius-pill)',
  },
  shadows: {
    xs: 'var(--shadow-1)',
    sm: 'var(--shadow-1)',
    md: 'var(--shadow-2)',
    lg: 'var(--shadow-3)',
    xl: 'var(--shadow-3)',
  },
  defaultRadius: 'md',
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  components: {
    // By name: each is loaded with the screens that have one.
    Button: { classNames: { root: classes.button ?? '' }, defaultProps: { component: BusyButton } },
    Input: { classNames: { wrapper: classes.field ?? '' } },
    InputWrapper: {
      vars: () => ({
        label: { '--input-label-size': 'var(--text-3)' },
        description: { '--input-description-size': 'var(--text-2)' },
        error: { '--input-error-size': 'var(--text-2)' },
        success: {},
      }),
    },
    Checkbox: {
      defaultProps: {
        color: 'var(--baize)',
        iconColor: 'var(--on-baize)',
        classNames: { input: classes.checkbox ?? '' },
      },
    },
    // Looks like a checkbox that is not checked.
    Radio: {
      defaultProps: {
        color: 'var(--baize)',
        iconColor: 'var(--on-baize)',
        classNames: { radio: classes.checkbox ?? '' },
      },
    },
    Skeleton: { defaultProps: { classNames: { root: classes.skeleton ?? '' } } },
    Switch: { defaultProps: { classNames: { input: classes.switch ?? '', track: classes.track ?? '' } } },
    Modal: {
      defaultProps: {
        centered: true,
        overlayProps: { color: '#140e06', backgroundOpacity: 0.45 },
        transitionProps: { transition: 'pop', duration: 120 },
        closeButtonProps: { 'aria-label': 'Close' },
      },
    },
    Tooltip: {
      defaultProps: { openDelay: 400, transitionProps: { duration: 120 } },
      vars: () => ({ tooltip: { '--tooltip-bg': 'var(--ink)', '--tooltip-color': 'var(--ground)' } }),
    },
    HoverCard: { defaultProps: { openDelay: 400, closeDelay: 120, shadow: 'md', transitionProps: { duration: 120 } } },
    // The first item gets the focus: an element before it is no child that a menu may have.
    Menu: { defaultProps: { shadow: 'md', transitionProps: { duration: 120 }, withInitialFocusPlaceholder: false } },
  },
});

export const colourScheme = localStorageColorSchemeManager({ key: themeKey });

/** Mantine's surfaces use the page's own colours, which have both schemes (tokens.css). */
export const cssVariables: CSSVariablesResolver = () => {
  const surfaces = {
    ...scaleOf('gray', ['code', 'hover', 'line', 'line', 'line-strong', 'faint', 'soft', 'soft', 'ink', 'ink']),
    ...scaleOf('dark', [
      'ink',
      'soft',
      'faint',
      'line-strong',
      'line',
      'hover',
      'raised',
      'surface',
      'ground',
      'ground',
    ]),
    '--mantine-color-body': 'var(--raised)',
    '--mantine-color-text': 'var(--ink)',
    '--mantine-color-dimmed': 'var(--soft)',
    '--mantine-color-placeholder': 'var(--faint)',
    '--mantine-color-error': 'var(--danger)',
    '--mantine-color-default': 'var(--surface)',
    '--mantine-color-default-color': 'var(--ink)',
    '--mantine-color-default-hover': 'var(--hover)',
    '--mantine-color-default-border': 'var(--line-strong)',
    '--mantine-color-disabled': 'var(--hover)',
    '--mantine-color-disabled-color': 'var(--soft)',
    '--mantine-color-disabled-border': 'var(--line)',
    '--mantine-primary-color-filled': 'var(--baize)',
    '--mantine-primary-color-filled-hover': 'var(--baize-hover)',
    '--mantine-primary-color-contrast': 'var(--on-baize)',
  };
  return { variables: {}, light: surfaces, dark: surfaces };
};

/** Mantine's ten greys from light to dark, and those of the dark scheme from text to page. */
function scaleOf(name: string, tokens: readonly string[]): Record<string, string> {
  return Object.fromEntries(tokens.map((token, step) => [`--mantine-color-${name}-${step}`, `var(--${token})`]));
}
