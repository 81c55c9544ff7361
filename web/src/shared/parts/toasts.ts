import type { Id } from 'react-toastify/unstyled';

/** The visible toasts, each with its count. */
const shown = new Map<string, { readonly id: Id; readonly count: number }>();

/**
 * Shows a toast, optionally with a link. A repeated one is not shown twice: it gets a count and
 * stays as long as a new one would. The library is loaded with the first toast, because most visits
 * have none.
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

/** Forgets all toasts when their container is gone. */
export function forgetToasts(): void {
  shown.clear();
}
