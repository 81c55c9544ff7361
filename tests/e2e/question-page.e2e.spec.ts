import { beforeAll, describe, expect, test } from '@jest/globals';
import { until } from '@parlour/kernel/testing/until';
import type { Locator, Page } from 'playwright-core';
import { Person } from './person.ts';
import { own, sharedSite } from './shared.ts';
import { windowsFor } from './windows.ts';

const windows = windowsFor('the file');
let url: string;
let ann: Person;
let ben: Person;
let page: Page;

beforeAll(async () => {
  ({ url } = await sharedSite());
  ann = await new Person(url, own('Ann')).signUp();
  ben = await new Person(url, own('Ben')).signUp();
  ({ page } = await windows.of(ann));
});

const answerOn = (of: Page): Locator => of.locator('[id^=answer-]').first();

async function open({ _id }: { readonly _id: string }): Promise<void> {
  await page.goto(`/question/${_id}`);
  await answerOn(page).waitFor();
  await page.waitForFunction(() => document.querySelector('[data-waiting]') === null);
}

/** An answered question, with a comment, as long as most of the demonstration's. */
async function askUsual() {
  const question = await ann.ask('Why does the tide come later every day, and never at the same hour?', {
    text: `I row every morning before work, and what I wrote down does not repeat: the high water of Monday
was at 6:10, that of Tuesday at 7:00, and on Friday I missed it altogether.

Is there a rule that tells how much later it comes tomorrow, or do I need
[a table](https://example.org/tides) for each harbour?`.replaceAll(/(?<!\n)\n(?!\n)/g, ' '),
    tags: [{ name: 'almanacs' }, { name: 'rowing' }],
  });
  await ben.comment(question._id, 'question', 'Which harbour is it?');
  const answer = await ben.answer(question._id, 'Fifty minutes a day:\n\n- the moon\n  - rises later\n\n1. so wait');
  await ann.comment(answer._id, 'answer', '- neat');
  return question;
}

describe('a question of the usual length', () => {
  beforeAll(async () => open(await askUsual()));

  test('shows its first answer without scrolling', async () => {
    const text = answerOn(page).getByText('Fifty minutes a day');
    const { y = Infinity, height = 0 } = (await text.boundingBox()) ?? {};
    expect(y + height).toBeLessThan(860);
  });

  test('shows lists with their marks by level, in posts that stand in lists themselves', async () => {
    const marks = (of: Locator) => of.evaluateAll((all) => all.map((item) => getComputedStyle(item).listStyleType));
    const items = page.locator('[data-post] li');
    expect(await items.allTextContents()).toEqual([
      expect.stringMatching(/^the moon/),
      'rises later',
      'so wait',
      'neat',
    ]);
    expect(await marks(items)).toEqual(['disc', 'circle', 'decimal', 'disc']);
  });

  test('is printed as posts alone, with the addresses of links, in light colours', async () => {
    await page.evaluate(() => document.documentElement.setAttribute('data-mantine-color-scheme', 'dark'));
    await page.emulateMedia({ media: 'print' });
    const visible = (of: Locator) => of.filter({ visible: true }).count();
    const shown = {
      controls: await visible(page.locator('button, input, textarea, select, aside, nav, header')),
      links: await visible(page.locator('a[aria-label]')),
      posts: await visible(page.locator('[data-post]')),
    };
    expect(shown).toEqual({ controls: 0, links: 0, posts: 4 });
    expect(await page.getByText('Your answer').isVisible()).toBe(false);
    const looks = await page.getByRole('link', { name: 'a table' }).evaluate((link) => ({
      address: getComputedStyle(link, '::after').content,
      scheme: getComputedStyle(link).colorScheme,
    }));
    expect(looks).toEqual({ address: '" (https://example.org/tides)"', scheme: 'light' });
    await page.emulateMedia({ media: null });
  });
});

test('a question from right to left has its title and its text on the right', async () => {
  const question = await ann.ask('كيف أقرأ جدول المد؟', { text: 'أريد أن أعرف متى يأتي المد.' });
  await ben.answer(question._id, 'انظر إلى القمر.');
  await open(question);
  const rightOf = (of: Locator) =>
    of.evaluate((element) => {
      const words = document.createRange();
      words.selectNodeContents(element);
      const main = document.querySelector('main [data-rail] > div'); // the page beside its rail
      return Math.round((main?.getBoundingClientRect().right ?? 0) - words.getBoundingClientRect().right);
    });
  expect(await rightOf(page.getByRole('heading', { level: 1 }))).toBe(0);
  expect(await rightOf(page.getByText('أريد أن'))).toBe(0);
  expect(await rightOf(page.getByText('انظر'))).toBe(0);
});

test('code is shown and typed in a face of its own, which comes only then', async () => {
  const { page: fresh } = await windows.own(ann);
  const faces: string[] = [];
  fresh.on('response', (response) => {
    const [, face] = /\/([\w-]*mono[\w-]*)-latin[^/]*\.woff2$/.exec(response.url()) ?? [];
    if (face !== undefined) faces.push(face);
  });
  await fresh.goto('/new/question');
  await fresh.locator('html[data-fonts]').waitFor();
  await fresh.getByLabel('Question Text').fill('How?');
  await fresh.evaluate(() => document.fonts.ready);
  expect(faces).toEqual([]);
  await fresh.getByLabel('Question Text').fill('How?\n\n```js\nlet tide;\n```');
  await fresh.waitForFunction(() => document.fonts.check("14px 'JetBrains Mono'"));
  await fresh.locator('pre code').waitFor();
  const familyOf = (of: Locator) => of.evaluate((element) => getComputedStyle(element).fontFamily.split(',')[0]);
  for (const place of [fresh.getByLabel('Question Text'), fresh.locator('pre code')]) {
    // While it is typed, the preview is made anew.
    await until('it has its face', async (saw) => saw(await familyOf(place)) === '"JetBrains Mono"');
  }
  expect(faces).toEqual(['jetbrains-mono']);
});

test('suggestions of tags open above their field where the window ends below it', async () => {
  await ann.ask('What is a barometer?', { tags: [{ name: 'barometers' }] });
  await page.goto('/new/question');
  const field = page.getByLabel('Tags');
  const suggestions = page.getByRole('listbox', { name: 'Suggestions' });
  const placed = async (block: ScrollLogicalPosition) => {
    await field.fill('');
    await field.evaluate((element, at) => element.scrollIntoView({ block: at }), block);
    await field.pressSequentially('barom');
    const [list, box] = await Promise.all([suggestions.boundingBox(), field.boundingBox()]);
    return list && box && (list.y > box.y ? 'below' : list.y + list.height <= box.y ? 'above' : 'over it');
  };
  await page.setViewportSize({ width: 1280, height: 560 });
  expect(await placed('end')).toBe('above');
  await page.setViewportSize({ width: 1280, height: 1400 });
  expect(await placed('nearest')).toBe('below');
  await field.press('Enter');
  await page.getByRole('button', { name: 'Remove barometers' }).waitFor();
});
