import { showToast } from '../feedback/toasts.ts';

const other = () => import('./copy-otherwise.ts');

// Without HTTPS. Some browsers copy only at once after a press: what loads then is too late.
if (!('clipboard' in navigator)) void other().catch(() => undefined);

/** Copies a text and says so. */
export async function copyText(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    await showToast('success', done);
  } catch {
    // A page without HTTPS has no clipboard, and people may forbid it.
    await (await other()).copyOtherwise(text, done);
  }
}

/** Whether the device has a sheet for sharing, and a finger to use it. */
function sharesByHand(): boolean {
  return 'share' in navigator && window.matchMedia('(pointer: coarse)').matches;
}

/** Shares an address: on a phone by its own sheet, elsewhere by copying it. */
export async function shareAddress(address: string, title?: string): Promise<void> {
  if (!sharesByHand()) return copyText(address, 'Link copied.');
  // Rejected if people close the sheet.
  await navigator.share({ url: address, ...(title !== undefined && { title }) }).catch(() => undefined);
}
