import { githubSyntax } from '@parlour/contracts/markdown/github-syntax';
import { postSyntax } from '@parlour/contracts/markdown/markdown-syntax';
import rehypeHighlight from 'rehype-highlight';
import { usesGitHubMarkdown } from '@parlour/contracts/markdown/github-markdown';
import { MarkdownText } from './markdown.tsx';

/**
 * For some languages the highlighter takes quadratic time, so code beyond these sizes, in
 * characters, stays plain.
 */
const most = { block: 4_000, text: 8_000 };

/** The part of a Markdown syntax tree that is needed here. */
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

/** Excludes code that is too long to highlight quickly. */
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

/**
 * Markdown with highlighted code. A chunk of its own, because the highlighter is heavy and most
 * texts have no code.
 */
export default function HighlightedMarkdown({ text }: { readonly text: string }) {
  const more = usesGitHubMarkdown(text) ? [githubSyntax] : [];
  return <MarkdownText text={text} syntax={[postSyntax, ...more]} rehypePlugins={[leaveLongCode, rehypeHighlight]} />;
}
