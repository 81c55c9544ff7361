import rehypeHighlight from 'rehype-highlight';
import { MarkdownText } from './markdown.tsx';

/** The highlighter's time grows with the square of what some languages are fed; beyond these sizes code stays plain. In characters. */
const most = { block: 4_000, text: 8_000 };

/** As much of the tree of a Markdown text as is looked at here. */
interface Part {
  readonly type: string;
  readonly tagName?: string;
  readonly value?: string;
  properties?: Record<string, unknown>;
  readonly children?: readonly Part[];
}

function codeIn(part: Part): readonly Part[] {
  if (part.tagName === 'pre') return (part.children ?? []).filter((child) => child.tagName === 'code');
  return (part.children ?? []).flatMap(codeIn);
}

function lengthOfText(part: Part): number {
  return (part.value ?? '').length + (part.children ?? []).reduce((sum, child) => sum + lengthOfText(child), 0);
}

/** Leaves out what is too long: for the reader's time, not for the looks. */
function leaveLongCode() {
  return (tree: Part) => {
    let sum = 0;
    for (const code of codeIn(tree)) {
      const length = lengthOfText(code);
      if (length > most.block || sum + length > most.text) code.properties = { className: ['no-highlight'] };
      else sum += length;
    }
  };
}

/** Markdown with its code in colours; apart, because the highlighter is heavy and most texts have no code. */
export default function HighlightedMarkdown({ text }: { readonly text: string }) {
  return <MarkdownText text={text} rehypePlugins={[leaveLongCode, rehypeHighlight]} />;
}
