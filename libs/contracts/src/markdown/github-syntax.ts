import { gfmAutolinkLiteralFromMarkdown } from 'mdast-util-gfm-autolink-literal';
import { gfmStrikethroughFromMarkdown } from 'mdast-util-gfm-strikethrough';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmTaskListItemFromMarkdown } from 'mdast-util-gfm-task-list-item';
import { gfmAutolinkLiteral } from 'micromark-extension-gfm-autolink-literal';
import { gfmStrikethrough } from 'micromark-extension-gfm-strikethrough';
import { gfmTable } from 'micromark-extension-gfm-table';
import { gfmTaskListItem } from 'micromark-extension-gfm-task-list-item';
import type { Construct, Extension } from 'micromark-util-types';
import { endedAtForeign, linkAddresses } from '../text/bare-addresses.ts';
import { besideWide, type Part, type Syntax } from './markdown-syntax.ts';

/** An extension with each of its parsers of text changed. */
function changed({ text = {}, ...others }: Extension, change: (construct: Construct) => Construct): Extension {
  const all = Object.entries(text).map(([sign, constructs]) => [sign, [constructs ?? []].flat().map(change)] as const);
  return { ...others, text: Object.fromEntries<Construct[]>(all) };
}

/**
 * What GitHub adds to Markdown, without footnotes: the numbers of one text would lead to another's
 * on the same page. Source: decisions Q-9.
 */
export const githubSyntax: Syntax = {
  micromark: [
    gfmTable(),
    // One tilde is "about": ~5 of ~6 strikes nothing out.
    changed(gfmStrikethrough({ singleTilde: false }), besideWide),
    gfmTaskListItem(),
    changed(gfmAutolinkLiteral(), endedAtForeign),
  ],
  tree: [
    gfmTableFromMarkdown(),
    gfmStrikethroughFromMarkdown(),
    gfmTaskListItemFromMarkdown(),
    { ...gfmAutolinkLiteralFromMarkdown(), transforms: [(tree) => linkAddresses(tree as Part)] },
  ],
};
