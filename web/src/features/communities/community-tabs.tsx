import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import classes from './community-page.module.css';

/** The two tabs of a community. */
export const communityTabs = ['Polls', 'Posts'] as const;

export type CommunityTab = (typeof communityTabs)[number];

/** The tabs Polls and Posts. */
export function CommunityTabs({
  shown,
  onShow,
  children,
}: {
  readonly shown: CommunityTab;
  readonly onShow: (tab: CommunityTab) => void;
  readonly children: ReactNode;
}) {
  const id = useId();
  const strip = useRef<HTMLDivElement>(null);

  function onArrow(event: KeyboardEvent): void {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    const next = shown === 'Polls' ? 'Posts' : 'Polls';
    onShow(next);
    strip.current?.querySelector<HTMLElement>(`[data-tab="${next}"]`)?.focus();
  }

  return (
    <>
      <div ref={strip} role="tablist" aria-label="Community content" className={classes.tabs} onKeyDown={onArrow}>
        {communityTabs.map((tab) => (
          <button
            key={tab}
            type="button"
            role="tab"
            id={`${id}-${tab}`}
            data-tab={tab}
            aria-selected={tab === shown}
            aria-controls={`${id}-panel`}
            tabIndex={tab === shown ? 0 : -1}
            className={classes.tab}
            onClick={() => {
              onShow(tab);
            }}
          >
            {tab}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${shown}`}>
        {children}
      </div>
    </>
  );
}
