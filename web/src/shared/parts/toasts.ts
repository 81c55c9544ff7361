import type { Id } from 'react-toastify/unstyled';

/** The toasts that are shown, each with how often it has come. */
const shown = new Map<string, { readonly id: Id; readonly count: number }>();

/**
 * Shows a short message over the page, which may lead somewhere. One that is shown already is not
 * shown a second time: it says how often it came, and stays as long as a new one would. The library
 * is loaded with the first one: most visits see none.
 */
export async function showToast(kind: 'info' | 'success' | 'error', text: string, onClick?: () => void): Promise<void> {
  const { toast } = await import('react-toastify/unstyled');
  const key = `${kind} ${text}`;
  const leading = onClick && { onClick, closeOnClick: true };
  const same = shown.get(key);
  if (same) {
    const count = same.count + 1;
    shown.set(key, { ...same, count });
    toast.update(same.id, { render: `${text} (${count})`, ...leading });
    return;
  }
  const id = toast[kind](text, { onClose: () => shown.delete(key), ...leading });
  shown.set(key, { id, count: 1 });
}

/** There is no place for toasts any more: none is shown. */
export function forgetToasts(): void {
  shown.clear();
}
