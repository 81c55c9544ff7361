import { Button } from '@mantine/core';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { IconAlertTriangle } from '../look/icons.tsx';
import classes from './failure.module.css';

/** An error: what failed, the server's text if there is one, and a retry. */
export function Failure({
  title,
  detail,
  onRetry,
  children,
}: {
  readonly title: string;
  readonly detail?: string | undefined;
  /** Its promise is awaited. */
  readonly onRetry?: () => unknown;
  readonly children?: ReactNode;
}) {
  const [trying, setTrying] = useState(false);
  const button = useRef<HTMLButtonElement>(null);

  useLayoutEffect(() => {
    const retry = button.current;
    // Once that worked, it is gone with the focus.
    return () => {
      if (retry === null || document.activeElement !== retry) return;
      const place = retry.closest<HTMLElement>('[role=dialog]') ?? document.querySelector<HTMLElement>('h1');
      place?.focus({ preventScroll: true });
    };
  }, []);

  async function tryAgain() {
    setTrying(true);
    await onRetry?.();
    setTrying(false);
  }

  return (
    <div role="alert" className={classes.failure}>
      <IconAlertTriangle aria-hidden size={20} className={classes.mark} />
      <div className={classes.words}>
        <p className={classes.title}>{title}</p>
        {detail !== undefined && detail !== title && <p className={classes.detail}>{detail}</p>}
        {children}
        {onRetry && (
          <Button ref={button} size="xs" variant="default" loading={trying} onClick={() => void tryAgain()} mt={10}>
            Try again
          </Button>
        )}
      </div>
    </div>
  );
}
