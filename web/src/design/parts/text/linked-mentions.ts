import { canonicalName } from '@parlour/contracts/text/checks';
import { pieceOf, type Part } from '@parlour/contracts/markdown/markdown-syntax';
import { isLink, mentionedIn, mentionsAt } from '@parlour/contracts/text/mentioned';

/** A link is longer than a mention: more of them, and the page would be many times its text. */
const most = 100;

/**
 * A plugin that makes links of those whom the text mentions: exactly the names of whom the server
 * notifies. Source: decisions U-12.
 */
export function linkedMentions() {
  return (tree: object) => {
    const names = new Set(mentionedIn(tree as Part)); // a root with children
    if (names.size > 0) linkIn(tree as Part, names, { left: most });
  };
}

function linkIn(part: Part, names: ReadonlySet<string>, links: { left: number }): void {
  if (!part.children || isLink(part)) return;
  part.children = part.children.flatMap((child) => linked(child, names, links));
  for (const child of part.children) linkIn(child, names, links);
}

/** A text as itself and links to profiles. */
function linked(text: Part, names: ReadonlySet<string>, links: { left: number }): Part[] {
  const parts: Part[] = [];
  let last = 0;
  for (const { name, from, to } of mentionsAt(text)) {
    if (!names.has(canonicalName(name)) || links.left === 0) continue;
    links.left -= 1;
    const data = { hProperties: { 'data-mention': name } };
    parts.push(...pieceOf(text, last, from));
    parts.push({ type: 'link', url: '', data, children: [{ type: 'text', value: `@${name}` }] });
    last = to;
  }
  return last === 0 ? [text] : [...parts, ...pieceOf(text, last)];
}
