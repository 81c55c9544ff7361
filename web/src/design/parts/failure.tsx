import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { IconAlertTriangle } from './icons.tsx';
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
          <Button size="xs" variant="default" loading={trying} onClick={() => void tryAgain()} mt={10}>
            Try again
          </Button>
        )}
      </div>
    </div>
  );
}
