import 'react-toastify/ReactToastify.css';
import './toasts.css';
import { useEffect, useRef, type FocusEvent, type MouseEvent } from 'react';
import { ToastContainer } from 'react-toastify/unstyled';
import { moveFocus } from '../page/move-focus.ts';
import { forgetToasts } from './toasts.ts';

/**
 * Where toasts appear, for five seconds, three at most (decisions N-3): at the foot, where they
 * cover nothing that was pressed. Notifications stand at the top right (specification LI-4).
 */
export default function ToastPlace() {
  useEffect(() => forgetToasts, []);
  /** What had the focus before it came here, by Alt+T, Tab or a press. */
  const before = useRef<EventTarget>(null);

  function onFocus({ currentTarget, relatedTarget }: FocusEvent): void {
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) before.current = relatedTarget;
  }

  /** A button closes its toast: the focus returns to where it was, or else to the heading. */
  function onClick({ target }: MouseEvent): void {
    // What leads elsewhere moves the focus there.
    const button = target instanceof Element ? target.closest<HTMLElement>('button:not([data-leads])') : null;
    if (!button) return;
    if (before.current instanceof HTMLElement) moveFocus(button, before.current);
    // If that is gone or disabled, the button still has it.
    moveFocus(button, document.querySelector('main h1'));
  }

  // The page's own colours have both themes; the library's dark one would follow the system only.
  return (
    <div onFocus={onFocus} onClick={onClick}>
      <ToastContainer position="bottom-left" autoClose={5000} limit={3} aria-label="Messages" theme="light" />
    </div>
  );
}
