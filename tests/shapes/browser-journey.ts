import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import {
  ask,
  choosePerson,
  launchBrowser,
  listed,
  openBrowser,
  type PersonalBrowser,
  signUp,
} from '../e2e/browsers.ts';
import type { Product } from '../e2e/running-product.ts';

/**
 * The same in two browsers, with a gateway each if there are two: actions of one appear on the
 * other's open page.
 */
export function describeBrowserJourney(siteOf: () => Product): void {
  describe('a journey in two browsers', () => {
    let browser: Browser;
    let ann: PersonalBrowser;
    let ben: PersonalBrowser;

    beforeAll(async () => {
      browser = await launchBrowser();
      [ann, ben] = [await openBrowser(browser, siteOf().url), await openBrowser(browser, siteOf().url, 390)];
    });
    afterAll(() => browser?.close());

    test('two sign up, ask, answer, write to each other and play, each on the open page of the other', async () => {
      await signUp(ann.page, 'Ann of pages');
      await signUp(ben.page, 'Ben of pages');
      await ask(ann.page, 'Does this arrive by itself?');
      await follow(ben.page, 'Does this arrive by itself?');
      await follow(ann.page, 'Does this arrive by itself?');

      await ben.page.getByRole('link', { name: 'Answer Question' }).click();
      // The question's own page, which has the same form, stays until the next one has loaded.
      await ben.page.waitForURL('**/new/answer/*');
      await ben.page.getByLabel('Answer Text').fill('It does, *at once*.');
      await ben.page.getByRole('button', { name: 'Post Answer' }).click();
      const answer = ann.page.getByRole('list', { name: 'Answers' }).getByRole('listitem');
      await answer.getByText('It does, at once.').waitFor();
      await ann.page.getByText('2 views').waitFor();
      await ann.page.getByRole('link', { name: 'Notifications, 1 unread', exact: true }).waitFor();

      await ann.page.goto('/messaging/direct-message');
      await ben.page.goto('/messaging/direct-message');
      await ann.page.getByRole('button', { name: 'Start a Chat' }).click();
      await choosePerson(ann.page, 'Ben of pages', 'BEN OF PAGES');
      await ann.page.getByRole('button', { name: 'Create New Chat' }).click();
      await say(ann.page, 'Shall we play?');
      await ben.page.getByRole('link', { name: /Ann of pages.*1 unread message/ }).click();
      await log(ben.page).getByText('Shall we play?').waitFor();
      await say(ben.page, 'Nim it is.');
      await log(ann.page).getByText('Nim it is.').waitFor();

      await ben.page.goto('/games');
      await ann.page.goto('/games/new');
      await ann.page.getByRole('button', { name: 'Nim' }).click();
      await ann.page.getByRole('button', { name: 'Join Game' }).click();
      await ben.page.getByRole('link', { name: /Nim.*Ann of pages/ }).click();
      await ben.page.getByRole('button', { name: 'Join Game' }).click();
      for (const { page } of [ann, ben]) await page.getByText('Status: IN_PROGRESS', { exact: true }).waitFor();
      for (const [page, left] of [
        [ann.page, 18],
        [ben.page, 15],
      ] as const) {
        await page.getByLabel('Objects to take').fill('3');
        await page.getByRole('button', { name: 'Submit Move' }).click();
        for (const each of [ann, ben]) await each.page.getByText(`Remaining objects: ${left}`).waitFor();
      }
      // Refusals are logged by the browser: visitors have no session before they sign up.
      expect([...ann.faults, ...ben.faults].filter((fault) => !/40[01]/.test(fault))).toEqual([]);
    });
  });
}

async function follow(page: Page, title: string): Promise<void> {
  await listed(page, title).click();
  await page.getByRole('heading', { name: title }).waitFor();
}

const log = (page: Page) => page.getByRole('log', { name: 'Messages' });

async function say(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).fill(text);
  await page.getByRole('textbox', { name: 'Message' }).press('Enter');
}
