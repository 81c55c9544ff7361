import { useRef, type KeyboardEvent } from 'react';
import classes from './markdown-field.module.css';

const tabs = ['Write', 'Preview'] as const;
export type WriteTab = (typeof tabs)[number];

/** Chooses between a text and its preview; their panels have the ids `id-Write`, `id-Preview`. */
export function WriteTabs({
  id,
  shown,
  onChoose,
}: {
  readonly id: string;
  readonly shown: WriteTab;
  readonly onChoose: (tab: WriteTab) => void;
}) {
  const strip = useRef<HTMLDivElement>(null);

  function onArrow(event: KeyboardEvent): void {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    const next = shown === 'Write' ? 'Preview' : 'Write';
    onChoose(next);
    strip.current?.querySelector<HTMLElement>(`[data-tab="${next}"]`)?.focus();
  }

  return (
    <div ref={strip} role="tablist" aria-label="Write or preview" className={classes.tabs} onKeyDown={onArrow}>
      {tabs.map((tab) => (
        <button
          key={tab}
          type="button"
          role="tab"
          id={`${id}-${tab}-tab`}
          data-tab={tab}
          aria-selected={tab === shown}
          aria-controls={`${id}-${tab}`}
          tabIndex={tab === shown ? 0 : -1}
          className={classes.tab}
          onClick={() => {
            onChoose(tab);
          }}
        >
          {tab}
        </button>
      ))}
    </div>
  );
}
