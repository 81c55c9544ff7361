import type { CompileContext, Extension as TreeExtension } from 'mdast-util-from-markdown';
import { attention } from 'micromark-core-commonmark';
import { classifyCharacter } from 'micromark-util-classify-character';
import type { Code, Construct, Extension, Token } from 'micromark-util-types';

/** The part of a Markdown syntax tree that is needed here. */
export interface Part {
  type: string;
  value?: string | null;
  url?: string;
  alt?: string | null;
  identifier?: string;
  data?: PartData | undefined;
  position?: { readonly start: { readonly offset?: number }; readonly end: { readonly offset?: number } } | undefined;
  children?: Part[];
}

interface PartData {
  /** Of a text: where it has an @ that was typed after a backslash. */
  escaped?: number[];
  /** Of a definition: what was typed. */
  typed?: string;
  hProperties?: Readonly<Record<string, string>>;
}

/** What a form of Markdown has beyond CommonMark. */
export interface Syntax {
  readonly micromark: readonly Extension[];
  readonly tree: readonly TreeExtension[];
}

/** The letters and punctuation of Chinese, Japanese and Korean. */
function isWide(code: Code): boolean {
  return (
    code !== null &&
    code > 0 &&
    /[\u1100-\u11FF\u2E80-\u2FFF\u3001-\uA4CF\uAC00-\uD7FF\uF900-\uFAFF\uFE30-\uFE4F\uFF01-\uFFEF]/.test(
      String.fromCharCode(code),
    )
  );
}

const isSpace = (code: Code): boolean => classifyCharacter(code) === 1;

/**
 * Signs around words, such as `**`, by a rule that scripts without blanks can follow: beside one of
 * their characters, only white space keeps a sign from opening or closing. CommonMark's own rule
 * takes `**他说：“好”**之后` for no pair, because of the punctuation within. Source: decisions Q-9.
 */
export function besideWide(construct: Construct): Construct {
  return {
    ...construct,
    tokenize(effects, ok, nok) {
      const before = this.previous;
      const rated = (after: Code) => {
        const token = this.events.at(-1)?.[1];
        if (token && (isWide(before) || isWide(after)))
          Object.assign(token, { _open: !isSpace(after), _close: !isSpace(before) });
        return ok(after);
      };
      return construct.tokenize.call(this, effects, rated, nok);
    },
  };
}

/** Changes what has no children, everywhere in a tree, in order. */
export function changeChildren(part: Part, change: (child: Part) => Part[]): void {
  if (!part.children) return;
  part.children = part.children.flatMap((child) => {
    changeChildren(child, change);
    return change(child);
  });
}

/** A part of a text, which keeps what is known of it. */
export function pieceOf({ value, data }: Part, from: number, to?: number): Part[] {
  const piece = value?.slice(from, to) ?? '';
  if (piece === '') return [];
  return [{ type: 'text', value: piece, data: { escaped: (data?.escaped ?? []).map((at) => at - from) } }];
}

/** Notes an @ after a backslash: it mentions nobody. */
function exitEscape(this: CompileContext, token: Token): void {
  const text = this.stack.at(-1) as Part | undefined; // a node of the tree
  if (text?.type === 'text' && this.sliceSerialize(token) === '@')
    ((text.data ??= {}).escaped ??= []).push(text.value?.length ?? 0);
  this.config.exit['data']?.call(this, token);
}

/** Notes what was typed as a definition. */
function exitDefinition(this: CompileContext, token: Token): void {
  const definition = this.stack.at(-1) as Part | undefined; // a node of the tree
  if (definition) definition.data = { typed: this.sliceSerialize(token) };
  this.exit(token);
}

/** Shows definitions that nothing uses as what was typed, as `[EDIT]: rebooting`. */
function showUnused(tree: Part): void {
  const used = new Set<string>();
  const find = (part: Part): void => {
    if (part.type.endsWith('Reference')) used.add(part.identifier ?? '');
    part.children?.forEach(find);
  };
  find(tree);
  changeChildren(tree, (part) => {
    // Of several with one label, the first one is used.
    if (part.type !== 'definition' || used.delete(part.identifier ?? '')) return [part];
    return [{ type: 'paragraph', children: [{ type: 'text', value: part.data?.typed ?? '' }] }];
  });
}

/** For all texts. */
export const emphasis: Extension = { text: { 42: besideWide(attention) } };

/** For all texts. */
export const escapes: TreeExtension = { exit: { characterEscapeValue: exitEscape } };

/** Posts. Source: decisions Q-9. */
export const postSyntax: Syntax = {
  micromark: [emphasis],
  tree: [
    escapes,
    {
      exit: { definition: exitDefinition },
      transforms: [(tree) => showUnused(tree as Part)],
    },
  ],
};
