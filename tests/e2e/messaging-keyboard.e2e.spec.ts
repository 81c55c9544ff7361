import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import type { ChatWire } from '@parlour/contracts/messaging/messaging';
import { until } from '@parlour/kernel/testing/until';
import { foundAlone, type PersonalBrowser } from './browsers.ts';
import { Person } from './person.ts';
import { own, sharedSite } from './shared.ts';
import { windowsFor } from './windows.ts';

// Nothing here is clicked: everything must work without a mouse.

let url: string;
const windows = windowsFor('each test');
let people: readonly Person[];
let ann: PersonalBrowser;
let ben: PersonalBrowser;
let round = 0;

beforeAll(async () => {
  ({ url } = await sharedSite());
});
beforeEach(async () => {
  round++;
  people = await Promise.all(['ann', 'ben', 'cay', 'dan'].map((name) => new Person(url, own(name + round)).signUp()));
  [ann, ben] = [await windows.of(people[0]), await windows.of(people[1])];
});

const log = (page: Page) => page.getByRole('log', { name: 'Messages' });
const field = (page: Page) => page.getByRole('textbox', { name: 'Message' });
const entry = (page: Page, name: string | RegExp) => page.getByRole('navigation').getByRole('link', { name });

async function hasFocus(place: Locator): Promise<boolean> {
  return place.evaluateAll((elements) => elements.includes(document.activeElement as HTMLElement));
}

/** Watches the stops of the page: each must look different with the focus. */
function watchStops() {
  const lookOf = (element: Element): string => {
    const { outline, outlineStyle, boxShadow, borderColor, borderWidth } = getComputedStyle(element);
    // The colour of a line that isn't drawn changes with the text's.
    return [outlineStyle === 'none' ? '' : outline, boxShadow, borderWidth === '0px' ? '' : borderColor].join('; ');
  };
  const looks = (): Map<Element, string> => {
    const places = document.querySelectorAll('a, button, input, textarea, [tabindex]');
    return new Map([...places].map((element) => [element, lookOf(element)]));
  };
  const passed = new Set<Element>();
  let before = looks();
  return {
    arrive(): { name: string; isSeen: boolean; isAgain: boolean } {
      const at = document.activeElement ?? document.body;
      const { width, height } = at.getBoundingClientRect();
      const isSeen = at === document.body || (width > 0 && height > 0 && before.get(at) !== lookOf(at));
      // What goes while it is read, as a head that an older message takes over, leaves the focus to
      // the body, from where Tab goes on.
      const isAgain = at !== document.body && passed.has(at);
      passed.add(at);
      before = looks();
      const name = at === document.body ? 'nothing' : `${at.tagName} ${at.ariaLabel ?? at.textContent.slice(0, 40)}`;
      return { name, isSeen, isAgain };
    },
  };
}

/**
 * Moves there by Tab, or back by Shift and Tab; each step must show the focus. It gives up after
 * one round, not after a number of steps: in the room that depends on what other files write.
 */
async function tabTo(page: Page, place: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await place.first().waitFor();
  const stops = await page.evaluateHandle(watchStops);
  const passed: string[] = [];
  while (!(await hasFocus(place))) {
    await page.keyboard.press(key);
    const { name, isSeen, isAgain } = await stops.evaluate((all) => all.arrive());
    passed.push(name);
    if (isAgain) throw new Error(`${String(place)} is not reached by ${key}, but ${passed.join(', ')}`);
    expect({ name, isSeen }).toEqual({ name, isSeen: true });
  }
}

async function send(page: Page, text: string): Promise<void> {
  await tabTo(page, field(page));
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
  expect(await hasFocus(field(page))).toBe(true);
}

test('into the room, write, and read old messages', async () => {
  const [writer] = people;
  // More than fit into the window: every one reaches the windows of all other files.
  for (let n = 1; n <= 60; n++) {
    await writer!.post('/messaging/addMessage', { messageToAdd: { msg: `line ${n}`, msgFrom: writer!.name } }); // of four
  }
  const { page } = ben;
  await page.goto('/home');
  const group = page.getByRole('button', { name: /^Messaging/ });
  await tabTo(page, group);
  await page.keyboard.press('Enter');
  await tabTo(page, entry(page, 'Global Messages'));
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Global Messages' }).waitFor();
  await log(page).getByText('line 60', { exact: true }).waitFor();
  await send(page, 'by keyboard');
  await log(page).getByText('by keyboard').waitFor();
  // The log itself is a tab stop, and is scrolled by its keys.
  await tabTo(page, log(page), 'Shift+Tab');
  const below = () => log(page).evaluate((box) => -box.scrollTop);
  await until('older messages are in view', async () => {
    await page.keyboard.press('Home');
    return (await below()) > 300;
  });
  await until('the newest is in view', async () => {
    await page.keyboard.press('End');
    return (await below()) < 2;
  });
});

test('begin a chat, which appears in the other one’s sidebar, and get an answer', async () => {
  const { page } = ann;
  await ben.page.goto('/home');
  await page.goto('/messaging/direct-message');
  await tabTo(page, page.getByRole('button', { name: 'Start a Chat' }));
  await page.keyboard.press('Enter');
  const search = page.getByRole('searchbox', { name: 'Search Usernames' });
  await tabTo(page, search);
  await page.keyboard.press('Escape');
  await search.waitFor({ state: 'detached' });
  expect(await hasFocus(page.getByRole('button', { name: 'Start a Chat' }))).toBe(true);
  await page.keyboard.press('Enter');
  await tabTo(page, search);
  await page.keyboard.type(people[1]!.name); // of four
  await tabTo(page, await foundAlone(page, people[1]!.name)); // as above
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: `Do not chat with ${people[1]!.name}` }).waitFor(); // as above
  expect(await hasFocus(search)).toBe(true);
  await tabTo(page, page.getByRole('button', { name: 'Create New Chat' }));
  await page.keyboard.press('Enter');
  await page.waitForURL('**?chat=*');
  // Focus moves on to the text field when the button disappears.
  await field(page).waitFor();
  await page.waitForFunction(() => document.activeElement?.matches('textarea[name="text"]'));
  await send(page, 'Hello');
  await log(page).getByText('Hello').waitFor();

  const group = ben.page.getByRole('button', { name: /^Messaging/ });
  await group.getByText('1 unread message').waitFor();
  await tabTo(ben.page, group);
  await ben.page.keyboard.press('Space');
  await tabTo(ben.page, entry(ben.page, 'Direct Messages 1 unread message'));
  await ben.page.keyboard.press('Enter');
  await tabTo(ben.page, ben.page.getByRole('list', { name: 'Chats' }).getByRole('link'));
  await ben.page.keyboard.press('Enter');
  await log(ben.page).getByText('Hello').waitFor();
  await entry(ben.page, 'Direct Messages').getByText('unread').waitFor({ state: 'detached' });
  await send(ben.page, 'Hello to you');
  await log(page).getByText('Hello to you').waitFor();
});

test('a chat of three takes a fourth, and Escape closes an opened dialog', async () => {
  const [first, second, third, fourth] = people;
  const participants = [first!, second!, third!].map(({ name }) => name); // of four
  const { body: chat } = await first!.post<ChatWire>('/chat/createChat', { participants, messages: [] }); // as above
  const { page } = ann;
  for (const one of [ann, ben]) await one.page.goto(`/messaging/direct-message?chat=${chat._id}`);
  const add = page.getByRole('button', { name: 'Add a participant' });
  await tabTo(page, add);
  await page.keyboard.press('Enter');
  const search = page.getByRole('searchbox', { name: 'Search Usernames' });
  await tabTo(page, search);
  await page.keyboard.press('Escape');
  await search.waitFor({ state: 'detached' });
  expect(await hasFocus(add)).toBe(true);
  await page.keyboard.press('Enter');
  await tabTo(page, search);
  await page.keyboard.type(fourth!.name); // as above
  await foundAlone(page, fourth!.name); // as above
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: `Do not add ${fourth!.name}` }).waitFor(); // as above
  expect(await hasFocus(search)).toBe(true);
  await tabTo(page, page.getByRole('button', { name: 'Add to the chat' }));
  await page.keyboard.press('Enter');
  for (const one of [ann, ben]) await one.page.getByRole('heading', { name: new RegExp(fourth!.name) }).waitFor(); // as above
  await search.waitFor({ state: 'detached' });
  expect(await hasFocus(add)).toBe(true);
  await send(page, 'Welcome');
  await log(ben.page).getByText('Welcome').waitFor();
});

test('Escape asks before it discards a new name for a chat, and a second one goes back to that', async () => {
  const [first] = people;
  const participants = people.slice(0, 3).map(({ name }) => name);
  const { body: chat } = await first!.post<ChatWire>('/chat/createChat', { participants, messages: [] }); // of four
  const { page } = ann;
  await page.goto(`/messaging/direct-message?chat=${chat._id}`);
  const options = page.getByRole('button', { name: 'Chat options' });
  await tabTo(page, options);
  await page.keyboard.press('Enter');
  const rename = page.getByRole('menuitem', { name: 'Name this chat' });
  await rename.waitFor();
  await until('the menu has the focus', async () => {
    await page.keyboard.press('ArrowDown');
    return hasFocus(rename);
  });
  await page.keyboard.press('Enter');
  const name = page.getByRole('dialog', { name: 'Name of the chat' }).getByLabel('Name');
  await until('the name has the focus', () => hasFocus(name));
  await page.keyboard.type('Sailors');
  const question = page.getByRole('dialog', { name: 'Discard your changes?' });
  const keep = question.getByRole('button', { name: 'Keep editing' });
  await page.keyboard.press('Escape');
  await until('the question has the focus', () => hasFocus(keep));
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
  await until('the name has the focus again', () => hasFocus(name));
  expect(await name.inputValue()).toBe('Sailors');
  await page.keyboard.press('Escape');
  await until('the question has the focus again', () => hasFocus(keep));
  await tabTo(page, question.getByRole('button', { name: 'Discard' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').first().waitFor({ state: 'detached' });
  await until('the button has the focus', () => hasFocus(options));
});
