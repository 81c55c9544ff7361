import '@mantine/core/styles/Kbd.layer.css';
import { Kbd } from '@mantine/core';
import { Dialog } from '../../../design/parts/overlay/dialog.tsx';
import { commandName } from '../../../design/parts/page/keys.ts';
import { Switch } from '../../../design/parts/form/switch.tsx';
import { switchShortcuts, useShortcutsOn } from './shortcut-setting.ts';
import { places } from './shortcuts.ts';
import classes from './shortcut-sheet.module.css';

interface Shortcut {
  /** Pressed one after the other; those with a plus together. */
  readonly keys: readonly string[];
  readonly label: string;
}

const anywhere: readonly Shortcut[] = [
  { keys: [commandName('K')], label: 'Jump to a page, a person, a question …' },
  { keys: ['Alt+T'], label: 'Move to the notification' },
  { keys: ['Space'], label: 'Rematch, when a game has ended' },
];

const single: readonly (readonly [string, readonly Shortcut[]])[] = [
  ['Go to', places.map(({ key, label }) => ({ keys: ['g', key], label }))],
  [
    'On every page',
    [
      { keys: ['/'], label: 'Search' },
      { keys: ['c'], label: 'Ask a question' },
      { keys: ['?'], label: 'This list' },
    ],
  ],
  [
    'In a list',
    [
      { keys: ['j'], label: 'Next row' },
      { keys: ['k'], label: 'Previous row' },
      { keys: ['Enter'], label: 'Open it' },
    ],
  ],
];

/** All shortcuts; the single keys can be switched off (WCAG 2.1.4). */
export default function ShortcutSheet({ onClose }: { readonly onClose: () => void }) {
  const on = useShortcutsOn();
  return (
    <Dialog opened title="Keyboard shortcuts" onClose={onClose}>
      <Shortcuts shortcuts={anywhere} />
      <Switch
        className={classes.switch ?? ''}
        label="Single keys"
        description="Turn off if you use voice control or press keys by accident."
        checked={on}
        onChange={({ currentTarget: { checked } }) => switchShortcuts(checked)}
      />
      <div className={classes.groups} data-off={!on}>
        {single.map(([title, shortcuts]) => (
          <section key={title}>
            <h3 className={classes.title}>{title}</h3>
            <Shortcuts shortcuts={shortcuts} />
          </section>
        ))}
      </div>
    </Dialog>
  );
}

function Shortcuts({ shortcuts }: { readonly shortcuts: readonly Shortcut[] }) {
  return (
    <dl>
      {shortcuts.map(({ keys, label }) => (
        <div key={label} className={classes.shortcut}>
          <dt>{label}</dt>
          <dd>
            {keys.map((key, place) => (
              <Kbd key={place} className={classes.key ?? ''}>
                {key.replace('+', ' + ')}
              </Kbd>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}
