import { useMantineColorScheme } from '@mantine/core';
import type { ComponentProps } from 'react';
import { colourBrowser } from '../../../shared/state/chosen-theme.ts';
import { SegmentedControl } from '../form/segmented.tsx';

const themes = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'auto', label: 'System' },
] as const;

/** Chooses the theme of this browser: light, dark, or as the system has it. */
export function ThemeControl(
  look: Pick<
    ComponentProps<typeof SegmentedControl>,
    'aria-label' | 'aria-labelledby' | 'className' | 'classNames' | 'fullWidth'
  >,
) {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <SegmentedControl
      {...look}
      data={[...themes]}
      value={colorScheme}
      onChange={(theme) => {
        setColorScheme(theme);
        colourBrowser(theme);
      }}
    />
  );
}
