import { githubSyntax } from '@parlour/contracts/markdown/github-syntax';
import { postSyntax } from '@parlour/contracts/markdown/markdown-syntax';
import { MarkdownText } from './markdown.tsx';

/** Markdown with tables, tasks and bare links. A chunk of its own, because most texts have none. */
export default function GitHubMarkdown({ text }: { readonly text: string }) {
  return <MarkdownText text={text} syntax={[postSyntax, githubSyntax]} />;
}
