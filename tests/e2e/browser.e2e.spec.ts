import { beforeEach, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { until } from '@parlour/kernel/testing/until';
import { ask, openListed, type PersonalBrowser, signUp } from './browsers.ts';
import { own } from './shared.ts';
import { windowsFor } from './windows.ts';

const windows = windowsFor('each test');
let ann: PersonalBrowser;
let ben: PersonalBrowser;

beforeEach(async () => {
  ann = await windows.of(undefined);
  ben = await windows.of(undefined, 390);
});

describe('two people in two browsers', () => {
  test('sign up, ask, see it appear, answer, see that appear', async () => {
    await signUp(ann.page, own('Ann'));
    await signUp(ben.page, own('Ben'));
    await ask(ann.page, 'Does this arrive by itself?');
    // Ben has not touched the page since signing up.
    await openListed(ben.page, 'Does this arrive by itself?');
    await openListed(ann.page, 'Does this arrive by itself?');

    await ben.page.getByRole('link', { name: 'Answer Question' }).click();
    // The question's own page, which has the same form, stays until the next one has loaded.
    await ben.page.waitForURL('**/new/answer/*');
    await ben.page.getByLabel('Answer Text').fill('It does, *at once*.');
    await ben.page.getByRole('button', { name: 'Post Answer' }).click();
    const answer = ann.page.getByRole('list', { name: 'Answers' }).getByRole('listitem');
    await answer.getByText('It does, at once.').waitFor();
    await answer.getByText(own('Ben')).first().waitFor();
    await ann.page.getByText('2 views').waitFor();
    // 404: other files close communities whose questions stand in the list.
    expect([...ann.faults, ...ben.faults].filter((fault) => !/40[014]/.test(fault))).toEqual([]);
  });

  test('[SC-4] a hard refresh keeps the screen, signing out leads to the login, and the wanted page opens after it', async () => {
    await signUp(ann.page, own('Ann again'));
    await ann.page.goto('/new/question');
    await ann.page.reload();
    await ann.page.getByLabel('Question Title').waitFor();
    await ann.page.getByRole('button', { name: 'Sign out' }).click();
    await ann.page.getByRole('button', { name: 'Submit' }).waitFor();
    await ann.page.goto('/home?search=hello');
    await ann.page.getByLabel('Username').fill(own('ann AGAIN'));
    await ann.page.getByLabel('Password', { exact: true }).fill('correct horse');
    await ann.page.keyboard.press('Enter');
    await ann.page.getByRole('heading', { name: 'Search Results' }).waitFor();
  });

  test('two tabs with the same form keep a draft each, and signing out names and deletes both', async () => {
    await signUp(ann.page, own('Ann of tabs'));
    const other = await ann.context.newPage();
    const titleIn = (page: Page) => page.getByLabel('Question Title');
    await ann.page.goto('/new/question');
    await titleIn(ann.page).fill('One');
    await other.goto('/new/question');
    await until('the other tab begins with it', async () => (await titleIn(other).inputValue()) === 'One');
    await titleIn(other).fill('Two');
    const drafts = () => Object.keys(localStorage).filter((key) => key.startsWith('parlour.draft/'));
    // The first tab hears from the browser that the other one took its draft, and keeps its own.
    await until('each has its draft', async (saw) => saw(await ann.page.evaluate(drafts)).length === 2);
    for (const [page, title] of [
      [ann.page, 'One'],
      [other, 'Two'],
    ] as const) {
      await page.reload();
      await until(`${title} is there`, async (saw) => saw(await titleIn(page).inputValue()) === title);
    }
    await other.getByRole('button', { name: 'Sign out' }).click();
    const dialog = other.getByRole('dialog', { name: 'Sign out?' });
    await dialog.getByRole('listitem').first().waitFor();
    expect((await dialog.getByRole('listitem').allTextContents()).toSorted()).toEqual([
      'Question: One',
      'Question: Two',
    ]);
    await dialog.getByRole('button', { name: 'Delete and sign out' }).click();
    for (const page of [other, ann.page]) await page.getByRole('button', { name: 'Submit' }).waitFor();
    expect(await ann.page.evaluate(drafts)).toEqual([]);
  });
});
