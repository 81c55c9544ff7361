import { showToast } from '../feedback/toasts.ts';

/** Copies what is selected in a field, as pages did before they had a clipboard. */
function copyFromField(text: string): boolean {
  const focused = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'visually-hidden';
  // That class would make one line of all.
  field.style.whiteSpace = 'pre';
  // No keyboard comes up on a phone.
  field.readOnly = true;
  // Beside what has the focus: a dialog keeps that within.
  (focused?.closest('body *')?.parentElement ?? document.body).append(field);
  field.focus({ preventScroll: true });
  field.select();
  try {
    return 'execCommand' in document && document.execCommand('copy');
  } finally {
    field.remove();
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  }
}

/** Copies a text without the clipboard; one that can't be copied at all is shown. */
export async function copyOtherwise(text: string, done: string): Promise<void> {
  if (copyFromField(text)) await showToast('success', done);
  else await showToast('info', text);
}
