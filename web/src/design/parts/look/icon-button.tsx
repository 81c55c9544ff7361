import type { ComponentProps } from 'react';
import type { Icon } from './icons.tsx';
import classes from './icon-button.module.css';

/**
 * A button that is an icon. Its colours and size are variables that `className` may set, so that
 * the order of style sheets doesn't matter; its place is whatever `className` says.
 */
export function IconButton({
  label,
  icon: Picture,
  size = 18,
  className = '',
  ...button
}: Omit<ComponentProps<'button'>, 'children'> & {
  readonly label: string;
  readonly icon: Icon;
  /** Of the icon, in pixels. */
  readonly size?: number;
}) {
  return (
    <button type="button" aria-label={label} {...button} className={`${classes.button} ${className}`}>
      <Picture size={size} aria-hidden />
    </button>
  );
}
