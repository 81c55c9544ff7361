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
          linkAddresses(root);
        },
      ],
    },
  ],
};
