import { pictureIn } from '../files/file-id.ts';
import { linkAddresses } from '../text/bare-addresses.ts';
import { changeChildren, emphasis, escapes, type Part, type Syntax } from './markdown-syntax.ts';

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

function wordsOf({ value, children = [] }: Part): string {
  return value ?? children.map(wordsOf).join('');
}

/** Makes images of links to pictures of this site that have an exclamation mark before them. */
function showPictures({ children = [] }: Part): void {
  for (const [index, child] of children.entries()) {
    const before = children[index - 1];
    if (child.type !== 'link' || before?.type !== 'text' || !before.value?.endsWith('!')) showPictures(child);
    else if (pictureIn(child.url) !== undefined) {
      before.value = before.value.slice(0, -1);
      children[index] = { type: 'image', url: child.url ?? '', alt: wordsOf(child) };
    }
  }
}

/** Messages. Source: decisions M-7. */
export const messageSyntax: Syntax = {
  micromark: [emphasis, { disable: { null: disabled } }],
  tree: [
    escapes,
    {
      transforms: [
        (tree) => {
          const root = tree as Part; // with children
          // Line breaks are shown as written, so these would be doubled.
          changeChildren(root, (part) => [part.type === 'break' ? { type: 'text', value: '\n' } : part]);
          showPictures(root);
          linkAddresses(root);
        },
      ],
    },
  ],
};
