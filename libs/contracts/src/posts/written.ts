import { fromMarkdown } from 'mdast-util-from-markdown';
import { looksBlank } from '../text/checks.ts';
import { isCostlyMarkdown, isSlowMarkdown } from '../markdown/costly-markdown.ts';
import { usesGitHubMarkdown } from '../markdown/github-markdown.ts';
import { githubSyntax } from '../markdown/github-syntax.ts';
import { postSyntax, type Part, type Syntax } from '../markdown/markdown-syntax.ts';
import { messageSyntax } from '../markdown/message-syntax.ts';

/** A question, an answer or a comment; or a message. */
export type WrittenAs = 'post' | 'message';

function parse(text: string, as: WrittenAs): Part {
  const forms: Syntax[] =
    as === 'message' ? [messageSyntax] : [postSyntax, ...(usesGitHubMarkdown(text) ? [githubSyntax] : [])];
  return fromMarkdown(text, {
    extensions: forms.flatMap(({ micromark }) => micromark),
    mdastExtensions: forms.flatMap(({ tree }) => tree),
  }) as Part; // a root with children
}

/** The tree of a text, parsed once, when it is needed: a check asks for it several times. */
export function parsedOnce(text: string, as: WrittenAs): () => Part {
  let tree: Part | undefined;
  return () => (tree ??= parse(text, as));
}

/** The tree that a page renders of a text; none of a text that it shows as it was typed. */
export function treeOf(text: string, as: WrittenAs): Part | undefined {
  return isCostlyMarkdown(text) ? undefined : parse(text, as);
}

/** What every code span and code block has one of. */
const codeSign = /`|~~~|\t| {4}/;

/**
 * A post without its code, for which a sign stands. A text that is too slow to parse is shown as it
 * was typed, like code. Source: decisions Q-9.
 */
export function proseOf(text: string, tree = parsedOnce(text, 'post')): string {
  if (!codeSign.test(text)) return text;
  if (isSlowMarkdown(text)) return '';
  const prose: string[] = [];
  let from = 0;
  // The parser skips a byte order mark.
  const shift = text.startsWith('\uFEFF') ? 1 : 0;
  for (const { start, end } of codeIn(tree())) {
    // Not blank: a label may be all code.
    prose.push(text.slice(from, start + shift), '\uFFFC');
    from = end + shift;
  }
  prose.push(text.slice(from));
  return prose.join('');
}

function codeIn({ type, position, children = [] }: Part): { readonly start: number; readonly end: number }[] {
  if (type !== 'code' && type !== 'inlineCode') return children.flatMap(codeIn);
  return [{ start: position?.start.offset ?? 0, end: position?.end.offset ?? 0 }];
}

/** A text that begins so shows at least this letter, whatever follows. */
const beginsPlainly = /^ {0,3}(?!\p{Default_Ignorable_Code_Point})\p{L}/u;

/**
 * Whether a reader sees nothing of a text: it is blank, or Markdown that shows no letter or sign,
 * such as `&nbsp;`, an empty quote or a line. Source: decisions Q-9.
 */
export function showsNothing(text: string, as: WrittenAs, tree = parsedOnce(text, as)): boolean {
  if (looksBlank(text)) return true;
  if (beginsPlainly.test(text)) return false;
  return !isCostlyMarkdown(text) && looksBlank(shownOf(tree()));
}

/** All text of a tree, and of images what stands for them. */
function shownOf({ value, alt, url, type, children = [] }: Part): string {
  const own = type.startsWith('image') && looksBlank(alt ?? '') ? (url ?? '') : (value ?? alt ?? '');
  return own + children.map(shownOf).join('');
}
