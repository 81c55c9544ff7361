import type { ComponentPropsWithRef, MouseEvent } from 'react';

function swallow(event: MouseEvent): void {
  event.preventDefault();
  event.stopPropagation();
}

/**
 * The element of every button of the page. One that is `loading`, or has `data-disabled`, does
 * nothing when pressed but keeps the focus. A browser takes the focus from a `disabled` one, and
 * who works by keyboard would begin again at the top of the page: that is for buttons that nobody
 * has just pressed.
 */
export function BusyButton({ type = 'button', disabled, onClick, ...others }: ComponentPropsWithRef<'button'>) {
  const { 'data-loading': isLoading, 'data-disabled': looksDisabled } = others as Record<string, unknown>; // Mantine's
  const isInert = isLoading === true || (looksDisabled === true && disabled !== true);
  const state = isInert ? { 'aria-disabled': true, onClick: swallow } : { disabled, onClick };
  return <button type={type} {...others} {...state} />;
}
