import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { ChatWire } from '@parlour/contracts/messaging/messaging';
import { messages } from '@parlour/contracts/messages';
import { withSiteDatabase } from '@parlour/embedded/site-database';
import { openDatabase, statement } from '@parlour/kernel/database/database';
import { silentLogger } from '@parlour/kernel/testing/silent-logger';
import { until } from '@parlour/kernel/testing/until';
import { choosePerson, type PersonalBrowser, untilLive } from './browsers.ts';
import { Person } from './person.ts';
import { own, sharedSite } from './shared.ts';
import { windowsFor, wireOf } from './windows.ts';

let url: string;
let dataDir: string;

beforeAll(async () => {
  ({ url, dataDir } = await sharedSite());
});

async function signedUp(name: string): Promise<Person> {
  return new Person(url, own(name)).signUp();
}

async function chatOf(by: Person, others: readonly Person[], texts: readonly string[] = []): Promise<ChatWire> {
  const participants = [by, ...others].map(({ name }) => name);
  const messages = texts.map((msg) => ({ msg, msgFrom: by.name, msgDateTime: new Date(0).toISOString() }));
  const answer = await by.post<ChatWire>('/chat/createChat', { participants, messages });
  expect(answer.status).toBe(200);
  return answer.body;
}

async function say(by: Person, chat: ChatWire, msg: string): Promise<ChatWire> {
  const answer = await by.post<ChatWire>(`/chat/${chat._id}/addMessage`, { msg, msgFrom: by.name });
  expect(answer.status).toBe(200);
  return answer.body;
}

async function unreadOf(person: Person): Promise<number> {
  return (await person.get<{ unread: number }>('/chat/unread')).body.unread;
}

/** Waits until nobody has this chat open, as far as the site knows. */
async function nobodyIsIn(chat: ChatWire): Promise<void> {
  const present = statement('test.present', 'select 1 from chat_presence where chat_id = $1');
  await withSiteDatabase({ host: '127.0.0.1', port: 0, dataDir }, async ({ messaging }) => {
    const database = await openDatabase(messaging, { entities: [], migrations: [] }, silentLogger);
    await until('everybody has left', async () => (await database.query(present, [chat._id])).length === 0);
    await database.close();
  });
}

describe('two people in two browsers', () => {
  const windows = windowsFor('each test');
  let ann: Person;
  let ben: Person;
  let annSees: PersonalBrowser;
  let benSees: PersonalBrowser;
  let pair = 0;

  beforeEach(async () => {
    pair += 1;
    [ann, ben] = await Promise.all([signedUp(`ann${pair}`), signedUp(`ben${pair}`)]);
    [annSees, benSees] = [await windows.of(ann), await windows.of(ben)];
  });

  const log = (page: Page) => page.getByRole('log', { name: 'Messages' });
  const field = (page: Page) => page.getByRole('textbox', { name: 'Message' });

  test('[SC-24] talk in the global room: live, in order, by Enter', async () => {
    const answerOf = (n: number): string => `answer ${n} of ${ben.name}`;
    for (const { page } of [annSees, benSees]) await page.goto('/messaging');
    await field(annSees.page).fill('first line');
    await field(annSees.page).press('Shift+Enter');
    await field(annSees.page).pressSequentially('second line');
    await field(annSees.page).press('Enter');
    await log(benSees.page).getByText('first line\nsecond line').waitFor();
    expect(await field(annSees.page).inputValue()).toBe('');
    for (let n = 1; n <= 5; n++) {
      await field(benSees.page).fill(answerOf(n));
      await field(benSees.page).press('Enter');
    }
    await log(annSees.page).getByText(answerOf(5)).waitFor();
    const texts = await log(annSees.page).locator('p').allTextContents();
    // Other files write in it as well.
    expect(texts.filter((text) => text.endsWith(ben.name) && text.startsWith('answer'))).toEqual(
      [1, 2, 3, 4, 5].map(answerOf),
    );
    await log(benSees.page).getByText('Sending…').waitFor({ state: 'detached' });
    expect(await log(benSees.page).getByText(answerOf(3)).count()).toBe(1);
    await field(annSees.page).fill('   ');
    await annSees.page.getByRole('button', { name: 'Send' }).click();
    await annSees.page.getByText('Message cannot be empty').waitFor();
  });

  test('a chat open in one tab is read in the other one too, and one that was left is not', async () => {
    const chat = await chatOf(ann, [ben], ['One']);
    const other = await benSees.context.newPage();
    await benSees.page.goto(`/messaging/direct-message?chat=${chat._id}`);
    await log(benSees.page).getByText('One').waitFor();
    await other.goto('/messaging/direct-message');
    const row = other.getByRole('link', { name: new RegExp(ann.name) });
    await row.waitFor();
    await row.getByText('unread').waitFor({ state: 'detached' });
    await benSees.page.getByRole('link', { name: 'Questions', exact: true }).click();
    await benSees.page.getByRole('heading', { name: 'All Questions' }).waitFor();
    // The page does not wait for the server here, and shows nothing of it.
    await nobodyIsIn(chat);
    await say(ann, chat, 'Two');
    await row.getByText('1 unread message').waitFor();
    await other.reload();
    await row.getByText('1 unread message').waitFor();
    await benSees.page.goBack();
    await row.getByText('1 unread message').waitFor({ state: 'detached' });
    await other.close();
  });

  test('a long history keeps its place while older and new messages come in', async () => {
    // The page loads 200 at once; a chat can begin with five.
    const texts = Array.from({ length: 240 }, (_, n) => `message ${n + 1} ${'word '.repeat(n % 23)}`);
    const chat = await chatOf(ann, [ben], texts.slice(0, 5));
    // Five at once, which may change places: one by one, a busy machine takes minutes.
    for (let n = 5; n < 240; n += 5) {
      await Promise.all(texts.slice(n, n + 5).map((text, of) => say(of % 3 === 0 ? ben : ann, chat, text)));
    }
    await say(ann, chat, 'message 241 is the last');
    const { page } = annSees;
    await page.goto(`/messaging/direct-message?chat=${chat._id}`);
    const last = log(page).getByText('message 241 is the last');
    await last.waitFor();
    // It opened at its first unread message.
    await until('all is read', async () => (await unreadOf(ann)) === 0);
    await page.reload();
    await last.waitFor();
    const below = () => log(page).evaluate((box) => -box.scrollTop);
    expect(await below()).toBeLessThan(1);
    const topOf = (n: number) =>
      log(page)
        .getByText(new RegExp(`^message ${n} `))
        .evaluate((element) => element.getBoundingClientRect().top);
    // To the beginning of the first page, by mouse wheel.
    await log(page).hover();
    for (
      let turn = 0;
      turn < 200 &&
      !(await log(page)
        .getByText(/^message 10 /)
        .count());
      turn++
    ) {
      await page.mouse.wheel(0, -1_500);
    }
    await log(page)
      .getByText(/^message 10 /)
      .waitFor();
    // New content gets its height when it comes into view: until then the jump is not over.
    let before = NaN;
    for (let now = await topOf(25); now !== before; now = await topOf(25)) {
      before = now;
      await log(page)
        .getByText(/^message 25 /)
        .scrollIntoViewIfNeeded();
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    }
    await say(ben, chat, 'and a new one');
    await page.getByRole('button', { name: '1 new message' }).waitFor();
    expect(Math.abs((await topOf(25)) - before)).toBeLessThan(2);
    await page.getByRole('button', { name: '1 new message' }).click();
    await log(page).getByText('and a new one').waitFor();
    await until('the newest is in view', async () => (await below()) < 2);
    await say(ben, chat, 'and another');
    await log(page).getByText('and another').waitFor();
    await until('the newest is in view', async () => (await below()) < 2);
    expect(await page.getByRole('button', { name: /new message/ }).count()).toBe(0);
  });

  test('[M-8] a chat opens at its first unread message, then where its reader left it, and at a linked one', async () => {
    const [chat, other] = [await chatOf(ann, [ben]), await chatOf(ann, [ben, await signedUp(`cay${pair}`)])];
    const { page } = benSees;
    const row = (n: number) =>
      log(page)
        .getByRole('listitem')
        .filter({ hasText: `line ${n} of` });
    const below = (n: number) =>
      row(n).evaluate(
        (item) => item.getBoundingClientRect().top - item.closest('ol')!.parentElement!.getBoundingClientRect().top,
      ); // the log
    for (let n = 1; n <= 40; n++) await say(ann, chat, `line ${n} of 80`);
    await page.goto(`/messaging/direct-message?chat=${chat._id}`);
    await row(40).waitFor();
    await until('all is read', async () => (await unreadOf(ben)) === 0);
    await page.goto(`/messaging/direct-message?chat=${other._id}`);
    await nobodyIsIn(chat);
    for (let n = 41; n <= 80; n++) await say(ann, chat, `line ${n} of 80`);
    const link = (id: string) => page.getByRole('list', { name: 'Chats' }).locator(`a[href$="${id}"]`);
    await link(chat._id).click();
    await log(page).getByText('New', { exact: true }).waitFor();
    await until('the first unread one is near the upper edge', async () => Math.abs((await below(41)) - 64) < 2);
    await page.getByRole('button', { name: '40 new messages' }).waitFor();
    await log(page).hover();
    await page.mouse.wheel(0, -300);
    await until('it was scrolled', async () => Math.abs((await below(41)) - 364) < 2);
    // Above the line, which is gone on return.
    const left = await below(38);
    await link(other._id).click();
    await row(41).waitFor({ state: 'detached' });
    await link(chat._id).click();
    await until('it is where it was', async () => Math.abs((await below(38)) - left) < 2);
    const id = await row(5).getAttribute('data-id');
    await page.goto(`/messaging/direct-message?chat=${chat._id}&message=${id ?? ''}`);
    await until('the linked one is in view', async () => Math.abs((await below(5)) - 64) < 2);
  });

  test('a message written offline says so, and is sent once, by itself, after reconnecting', async () => {
    const chat = await chatOf(ann, [ben]);
    const { page, context } = annSees;
    await page.goto(`/messaging/direct-message?chat=${chat._id}`);
    await field(page).waitFor();
    // Loads in progress would fail, and show an error instead of the chat.
    await page.waitForLoadState('networkidle');
    await context.setOffline(true);
    await field(page).fill('Did you get this?');
    await field(page).press('Enter');
    await log(page).getByText(messages.waitingToSend).waitFor();
    await context.setOffline(false);
    await log(page).getByText(messages.waitingToSend).waitFor({ state: 'detached' });
    await log(page).getByText('Sending…').waitFor({ state: 'detached' });
    await log(page).getByText('Did you get this?').waitFor();
    const { body } = await ben.get<ChatWire>(`/chat/${chat._id}`);
    expect(body.messages.map(({ msg }) => msg)).toEqual(['Did you get this?']);
    await page.reload();
    await log(page).getByText('Did you get this?').waitFor();
    expect(await log(page).getByText('Did you get this?').count()).toBe(1);
  });

  test('[BW-2] the names offered for a mention leave the newest message in view', async () => {
    const chat = await chatOf(ann, [ben]);
    for (const n of Array(20).keys()) await say(ben, chat, `Line ${n}`);
    await say(ben, chat, 'The newest one');
    const { page } = annSees;
    await page.goto(`/messaging/direct-message?chat=${chat._id}`);
    await field(page).pressSequentially('@be');
    const names = page.getByRole('listbox', { name: 'Suggestions' });
    await names.waitFor();
    const [list, newest] = await Promise.all([
      names.boundingBox(),
      log(page).getByText('The newest one').boundingBox(),
    ]);
    expect((newest?.y ?? Number.NaN) + (newest?.height ?? 0)).toBeLessThanOrEqual(list?.y ?? 0);
  });

  test('[S-1] “Reconnecting…” lies on no field', async () => {
    const { page, context } = await windows.own(ann);
    const wire = await wireOf(context);
    await page.goto('/messaging');
    await field(page).waitFor();
    await untilLive(page);
    await wire.cut();
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 844 });
      const notice = await page.getByText('Reconnecting…').boundingBox();
      const fields = await page.getByRole('textbox').or(page.getByRole('combobox')).all();
      const boxes = await Promise.all(fields.map((each) => each.boundingBox()));
      const isCovered = (box: typeof notice) =>
        box && notice && box.y < notice.y + notice.height && notice.y < box.y + box.height;
      const covered = boxes.filter(isCovered);
      expect([width, notice !== null, covered]).toEqual([width, true, []]);
    }
  });

  test('a draft stays with its chat', async () => {
    const [chat, other] = [await chatOf(ann, [ben]), await chatOf(ann, [ben, await signedUp(`cay${pair}`)])];
    const { page } = annSees;
    await page.goto(`/messaging/direct-message?chat=${chat._id}`);
    await field(page).fill('half a sen');
    await page
      .getByRole('list', { name: 'Chats' })
      .getByRole('link', { name: `cay${pair}` })
      .click();
    await page.waitForURL(`**?chat=${other._id}`);
    await until('the other chat has no draft', async () => (await field(page).inputValue()) === '');
    await page.reload();
    await page.getByRole('list', { name: 'Chats' }).getByRole('link', { name: ben.name, exact: true }).click();
    await page.waitForURL(`**?chat=${chat._id}`);
    await until('the draft is there again', async () => (await field(page).inputValue()) === 'half a sen');
  });

  test('a person added to a chat of three sees it at once', async () => {
    const dan = await signedUp(`dan${pair}`);
    const chat = await chatOf(ann, [ben, await signedUp(`cay${pair}`)], ['Before']);
    const danSees = await windows.of(dan);
    await danSees.page.goto('/messaging/direct-message');
    await danSees.page.getByText('You have no chats yet.').waitFor();
    await annSees.page.goto(`/messaging/direct-message?chat=${chat._id}`);
    await annSees.page.getByRole('button', { name: 'Add a participant' }).click();
    await choosePerson(annSees.page, dan.name);
    await annSees.page.getByRole('button', { name: 'Add to the chat' }).click();
    await annSees.page.getByRole('heading', { name: new RegExp(dan.name) }).waitFor();
    await log(annSees.page).getByText(`added ${dan.name}`).waitFor();
    await danSees.page.getByRole('link', { name: new RegExp(ann.name) }).click();
    await log(danSees.page).getByText('Before').waitFor();
  });

  test('on a phone the chats come first, then the open one, and Back', async () => {
    await chatOf(ben, [ann], ['Hello']);
    const { page } = await windows.of(ann, 390);
    await page.goto('/messaging/direct-message');
    await page.getByRole('link', { name: new RegExp(ben.name) }).click();
    await log(page).getByText('Hello').waitFor();
    expect(await page.getByRole('list', { name: 'Chats' }).isVisible()).toBe(false);
    // What was pressed is hidden now, each time.
    const untilTitleHasFocus = () =>
      until('the title has the focus', () => page.evaluate(() => document.activeElement?.tagName === 'H1'));
    await untilTitleHasFocus();
    await page.getByRole('link', { name: 'Back' }).press('Enter');
    await page.getByRole('list', { name: 'Chats' }).waitFor();
    await untilTitleHasFocus();
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBeLessThanOrEqual(390);
  });
});
