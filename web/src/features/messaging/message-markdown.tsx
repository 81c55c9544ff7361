import { MarkdownText } from '../../design/parts/markdown.tsx';

/** What messages don't have: these signs stay as they were written. */
const disabled = [
  'headingAtx',
  'setextUnderline',
  'list',
  'thematicBreak',
  'codeIndented',
  'definition',
  'labelStartImage',
  'htmlFlow',
  'htmlText',
  'characterReference',
  'hardBreakEscape',
];

/** The part of a Markdown syntax tree that is needed here. */
interface Part {
  type: string;
  value?: string;
  url?: string;
  children?: Part[];
}

const address = /https:\/\/[^\s<>]+/g;

function countOf(text: string, sign: string): number {
  return text.split(sign).length - 1;
}

/** Signs after an address belong to the sentence, and so does a bracket that opened before it. */
function endOf(written: string): number {
  let unopened = countOf(written, ')') - countOf(written, '(');
  for (let end = written.length; end > 0; end--) {
    const sign = written.charAt(end - 1);
    if (!/[.,:;!?'"*_~)\]}]/.test(sign) || (sign === ')' && unopened-- <= 0)) return end;
  }
  return 0;
}

/** A text as itself and links. */
function linked(text: string): Part[] {
  const parts: Part[] = [];
  let last = 0;
  for (const { 0: written, index } of text.matchAll(address)) {
    const url = written.slice(0, endOf(written));
    if (!URL.canParse(url)) continue;
    parts.push({ type: 'text', value: text.slice(last, index) });
    parts.push({ type: 'link', url, children: [{ type: 'text', value: url }] });
    last = index + url.length;
  }
  return [...parts, { type: 'text', value: text.slice(last) }].filter((part) => part.value !== '');
}

function change(part: Part): void {
  if (!part.children) return;
  part.children = part.children.flatMap((child) => {
    // Line breaks are shown as written, so these would be doubled.
    if (child.type === 'break') return [{ type: 'text', value: '\n' }];
    if (child.type === 'text') return linked(child.value ?? '');
    if (child.type !== 'link') change(child);
    return [child];
  });
}

/** Emphasis, code, links (bare ones too) and quotes. */
function onlyMessages(this: { readonly data: () => object }) {
  const data: { micromarkExtensions?: object[] } = this.data(); // remark-parse reads it
  (data.micromarkExtensions ??= []).push({ disable: { null: disabled } });
  return (tree: object) => {
    change(tree as Part); // a root with children
  };
}

/** A message as Markdown. A chunk of its own, because the renderer is heavy. */
export default function MessageMarkdown({ text }: { readonly text: string }) {
  return <MarkdownText text={text} remarkPlugins={[onlyMessages]} />;
}
