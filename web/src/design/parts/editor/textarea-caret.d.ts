declare module '@koddsson/textarea-caret' {
  /** Where a position of a field's text is, in pixels from the field's own corner. */
  export default function getCaretCoordinates(
    field: HTMLTextAreaElement | HTMLInputElement,
    position: number,
  ): { readonly top: number; readonly left: number; readonly height: number };
}
