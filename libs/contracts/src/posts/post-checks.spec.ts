import { expect, test } from '@jest/globals';
import { fileIdOf } from '../testing/file-ids.ts';
import { checkAnswerText, checkComment, checkHyperlinks, checkMessage, checkQuestionText } from './post-checks.ts';

/** So many pictures, each another. */
function pictures(count: number): string {
  const ids = Array.from({ length: count }, (_, at) => fileIdOf('image/png', { width: at + 1, height: 1 }));
  return ids.map((id) => `![a](/file/${id})`).join('\n');
}

test.each([
  ['question', checkQuestionText],
  ['answer', checkAnswerText],
  ['message', checkMessage],
] as const)('[FI-3] a %s has fifty files at most, on any site', (_, check) => {
  expect(check(pictures(50))).toBeUndefined();
  expect(check(pictures(51))).toEqual({ code: 'file.tooMany', text: 'A post can’t have more than 50 files' });
});

test('a picture of this site needs no words, every other link does', () => {
  const [picture, other] = [fileIdOf('image/png', { width: 1, height: 1 }), fileIdOf('text/plain', { size: 9 })];
  expect(checkHyperlinks(`![](/file/${picture})`)).toBeUndefined();
  for (const text of [`[](/file/${picture})`, `![](/file/${other})`, '![](https://example.org/a.png)'])
    expect([text, checkHyperlinks(text)?.code]).toEqual([text, 'text.hyperlink']);
});

test('a picture without words is a text', () => {
  const picture = `![](/file/${fileIdOf('image/png', { width: 1, height: 1 })})`;
  expect([checkQuestionText(picture), checkComment(picture), checkMessage(picture)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
