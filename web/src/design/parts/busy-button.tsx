import type { ComponentPropsWithRef, MouseEvent } from 'react';

function swallow(event: MouseEvent): void {
  event.preventDefault();
  event.stopPropagation();
}

/**
 * The element of every button of the page. One that is loading does nothing when pressed, but is
 * not disabled: a browser takes the focus from a disabled button, and who works by keyboard would
 * begin again at the top of the page.
 */
export function BusyButton({ type = 'button', disabled, onClick, ...others }: ComponentPropsWithRef<'button'>) {
  const isLoading = 'data-loading' in others && others['data-loading'] === true;
  const state = isLoading ? { 'aria-disabled': true, onClick: swallow } : { disabled, onClick };
  return <button type={type} {...others} {...state} />;
}
