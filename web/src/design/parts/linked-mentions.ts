import { canonicalName } from '@parlour/contracts/checks';
import { mentionsAt, mentionsIn } from '@parlour/contracts/mentions';

/** The part of a Markdown syntax tree that is needed here. */
interface Part {
  readonly type: string;
  readonly value?: string;
  readonly url?: string;
  readonly data?: object;
  children?: Part[];
}

/** A link is longer than a mention: more of them, and the page would be many times its text. */
const most = 100;

/**
 * A plugin that makes links of those whom the text mentions: exactly the names of whom the server
 * notifies. Source: decisions U-12.
 */
export function linkedMentions(text: string) {
  return () => (tree: object) => {
    const names = new Set(mentionsIn(text));
    if (names.size > 0) linkIn(tree as Part, names, { left: most }); // a root with children
  };
}

function linkIn(part: Part, names: ReadonlySet<string>, links: { left: number }): void {
  if (!part.children) return;
  part.children = part.children.flatMap((child) => {
    if (child.type === 'text') return linked(child.value ?? '', names, links);
    if (child.type !== 'link' && child.type !== 'linkReference') linkIn(child, names, links);
    return [child];
  });
}

/** A text as itself and links to profiles. */
function linked(text: string, names: ReadonlySet<string>, links: { left: number }): Part[] {
  const parts: Part[] = [];
  let last = 0;
  for (const { name, from, to } of mentionsAt(text)) {
    if (!names.has(canonicalName(name)) || links.left === 0) continue;
    links.left -= 1;
    parts.push({ type: 'text', value: text.slice(last, from) });
    const data = { hProperties: { 'data-mention': name } };
    parts.push({ type: 'link', url: '', data, children: [{ type: 'text', value: `@${name}` }] });
    last = to;
  }
  return [...parts, { type: 'text', value: text.slice(last) }].filter((part) => part.value !== '');
}
