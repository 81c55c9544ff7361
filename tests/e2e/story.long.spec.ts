import { beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { CommunityWire } from '@parlour/contracts/communities/communities';
import { messages } from '@parlour/contracts/messages';
import type { QuestionWire } from '@parlour/contracts/qa/qa';
import { type PersonalBrowser, untilLive } from './browsers.ts';
import { Neighbour } from './neighbour.ts';
import { ownSite } from './own-site.ts';

// Four people side by side, each in a browser of their own: what one does, the others see without a
// reload. The first account of a site is its operator, so the site is not shared.

const names = ['Ola', 'Mia', 'Ann', 'Ben'] as const;
type Name = (typeof names)[number];

/** Two have a wide window, two a phone: of those who do something, one each. */
const widths: Record<Name, number> = { Ola: 1_280, Mia: 390, Ann: 1_280, Ben: 390 };

const site = ownSite();
let people: Record<Name, Neighbour>;

beforeAll(async () => {
  const [ola, mia, ann, ben] = names.map((name) => new Neighbour(site.url, name));
  await ola!.signUp(); // of four, as the others
  await Promise.all([mia!.settle(), ann!.signUp(), ben!.signUp()]);
  people = { Ola: ola!, Mia: mia!, Ann: ann!, Ben: ben! };
});

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();

/** An answer, with what belongs to it, by words in it. */
const answerWith = (page: Page, words: string) =>
  page.getByRole('list', { name: 'Answers' }).getByRole('listitem').filter({ hasText: words }).first();

async function act(page: Page, words: string, name: string): Promise<void> {
  await answerWith(page, words).getByRole('button', { name: 'Actions for this answer' }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}

/** The open pages of the four, at a question of a community. */
interface Scene {
  readonly windows: Readonly<Record<Name, PersonalBrowser>>;
  readonly community: CommunityWire;
  readonly question: QuestionWire;
  readonly pageOf: (name: Name) => Page;
}

async function everybodyOpens({ pageOf }: Pick<Scene, 'pageOf'>, path: string): Promise<void> {
  for (const name of names) {
    await pageOf(name).goto(path);
    await untilLive(pageOf(name));
  }
}

async function begin(): Promise<Scene> {
  const windows = {} as Record<Name, PersonalBrowser>; // of all four, below
  for (const name of names) windows[name] = await site.open(people[name], widths[name]);
  const community = await people.Mia.found('Night sky');
  for (const name of ['Ann', 'Ben'] as const) await people[name].change(community._id, 'members', 'add');
  const question = await people.Ann.ask('Which star is that?', { communityId: community._id });
  const pageOf = (name: Name): Page => windows[name].page;
  await everybodyOpens({ pageOf }, `/question/${question._id}`);
  return { windows, community, question, pageOf };
}

/** Ben answers, Ann accepts, and all see it. */
async function answersAndAccepts({ pageOf }: Scene): Promise<void> {
  const ben = pageOf('Ben');
  await ben.getByLabel('Answer Text').fill('It is Vegga, in the Lyre.');
  await button(ben, 'Post Answer').click();
  const ann = pageOf('Ann');
  await answerWith(ann, 'Vegga').getByRole('button', { name: 'Accept this answer' }).click();
  for (const name of ['Ben', 'Mia', 'Ola'] as const) {
    await answerWith(pageOf(name), 'Vegga').getByRole('img', { name: 'Accepted answer' }).waitFor();
  }
}

/** Ben mends a word; the others read the new text. */
async function mends({ pageOf }: Scene): Promise<void> {
  const ben = pageOf('Ben');
  await act(ben, 'Vegga', 'Edit');
  await ben.getByRole('form', { name: 'Edit answer' }).getByLabel('Answer Text').fill('It is Vega, in the Lyre.');
  await button(ben, 'Save').click();
  for (const name of ['Ann', 'Mia', 'Ola'] as const) {
    await answerWith(pageOf(name), 'It is Vega,').waitFor();
  }
}

/** A mention reaches Mia, wherever she is; Ann, who asked, hears of the comment as such. */
async function mentions({ question, pageOf }: Scene): Promise<void> {
  const mia = pageOf('Mia');
  await mia.goto('/tags');
  await untilLive(mia);
  await people.Ben.comment(question._id, 'question', 'Was it near the zenith, @Mia?');
  await mia.getByText(messages.notificationReceived).first().waitFor();
  await mia.goto('/notifications');
  await mia.getByText(messages.notifiedMention('Ben', question.title)).first().waitFor();
  await mia.goto(`/question/${question._id}`);
  await untilLive(mia);
  await mia.getByRole('link', { name: '@Mia' }).first().waitFor();
}

/** Mia removes what is off topic, with a reason that all read; Ben appeals, and it is back. */
async function removesAndRestores({ question, pageOf }: Scene): Promise<void> {
  const off = await people.Ben.answer(question._id, 'Buy my telescopes!');
  await people.Ann.comment(off._id, 'answer', 'Please not here.');
  const mia = pageOf('Mia');
  await act(mia, 'telescopes', 'Remove…');
  const asked = mia.getByRole('dialog', { name: 'Remove this answer?' });
  await asked.getByLabel('Reason').fill('off topic');
  await asked.getByRole('button', { name: 'Remove' }).click();
  for (const name of ['Ann', 'Ben', 'Ola'] as const) {
    await pageOf(name).getByText('Removed by a moderator: off topic').waitFor();
    expect(await pageOf(name).getByText('Buy my telescopes!').count()).toBe(0);
  }
  const appeal = { msg: 'It was a joke.', msgFrom: 'Ben', msgDateTime: new Date(0).toISOString(), type: 'direct' };
  await people.Ben.post('/chat/createChat', { participants: ['Ben', 'Mia'], messages: [appeal] });
  await mia.getByRole('button', { name: 'Restore' }).first().click();
  for (const name of names) await pageOf(name).getByText('Buy my telescopes!').waitFor();
}

/** Ola removes a comment as operator, which nobody else there could. */
async function removesAsOperator({ question, pageOf }: Scene): Promise<void> {
  expect((await people.Ann.read(question._id)).comments).toHaveLength(1);
  const [comment] = (await people.Ann.read(question._id)).comments;
  const deletion = { body: { cid: comment!._id, reason: 'noise' } };
  expect((await people.Ann.call('DELETE', '/comment/deleteComment', deletion)).status).toBe(403);
  expect((await people.Ola.call('DELETE', '/comment/deleteComment', deletion)).status).toBe(200);
  await pageOf('Ann')
    .getByText(/near the zenith/)
    .waitFor({ state: 'detached' });
}

/** Ann blocks Ben: his posts are collapsed for her, and for nobody else. */
async function blocks({ question, pageOf }: Scene): Promise<void> {
  const ann = pageOf('Ann');
  await ann.goto('/user/Ben');
  await button(ann, 'More about Ben').click();
  await ann.getByRole('menuitem', { name: 'Block @Ben' }).click();
  await ann.getByRole('dialog').getByRole('button', { name: 'Block' }).click();
  await button(ann, /Unblock/).waitFor();
  await ann.goto(`/question/${question._id}`);
  await ann.getByText('Hidden: by somebody you blocked').first().waitFor();
  expect(await ann.getByText('It is Vega,').count()).toBe(0);
  expect(await pageOf('Mia').getByText('It is Vega,').count()).toBe(1);
  expect((await people.Ben.read(question._id)).answers).toHaveLength(2);
  await people.Ann.post('/user/unblock', { username: 'Ben' });
  await ann.getByText('It is Vega,').waitFor();
}

/** Mia hands the community over, and Ann closes it: all read on, nobody writes. */
async function handsOver({ community, question, pageOf }: Scene): Promise<void> {
  await everybodyOpens({ pageOf }, `/community/${community._id}`);
  await people.Mia.post('/community/offerOwnership', { communityId: community._id, username: 'Ann' });
  const ann = pageOf('Ann');
  await ann.getByRole('region', { name: 'Offer' }).getByRole('button', { name: 'Accept' }).click();
  await ann.getByRole('region', { name: 'Offer' }).waitFor({ state: 'detached' });
  expect((await people.Mia.look(community._id)).owner).toBe('Ann');
  expect((await people.Ann.post('/community/close', { communityId: community._id })).status).toBe(200);
  for (const name of names) await pageOf(name).getByRole('note').first().waitFor();
  const late = { communityId: community._id };
  await expect(people.Ben.ask('Too late?', late)).rejects.toThrow();
  expect((await people.Ben.read(question._id)).title).toBe(question.title);
}

test('the story of a question, an answer and a community', async () => {
  const scene = await begin();
  await answersAndAccepts(scene);
  await mends(scene);
  await mentions(scene);
  await removesAndRestores(scene);
  await removesAsOperator(scene);
  await blocks(scene);
  await handsOver(scene);
  const unexpected = names.flatMap((name) => scene.windows[name].faults);
  expect(unexpected.filter((fault) => !/Failed to load resource|WebSocket connection/.test(fault))).toEqual([]);
  await Promise.all(names.map((name) => scene.windows[name].context.close()));
}, 300_000);
