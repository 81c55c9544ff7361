import { tagSeparators } from '@parlour/contracts/text/checks';
import { mentionsAt } from '@parlour/contracts/text/mentioned';

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
  const found = of === 'tags' ? tagBefore(before) : (personBefore(before) ?? namedTagBefore(before));
  return found && { kind: found.kind, word: found.word, from: caret - found.written.length, to: caret };
}

type Found = Pick<TypedWord, 'kind' | 'word'> & { readonly written: string };

function tagBefore(before: string): Found | undefined {
  const word = before.split(tagSeparators).at(-1) ?? '';
  return word === '' ? undefined : { kind: 'tag', word, written: word };
}

/** A name with blanks is in quotation marks. */
function personBefore(before: string): Found | undefined {
  const { 0: written = '', index = 0 } = /[@＠](?:["“][^"“”\n]*|[^\s@＠#]*)$/.exec(before) ?? {};
  const [mention] = mentionsAt({ type: 'text', value: `${before.slice(0, index)}@a` }).slice(-1);
  if (written === '' || mention?.from !== index) return undefined;
  return { kind: 'person', word: written.slice(1).replace(/^["“]/, ''), written };
}

function namedTagBefore(before: string): Found | undefined {
  const written = /(?:^|[\s(])(#[^\s@#]+)$/.exec(before)?.[1];
  return written === undefined ? undefined : { kind: 'tag', word: written.slice(1), written };
}
