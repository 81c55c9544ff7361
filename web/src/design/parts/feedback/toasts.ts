import { createElement, useEffect, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import type { Id, ToastContent, ToastOptions } from 'react-toastify/unstyled';
import { isOnScreen } from '../../../shared/navigation/is-on-screen.ts';

/** Where a toast leads, and how. */
export interface ToastLink {
  readonly address: string;
  readonly open: (address: string) => void;
}

/** The visible toasts, each with its count and with where it leads. */
const shown = new Map<string, { readonly id: Id; readonly count: number; readonly link: ToastLink | undefined }>();

let wanted = false;
const listeners = new Set<() => void>();

/** Whether there was ever a toast, so that there must be a place for them. */
export function useToastsWanted(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => wanted,
  );
}

/**
 * Loads what shows toasts once the page is there and the server answers: a later toast may have to
 * say that it does not.
 */
export function prepareToasts(): void {
  wanted = true;
  for (const listener of listeners) listener();
  void import('react-toastify/unstyled').catch(() => undefined);
  void import('./action-toast.tsx').catch(() => undefined);
}

/**
 * Shows a toast, optionally with a link: it closes when the viewer arrives there. A repeated one is
 * not shown twice: it gets a count and stays as long as a new one would. As with every toast, Alt+T
 * leads to it. News from others, which lead somewhere, come at the top right (specification LI-4).
 */
export async function showToast(kind: 'info' | 'success' | 'error', text: string, link?: ToastLink): Promise<void> {
  const [{ toast }, leading] = await Promise.all([
    import('react-toastify/unstyled'),
    // Without it the text is all that matters.
    link && import('./action-toast.tsx').catch(() => undefined),
  ]);
  prepareToasts();
  const key = `${kind} ${text}`;
  const onPress = link && { onClick: () => link.open(link.address), closeOnClick: true };
  const content = (words: string): ToastContent =>
    leading ? (shownIn) => createElement(leading.LinkToast, { ...shownIn, text: words }) : words;
  const same = shown.get(key);
  if (same) {
    const count = same.count + 1;
    shown.set(key, { id: same.id, count, link });
    toast.update(same.id, { render: content(`${text} (${count})`), ...onPress });
    return;
  }
  const id = toast[kind](content(text), {
    onClose: () => shown.delete(key),
    ...(kind === 'info' && link && ({ position: 'top-right' } as const)),
    ...onPress,
  });
  shown.set(key, { id, count: 1, link });
}

/** Shows an error until the returned function is called, or somebody closes it. */
export function showStanding(text: string): () => void {
  const standing = import('react-toastify/unstyled').then(({ toast }) => {
    prepareToasts();
    const id = toast.error(text, { autoClose: false });
    return () => toast.dismiss(id);
  });
  return () => void standing.then((close) => close());
}

/** Closes each toast that leads to what the viewer sees now. */
export function closeArrived(): void {
  for (const { id, link } of shown.values()) {
    if (link && isOnScreen(link.address)) void import('react-toastify/unstyled').then(({ toast }) => toast.dismiss(id));
  }
}

/** Closes toasts as the viewer arrives where they lead, or comes back to that tab. */
export function useToastsUntilArrival(): void {
  const location = useLocation();
  useEffect(closeArrived, [location]);
  useEffect(() => {
    document.addEventListener('visibilitychange', closeArrived);
    return () => document.removeEventListener('visibilitychange', closeArrived);
  }, []);
}

/** Says what was done, with a button Undo. As with every toast, Alt+T leads to it. */
export function showUndo(text: string, undo: () => void): Promise<void> {
  return showAction('success', text, 'Undo', undo);
}

/** Says something, with a button, until somebody presses that or closes it. It is shown once. */
export function showNotice(text: string, label: string, act: () => void): Promise<void> {
  return showAction('info', text, label, act, { autoClose: false, toastId: text });
}

async function showAction(
  kind: 'info' | 'success',
  text: string,
  label: string,
  onAct: () => void,
  options: ToastOptions = {},
): Promise<void> {
  const [{ toast }, { ActionToast }] = await Promise.all([
    import('react-toastify/unstyled'),
    import('./action-toast.tsx'),
  ]);
  prepareToasts();
  toast[kind]((shownIn) => createElement(ActionToast, { ...shownIn, text, label, onAct }), options);
}

/** Forgets all toasts when their container is gone. */
export function forgetToasts(): void {
  shown.clear();
}
