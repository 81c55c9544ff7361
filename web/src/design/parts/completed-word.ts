/** A word that is being typed, and where it stands. */
export interface TypedWord {
  readonly kind: 'person' | 'tag';
  /** Without its sign; of a person, empty after a sign alone. */
  readonly word: string;
  readonly from: number;
  readonly to: number;
}

/**
 * The words that are completed: `@name` and `#tag` in a text, or every word of a field for tags.
 */
export type CompletedIn = 'text' | 'tags';

/** The word before the caret that could be completed. */
export function typedWord(text: string, caret: number, of: CompletedIn): TypedWord | undefined {
  const before = text.slice(Math.max(0, caret - 60), caret);
  if (of === 'tags') {
    const word = before.split(/[\s,]/).at(-1) ?? '';
    return word === '' ? undefined : { kind: 'tag', word, from: caret - word.length, to: caret };
  }
  // A name with blanks is in quotation marks.
  const found = /(?:^|[\s(])(@"[^"\n]*|@[^\s@#]*|#[^\s@#]+)$/.exec(before)?.[1];
  if (found === undefined) return undefined;
  const kind = found.startsWith('@') ? 'person' : 'tag';
  const word = kind === 'person' ? found.slice(1).replace(/^"/, '') : found.slice(1);
  return { kind, word, from: caret - found.length, to: caret };
}
