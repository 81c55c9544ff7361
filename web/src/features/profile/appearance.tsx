import { ThemeControl } from '../../design/parts/page/theme-control.tsx';
import { SettingsCard } from './settings-card.tsx';
import classes from './profile.module.css';

/** The theme of this browser: light, dark, or as the system has it. */
export function Appearance() {
  return (
    <SettingsCard title="Appearance">
      <div className="stack">
        <ThemeControl aria-label="Theme" className={classes.themes ?? ''} />
        <p className="hint">Saved in this browser. System follows your device.</p>
      </div>
    </SettingsCard>
  );
}
