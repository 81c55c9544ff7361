import { hasMentions, mentionedIn, mentionsAt } from './mentioned.ts';
import { treeOf, type WrittenAs } from '../posts/written.ts';

/**
 * The people whom a text of Markdown mentions: those whom the page makes links of. Source:
 * decisions U-12.
 */
export function mentionsIn(text: string, as: WrittenAs): readonly string[] {
  const tree = hasMentions(text) ? treeOf(text, as) : undefined;
  return tree ? mentionedIn(tree) : [];
}

/**
 * How a mention of this person is written, with backslashes before signs that Markdown would read;
 * the bare name if no form would mention just them.
 */
export function mentionOf(name: string): string {
  const isRead = (written: string) => {
    const read = (['post', 'message'] as const).map((as) => treeOf(written, as)?.children?.[0]?.children ?? []);
    return read.every(([text, ...others]) => {
      const [first] = text ? mentionsAt(text) : [];
      return others.length === 0 && first?.name === name && first.from === 0 && first.to === text?.value?.length;
    });
  };
  const escaped = name.replaceAll(/[!-/:-@[-`{-~]/g, '\\$&');
  const forms = [`@${name}`, ...[name, escaped].flatMap((each) => [`@"${each}"`, `@“${each}”`])];
  return forms.find(isRead) ?? name;
}
