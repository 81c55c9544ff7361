import { beforeEach, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { until } from '@parlour/kernel/testing/until';
import { choosePerson, untilLive } from './browsers.ts';
import { Player } from './player.ts';
import { own, sharedSite } from './shared.ts';
import { windowsFor, wireOf } from './windows.ts';

const windows = windowsFor('each test');
let round = 0;
let ann: Player;
let ben: Player;
let cay: Player;

beforeEach(async () => {
  round += 1;
  [ann, ben, cay] = [await signedUp('ann'), await signedUp('ben'), await signedUp('cay')];
});

async function signedUp(name: string): Promise<Player> {
  return new Player((await sharedSite()).url, own(`${name}${round}`)).signUp();
}

async function pageOf(person: Player, path: string, width?: number): Promise<Page> {
  const { page } = await windows.of(person, width);
  await page.goto(path);
  return page;
}

const button = (page: Pick<Page, 'getByRole'>, name: string | RegExp) => page.getByRole('button', { name });
const status = (page: Page, text: string) => page.getByText(`Status: ${text}`, { exact: true }).waitFor();
const remaining = (page: Page, number: number) => page.getByText(`Remaining objects: ${number}`).waitFor();
const idOf = (page: Page) => page.url().split('/').at(-1) ?? '';

async function take(page: Page, number: number): Promise<void> {
  await page.getByLabel('Objects to take').fill(String(number));
  await button(page, 'Submit Move').click();
}

test('two play by invitation: the guest sees it live, nobody else finds it, and they play a rematch', async () => {
  const hers = await pageOf(ann, '/games/new');
  const his = await pageOf(ben, '/games/private', 390);
  const watching = await pageOf(cay, '/games/private');
  await his.getByText('No private games').waitFor();
  await hers.getByLabel('Private Game').check();
  await choosePerson(hers, ben.name);
  await button(hers, 'Nim').click();
  await hers.getByRole('heading', { level: 1, name: 'Nim' }).waitFor();
  await status(hers, 'WAITING_TO_START');
  await hers.getByText(`Host: ${ann.name}`).waitFor();
  const gameID = idOf(hers);

  await button(hers, 'Invite Players').click();
  const dialog = hers.getByRole('dialog', { name: 'Invite Players' });
  await choosePerson(dialog, cay.name);
  await dialog.getByRole('button', { name: 'Send Invites' }).click();
  await hers.getByText(`Invited Players: ${ben.name}, ${cay.name}`).waitFor();

  await button(hers, 'Join Game').click();
  await hers.getByText('You’re in.').waitFor();
  await his.getByRole('link', { name: new RegExp(`Nim.*${ann.name}`) }).click();
  await watching.getByRole('link', { name: new RegExp(`Nim.*${ann.name}`) }).click();
  await button(his, 'Join Game').click();
  for (const page of [hers, his, watching]) await status(page, 'IN_PROGRESS');
  await watching.getByText('You are watching').waitFor();
  expect(await button(watching, 'Submit Move').count()).toBe(0);
  expect(await button(hers, 'Invite Players').count()).toBe(0);

  const stranger = await pageOf(await signedUp('dan'), `/games/${gameID}`);
  await stranger.getByRole('heading', { level: 1, name: 'Game error' }).waitFor();
  await stranger.getByText('Game requested does not exist').waitFor();

  await until('it is her turn in the title', async () => (await hers.title()) === '(1) Nim · Parlour');
  await hers.getByRole('navigation').getByText('your turn in 1 game').waitFor();
  let left = 21;
  for (const [page, number] of [2, 3, 2, 3, 2, 3, 2, 3, 1].map(
    (n, index) => [index % 2 === 0 ? hers : his, n] as const,
  )) {
    await take(page, number);
    left -= number;
    for (const each of [hers, his, watching]) await remaining(each, left);
  }
  for (const page of [hers, his, watching]) {
    await status(page, 'OVER');
    await page.getByText(`Winner: ${ben.name}`).waitFor();
  }
  await until('the game is over', async () => (await hers.title()) === 'Nim · Parlour');

  await button(his, 'Rematch').click();
  await status(his, 'WAITING_TO_START');
  await hers.getByText('A rematch is waiting for you.').waitFor();
  await watching.getByRole('link', { name: 'Watch rematch' }).waitFor();
  await button(hers, 'Join rematch').click();
  await status(hers, 'IN_PROGRESS');
  expect(idOf(hers)).toBe(idOf(his));
  // Seats are swapped: the guest begins.
  await take(his, 1);
  await remaining(hers, 20);
}, 120_000);

test('[G-1] two play publicly: live in the lobby, watched by a third one, over a reload and in a second tab', async () => {
  const lobby = await pageOf(cay, '/games');
  const hers = await pageOf(ann, '/games/new');
  await button(hers, 'Tic-Tac-Toe').click();
  await hers.getByRole('heading', { level: 1, name: 'TicTacToe' }).waitFor();
  await button(hers, 'Join Game').click();
  const row = lobby.getByRole('link', { name: new RegExp(`Tic-Tac-Toe.*${ann.name}`) });
  await button(lobby, `Play Tic-Tac-Toe against ${ann.name}`).waitFor();

  const his = await pageOf(ben, `/games/${idOf(hers)}`, 390);
  await button(his, 'Join Game').click();
  await row.getByText('In progress').waitFor();
  await row.click();
  await lobby.getByText('You are watching').waitFor();

  const mark = async (page: Page, name: string) => {
    await page.getByRole('button', { name: `${name}: empty`, exact: true }).click();
    await button(page, 'Submit Move').click();
  };
  await mark(hers, 'centre');
  await his.getByText(`${ann.name} marked the centre.`).waitFor();
  await his.reload();
  await mark(his, 'top left');
  await lobby.getByText(`${ben.name} marked the top left`).waitFor();

  const second = await hers.context().newPage();
  await second.goto(`/games/${idOf(hers)}`);
  await mark(second, 'top right');
  await hers.getByText(`${ann.name} marked the top right`).waitFor();
  await second.close();

  // Leaving gives it away; the remaining player is told at once.
  await button(his, 'Leave Game').click();
  await button(his.getByRole('dialog'), 'Stay').click();
  await button(his, 'Leave Game').click();
  await button(his, 'Leave and lose').click();
  await his.getByRole('heading', { name: 'Available Games' }).waitFor();
  for (const page of [hers, lobby]) {
    await status(page, 'OVER');
    await page.getByText(`Winner: ${ann.name}`).waitFor();
    await page.getByText(`${ben.name} left the game.`).waitFor();
  }
}, 120_000);

test('a move whose answer is lost with the connection is made once, and the page recovers by itself', async () => {
  const game = await ann.create('Nim');
  await ann.join(game);
  await ben.join(game);
  const { page: hers, context } = await windows.own(ann);
  const wire = await wireOf(context);
  const his = await pageOf(ben, `/games/${game.gameID}`);
  await hers.goto(`/games/${game.gameID}`);
  await remaining(hers, 21);
  // A socket that is deaf from the beginning would not send either.
  await untilLive(hers);
  wire.deaf = true;
  await take(hers, 2);
  await remaining(his, 19);
  await hers.getByText('Sending your move…').waitFor();
  wire.deaf = false;
  await wire.cut();
  await hers.getByText('Reconnecting…').waitFor();
  await take(his, 3);
  await remaining(his, 16);
  wire.mend();
  await hers.getByText(`${ben.name} took 3 objects`).waitFor({ timeout: 30_000 });
  await remaining(hers, 16);
  await hers.getByText('Sending your move…').waitFor({ state: 'detached' });
  expect((await ann.look(game.gameID)).state.moves.map(({ move }) => move)).toEqual([
    { numObjects: 2 },
    { numObjects: 3 },
  ]);
  expect(await hers.getByRole('alert').filter({ hasText: /./ }).count()).toBe(0);

  // Moves made offline are sent after reconnecting.
  await wire.cut();
  await hers.getByText('Reconnecting…').waitFor();
  await take(hers, 1);
  await hers.getByText('Sending your move…').waitFor();
  expect((await ann.look(game.gameID)).state.moveCount).toBe(2);
  wire.mend();
  await hers.getByText('Remaining objects: 15').waitFor({ timeout: 30_000 });
  await remaining(his, 15);
}, 120_000);

test('the last seat goes to one; on an outdated page the other reads why, and watches', async () => {
  const game = await ann.create('Nim');
  await ann.join(game);
  const { page, context } = await windows.own(cay);
  const wire = await wireOf(context);
  await page.goto(`/games/${game.gameID}`);
  await button(page, 'Join Game').waitFor();
  await wire.cut();
  await page.getByText('Reconnecting…').waitFor();
  await ben.join(game);
  await button(page, 'Join Game').click();
  await page.getByText('Error joining game: you no longer have access to this game.').first().waitFor();
  wire.mend();
  await page.getByText('Reconnecting…').waitFor({ state: 'detached', timeout: 30_000 });
  await page.getByText('You are watching').waitFor();
  // It is in the game's room again.
  await take(await pageOf(ann, `/games/${game.gameID}`), 2);
  await remaining(page, 19);
}, 120_000);

test('a game against the computer begins at once, is answered, and is private', async () => {
  const page = await pageOf(ann, '/games/new', 390);
  await page.getByLabel('Computer, easy').check();
  await button(page, 'Nim').click();
  await status(page, 'IN_PROGRESS');
  await page.getByText('Against the computer, easy').waitFor();
  await take(page, 3);
  await page.getByText(/computer took \d object/).waitFor();
  expect(await button(page, 'Invite Players').count()).toBe(0);
  const stranger = await pageOf(ben, `/games/${idOf(page)}`);
  await stranger.getByRole('heading', { level: 1, name: 'Game error' }).waitFor();
});

test('[LI-10] games are listed ten to a page, and every button has a name', async () => {
  const games: string[] = [];
  for (let n = 0; n < 12; n++) games.unshift((await ann.create('Nim')).gameID);
  const page = await pageOf(ben, '/games', 390);
  await page.getByText(/^Page 1 of \d+$/).waitFor();
  const rows = page.getByRole('list', { name: 'Games' }).getByRole('link');
  await until('the first page is there', async () => (await rows.count()) === 10);
  await button(page, 'Next').click();
  await page.getByText(/^Page 2 of \d+$/).waitFor();
  await until('the second page is there', async () => (await rows.count()) >= 2);
  games.unshift((await ann.create('Chopsticks')).gameID);
  await button(page, 'Refresh List').click();
  await page.getByText(/^Page 1 of \d+$/).waitFor();
  await until('the new game is the first of these', async (saw) => {
    const addresses = await rows.evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
    const shown = addresses.flatMap((address) => games.find((game) => address.endsWith(game)) ?? []);
    return saw(shown)[0] === games[0];
  });
  for (const path of ['/games', '/games/new', '/games/hosted', '/games/private']) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    const nameless = await page.evaluate(
      () =>
        [...document.querySelectorAll('main button, main a')].filter(
          (each) => (each.getAttribute('aria-label') ?? each.textContent ?? '').trim() === '',
        ).length,
    );
    expect(nameless).toBe(0);
  }
}, 120_000);
