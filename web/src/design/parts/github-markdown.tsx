import { gfmAutolinkLiteralFromMarkdown } from 'mdast-util-gfm-autolink-literal';
import { gfmStrikethroughFromMarkdown } from 'mdast-util-gfm-strikethrough';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmTaskListItemFromMarkdown } from 'mdast-util-gfm-task-list-item';
import { gfmAutolinkLiteral } from 'micromark-extension-gfm-autolink-literal';
import { gfmStrikethrough } from 'micromark-extension-gfm-strikethrough';
import { gfmTable } from 'micromark-extension-gfm-table';
import { gfmTaskListItem } from 'micromark-extension-gfm-task-list-item';
import { MarkdownText } from './markdown.tsx';

/**
 * What GitHub adds to Markdown, without footnotes: the numbers of one text would lead to another's
 * on the same page.
 */
export function github(this: { data(): object }): void {
  // One tilde is "about": ~5 of ~6 strikes nothing out.
  const micromarkExtensions = [
    gfmTable(),
    gfmStrikethrough({ singleTilde: false }),
    gfmTaskListItem(),
    gfmAutolinkLiteral(),
  ];
  const fromMarkdownExtensions = [
    gfmTableFromMarkdown(),
    gfmStrikethroughFromMarkdown(),
    gfmTaskListItemFromMarkdown(),
    gfmAutolinkLiteralFromMarkdown(),
  ];
  Object.assign(this.data(), { micromarkExtensions, fromMarkdownExtensions });
}

/** Markdown with tables, tasks and bare links. A chunk of its own, because most texts have none. */
export default function GitHubMarkdown({ text }: { readonly text: string }) {
  return <MarkdownText text={text} remarkPlugins={[github]} />;
}
