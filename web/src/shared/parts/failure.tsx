import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './failure.module.css';

/** What could not be shown or done, the server's words where there are any, and the way out. */
export function Failure({
  title,
  detail,
  onRetry,
  children,
}: {
  readonly title: string;
  readonly detail?: string | undefined;
  readonly onRetry?: () => void;
  readonly children?: ReactNode;
}) {
  return (
    <div role="alert" className={classes.failure}>
      <IconAlertTriangle aria-hidden size={20} className={classes.mark} />
      <div className={classes.words}>
        <p className={classes.title}>{title}</p>
        {detail !== undefined && detail !== title && <p className={classes.detail}>{detail}</p>}
        {children}
        {onRetry && (
          <Button size="xs" variant="default" onClick={onRetry} mt={10}>
            Try again
          </Button>
        )}
      </div>
    </div>
  );
}
