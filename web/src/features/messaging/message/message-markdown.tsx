import { messageSyntax } from '@parlour/contracts/markdown/message-syntax';
import { MarkdownText } from '../../../design/parts/text/markdown.tsx';

/** A message as Markdown. A chunk of its own, because the renderer is heavy. */
export default function MessageMarkdown({ text }: { readonly text: string }) {
  return <MarkdownText text={text} syntax={[messageSyntax]} />;
}
