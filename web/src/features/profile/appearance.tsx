import { useMantineColorScheme } from '@mantine/core';
import { SegmentedControl } from '../../design/parts/segmented.tsx';
import { SettingsCard } from './settings-card.tsx';
import classes from './profile.module.css';

const themes = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'auto', label: 'System' },
] as const;

/** The theme of this browser: light, dark, or as the system has it. */
export function Appearance() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <SettingsCard title="Appearance">
      <div className={classes.form}>
        <SegmentedControl
          aria-label="Theme"
          data={[...themes]}
          value={colorScheme}
          onChange={setColorScheme}
          className={classes.themes ?? ''}
        />
        <p className={classes.hint}>Kept in this browser. System follows your device, by day and by night.</p>
      </div>
    </SettingsCard>
  );
}
