/** Whether the focus is at an element, in it or nowhere: its person has not moved on. */
export function isFocusAt(used: Element | null | undefined): boolean {
  const { activeElement, body } = document;
  return activeElement === null || activeElement === body || used?.contains(activeElement) === true;
}

/**
 * Moves the focus from a button, or a form, that is about to be disabled or removed to its result;
 * otherwise the next Tab or the screen reader would start again at the top. If the person has moved
 * on meanwhile, the focus stays there.
 */
export function moveFocus(used: Element | null | undefined, place: HTMLElement | null): void {
  if (isFocusAt(used)) place?.focus({ preventScroll: true });
}

/** The same to the heading of the page, when what the button was part of goes with it. */
export function moveFocusToHeading(button: HTMLElement): void {
  moveFocus(button, document.querySelector('h1'));
}

/** The heading of the section around a button; ask for it before the button goes. */
export function headingAround(button: HTMLElement): HTMLElement | null {
  return button.closest('section')?.querySelector('h2') ?? null;
}

/** Moves the focus from a button of a form that disappears to the form's first field. */
export function focusFirstField(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>('input, textarea')?.focus();
}

/** Moves the focus to a field for writing on behind its text. */
export function focusEnd(field: HTMLTextAreaElement | null): void {
  field?.focus();
  field?.setSelectionRange(field.value.length, field.value.length);
}
