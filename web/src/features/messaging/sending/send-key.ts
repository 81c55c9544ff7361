import type { KeyboardEvent } from 'react';
import { isComposing } from '../../../design/parts/form/is-composing.ts';

/**
 * Whether a key sends what is written. A keyboard on a screen has no Shift and Enter: there Enter
 * alone begins a line. A tablet may have a real one too, so Ctrl or Cmd and Enter send everywhere.
 */
export function isSendKey(event: KeyboardEvent, touch: boolean): boolean {
  // During IME composition, Enter confirms the word.
  if (event.key !== 'Enter' || isComposing(event.nativeEvent)) return false;
  return event.ctrlKey || event.metaKey || !(event.shiftKey || touch);
}
