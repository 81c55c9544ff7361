import type { ClipboardEvent, KeyboardEvent, RefObject } from 'react';
import { isComposing } from '../form/is-composing.ts';
import { hasModifier } from '../page/keys.ts';
import { applyChange, continueLine, format, pasteOver, writtenIn, type Change, type Format } from './markdown-edit.ts';
import { formatOf } from './markdown-toolbar.tsx';

/** What helps to write Markdown in a field: shortcuts, lists that go on, links by pasting. */
export function useMarkdownWriting(field: RefObject<HTMLTextAreaElement | null>, readOnly: boolean) {
  function change(to: Change | undefined): boolean {
    if (!to || !field.current || readOnly) return false;
    applyChange(field.current, to);
    return true;
  }

  return {
    onFormat: (as: Format): void => {
      if (field.current) change(format(writtenIn(field.current), as));
    },
    onKeyDown: (event: KeyboardEvent<HTMLTextAreaElement>): void => {
      if (isComposing(event.nativeEvent)) return;
      const as = formatOf(event);
      const plainEnter = event.key === 'Enter' && !hasModifier(event);
      const written = writtenIn(event.currentTarget);
      const to = as ? format(written, as) : plainEnter ? continueLine(written) : undefined;
      if (!change(to)) return;
      event.preventDefault();
      // The page has shortcuts of its own.
      event.stopPropagation();
    },
    onPaste: (event: ClipboardEvent<HTMLTextAreaElement>): void => {
      const to = pasteOver(writtenIn(event.currentTarget), event.clipboardData.getData('text/plain'));
      if (change(to)) event.preventDefault();
    },
  };
}
