import { expect, test } from '@jest/globals';
import { fileIdOf } from '@parlour/contracts/testing/file-ids';
import { describing, insertion, markdownOf, picturesIn, removing, type Replacement } from './file-edit.ts';

const photo = fileIdOf('image/png', { width: 300, height: 200 });
const icon = fileIdOf('image/png', { width: 30, height: 20 });
const plan = fileIdOf('application/pdf', { size: 1_000 });

function changed(text: string, changes: readonly Replacement[]): string {
  return changes.reduce((now, { from, to, by }) => now.slice(0, from) + by + now.slice(to), text);
}

test('a picture has no words at first, another file its name', () => {
  expect(markdownOf({ _id: photo, name: 'IMG_2034.png' })).toBe(`![](/file/${photo})`);
  expect(markdownOf({ _id: plan, name: 'my_plan [2]\n*v3* _a_.pdf' })).toBe(
    `[my_plan \\[2\\] \\*v3\\* \\_a\\_.pdf](/file/${plan})`,
  );
});

/** The text after the insertion at its "|", which then stands at the caret. */
function inserted(written: string, markdown: string): string {
  const text = written.replace('|', '');
  const change = insertion(text, written.indexOf('|'), markdown);
  const after = changed(text, [change]);
  const [at] = change.select;
  return `${after.slice(0, at)}|${after.slice(at)}`;
}

const image = '![](/file/1)';

test.each([
  ['|', `${image}\n\n|`],
  ['so|', `so|\n\n${image}`],
  ['so\n|', `so\n\n${image}\n\n|`],
  ['so\n\n|\n\nit', `so\n\n${image}|\n\nit`],
  ['so\n\n|\nit', `so\n\n${image}\n|\nit`],
  ['so it| is\nnow', `so it| is\n\n${image}\n\nnow`],
  [`so|\n\n![a](/file/2)\n\n![b](/file/3)`, `so|\n\n![a](/file/2)\n\n![b](/file/3)\n\n${image}`],
])('[FI-1] at %j, a picture is a paragraph of its own', (written, expected) => {
  expect(inserted(written, image)).toBe(expected);
});

test.each([
  ['|', '[a]() |'],
  ['see|', 'see [a]() |'],
  ['see |.', 'see [a]()|.'],
  ['(|)', '([a]()|)'],
])('[FI-1] at %j, a link stands among the words', (written, expected) => {
  expect(inserted(written, '[a]()')).toBe(expected);
});

test('the pictures of a text are found with their words; files of other sites and kinds are none', () => {
  const text = `![a \\*b\\] c](/file/${photo}) ![](/file/${icon}) ![again](/file/${photo})
    [x](/file/${photo}) ![p](/file/${plan}) ![o](https://example.org/a.png) ![open`;
  expect(picturesIn(text)).toEqual([
    { id: photo, alt: 'a *b] c' },
    { id: icon, alt: '' },
  ]);
});

test.each(['a leaf ', 'a \\ [b] *c* `d` <e> &amp; ~f~ _g_ h_i', ''])(
  '[FI-1] the description %j is written so that it is read again as it is',
  (alt) => {
    const text = `![x](/file/${photo}) and ![y](/file/${icon}) and ![z](/file/${photo})`;
    const after = changed(text, describing(text, { id: photo, alt }));
    expect(picturesIn(after)).toEqual([
      { id: photo, alt },
      { id: icon, alt: 'y' },
    ]);
    expect(changed(after, describing(after, { id: photo, alt: 'x' }))).toBe(text.replace('![z]', '![x]'));
  },
);

test('a picture is taken out with the blank lines behind it', () => {
  const text = `so\n\n![a](/file/${photo})\n\nit ![b](/file/${icon})`;
  expect(changed(text, removing(text, photo))).toBe(`so\n\nit ![b](/file/${icon})`);
});
