import { isDeepStrictEqual } from 'node:util';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { messages } from '@parlour/contracts/messages';
import { until } from '@parlour/kernel/testing/until';
import { Person } from './person.ts';
import { own, sharedSite } from './shared.ts';
import { windowsFor } from './windows.ts';

let url: string;
const windows = windowsFor('each test');

beforeAll(async () => {
  ({ url } = await sharedSite());
});

async function pageOf(person: Person): Promise<Page> {
  return (await windows.of(person)).page;
}

async function people(...names: string[]): Promise<Person[]> {
  return Promise.all(names.map((name) => new Person(url, own(name)).signUp()));
}

describe('a question between two people', () => {
  test('votes and comments of one reach the page of the other', async () => {
    const [ann, ben] = await people('Ann', 'Ben');
    const question = await ann!.ask('Is anybody here?');
    const [hers, his] = [await pageOf(ann!), await pageOf(ben!)];
    for (const page of [hers, his]) await page.goto(`/question/${question._id}`);
    await his.getByRole('button', { name: 'Upvote' }).click();
    const votes = hers.getByRole('group', { name: 'Votes' });
    await votes.getByText('1', { exact: true }).waitFor();
    // Down after up moves the vote, in one step.
    await his.getByRole('button', { name: 'Downvote' }).click();
    await votes.getByText(/^[-−]1$/).waitFor();
    for (const page of [hers, his])
      await page
        .getByRole('button', { name: /Show Comments/ })
        .first()
        .click();
    await his.getByLabel('Comment text').fill('I am.');
    await his.getByRole('button', { name: 'Add Comment' }).click();
    await hers.getByText('I am.').waitFor();
  });

  test('fifty clicks on a vote end with the last one', async () => {
    const [asker, clicker] = await people('Asker', 'Clicker');
    const question = await asker!.ask('How often can one click?');
    const page = await pageOf(clicker!);
    await page.goto(`/question/${question._id}`);
    const up = page.getByRole('button', { name: 'Upvote' });
    const down = page.getByRole('button', { name: 'Downvote' });
    // The last one changes the vote, from up to down: nothing before it has the same result.
    for (let click = 1; click < 50; click++) await up.click();
    await down.click();
    await page
      .getByRole('group', { name: 'Votes' })
      .getByText(/^[-−]1$/)
      .waitFor();
    await until('the last click is stored', async (saw) => {
      const { upVotes, downVotes } = await asker!.read(question._id);
      return isDeepStrictEqual(saw({ upVotes, downVotes }), { upVotes: [], downVotes: [clicker!.name] });
    });
    expect([await up.getAttribute('aria-pressed'), await down.getAttribute('aria-pressed')]).toEqual(['false', 'true']);
  });
});

describe('people and their profiles', () => {
  test('[SC-27] one follows the other from the profile; the other sees it, and so does the list', async () => {
    const [clara, dmitri] = await people('Clara', 'Dmitri');
    const [hers, his] = [await pageOf(clara!), await pageOf(dmitri!)];
    await his.goto(`/user/${dmitri!.name}`);
    await his.getByRole('button', { name: '0 followers' }).waitFor();
    await hers.goto('/users');
    await hers.getByLabel('Search Usernames').fill(dmitri!.name.slice(1));
    await hers.getByRole('link', { name: /Dmitri/ }).click();
    // The list has such a button too.
    await hers.getByRole('heading', { level: 1, name: dmitri!.name }).waitFor();
    await hers.getByRole('button', { name: `Follow ${dmitri!.name}`, exact: true }).click();
    await hers.getByText(messages.nowFollowing(dmitri!.name)).waitFor();
    await his.getByRole('button', { name: '1 follower' }).click();
    await his.getByRole('dialog').getByText(clara!.name).waitFor();
    await his.keyboard.press('Escape');
    await his.getByRole('dialog').waitFor({ state: 'detached' });
    await hers.getByText(messages.nowFollowing(dmitri!.name)).waitFor({ state: 'detached' });
  });

  test('[SC-33, CA-13] a deleted account is gone, its posts stay', async () => {
    const [gone, reader] = await people('Gone', 'Reader');
    const question = await gone!.ask('Will this stay?');
    const page = await pageOf(gone!);
    await page.goto(`/user/${gone!.name}`);
    // What stands above the button is complete then: what moves under the pointer gets no click.
    for (const text of ['No badges yet', 'This session']) await page.getByText(text).waitFor();
    await page.getByRole('button', { name: 'Delete This User' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Delete/ })
      .click();
    await page.getByText(messages.userDeleted(gone!.name)).waitFor();
    expect((await reader!.read(question._id)).askedBy).toBe('deleted user');
    expect((await reader!.get(`/user/getUser/${gone!.name}`)).status).toBe(404);
    expect((await gone!.post('/user/login', { username: gone!.name, password: gone!.password })).status).toBe(401);
    const again = await reader!.post('/user/signup', { username: gone!.name.toLowerCase(), password: 'x' });
    expect(again.status).toBe(409);
  });
});
