import { type ComponentType, type Ref, useImperativeHandle, useRef, useState } from 'react';
import { IconButton } from '../look/icon-button.tsx';
import { IconDots } from '../look/icons.tsx';
import type { OpenPostMenu } from './open-post-menu.tsx';
import { loadOnDemand } from '../feedback/load-on-demand.ts';
import type { PostAct } from './post-act.ts';
import classes from './post-menu.module.css';

/** The menu of a post, behind three dots; what opens is loaded when somebody wants it. */
export function PostMenu({
  label,
  acts,
  ref,
}: {
  readonly label: string;
  readonly acts: readonly PostAct[];
  /** The button, for whoever returns the focus to it. */
  readonly ref?: Ref<HTMLButtonElement | null>;
}) {
  const button = useRef<HTMLButtonElement>(null);
  useImperativeHandle<HTMLButtonElement | null, HTMLButtonElement | null>(ref, () => button.current);
  const [Shown, setShown] = useState<ComponentType<Parameters<typeof OpenPostMenu>[0]>>();

  async function open(): Promise<void> {
    const loaded = await loadOnDemand(() => import('./open-post-menu.tsx'));
    if (loaded) setShown(() => loaded.OpenPostMenu);
  }

  return (
    <>
      <IconButton
        ref={button}
        label={label}
        icon={IconDots}
        className={classes.more ?? ''}
        aria-haspopup="menu"
        aria-expanded={Shown !== undefined}
        onClick={() => {
          if (Shown) setShown(undefined);
          else void open();
        }}
      />
      {Shown && <Shown button={button} label={label} acts={acts} onClose={() => setShown(undefined)} />}
    </>
  );
}
