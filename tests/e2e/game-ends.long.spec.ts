import { beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { GameType } from '@parlour/contracts/games/games';
import { choosePerson, type PersonalBrowser } from './browsers.ts';
import { ownSite } from './own-site.ts';
import { Player } from './player.ts';
import { complaintsIn } from './product.ts';

/** Steps may be slow on a busy machine; this bounds those that never finish. */
const stepMs = 30_000;

const site = ownSite();
/** Ann sits down first, Ben second; Cay watches. */
let ann: Player;
let ben: Player;
let cay: Player;
let hers: Page;
let his: Page;
let watching: Page;
const windows: PersonalBrowser[] = [];
const wins = { Ann: 0, Ben: 0 };

beforeAll(async () => {
  const join = (name: string) => new Player(site.url, name).signUp();
  [ann, ben, cay] = await Promise.all([join('Ann'), join('Ben'), join('Cay')]);
  [hers, his, watching] = await Promise.all([pageOf(ann), pageOf(ben), pageOf(cay)]);
});

async function pageOf(person: Player): Promise<Page> {
  const opened = await site.open(person);
  windows.push(opened);
  opened.page.setDefaultTimeout(stepMs);
  await opened.page.goto('/games');
  return opened.page;
}

const button = (page: Pick<Page, 'getByRole'>, name: string) => page.getByRole('button', { name, exact: true });
const sidebar = (page: Page, name: string) => page.getByRole('navigation').getByRole('link', { name }).click();
const course = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text }).waitFor();

/** How to make a move with the controls of each board, from the words in the table below. */
const choose: Record<GameType, (page: Page, move: string) => Promise<void>> = {
  async Nim(page, number) {
    await page.getByRole('textbox', { name: 'Objects to take' }).fill(number);
  },
  async Chopsticks(page, move) {
    const [hand = '', target = '', count] = move.split(', ');
    const chosen = (group: string, name: string) =>
      page.getByRole('group', { name: group }).getByRole('radio', { name, exact: true }).check();
    await chosen('Hand to move from', hand);
    await chosen('Target', target);
    if (count !== undefined) await page.getByRole('spinbutton', { name: 'Fingers to move' }).fill(count);
  },
  async TicTacToe(page, square) {
    await button(page, `${square}: empty`).click();
  },
};

/**
 * Opens a game from the list, which moves until it has been read: a press on what moves is no
 * click.
 */
async function openRow(page: Page, name: RegExp): Promise<void> {
  const row = page.locator('[aria-label="Games"][aria-busy="false"]').getByRole('link', { name });
  await row.hover();
  await row.click();
}

/**
 * One person creates the game and sits down, another one finds it in their list, the third one
 * opens it to watch.
 */
async function begin(label: string, invited: boolean): Promise<void> {
  await sidebar(hers, 'Create Game');
  if (invited) {
    await hers.getByRole('checkbox', { name: 'Private Game' }).check();
    for (const { name } of [ben, cay]) await choosePerson(hers, name);
  }
  await button(hers, label).click();
  await button(hers, 'Join Game').click();
  await hers.getByText('You’re in.').waitFor();
  for (const page of [his, watching]) {
    await sidebar(page, invited ? 'Your Private Games' : 'Public Games');
    await openRow(page, new RegExp(`^${label}.*${ann.name}`));
  }
  await button(his, 'Join Game').click();
  await watching.getByText('You are watching').waitFor();
}

async function leave(page: Page): Promise<void> {
  await button(page, 'Leave Game').click();
  await button(page.getByRole('dialog', { name: 'Leave this game?' }), 'Leave and lose').click();
  await page.getByRole('heading', { name: 'Available Games' }).waitFor();
  // A person who left may still see how it ended.
  await page.goBack();
}

const threes = ['3', '3', '3', '3', '3', '3'];
/**
 * Left to left, back to left, left to left, right to left, left to right. Source: decisions G-9.
 */
const hits = [
  "Left, Opponent's Left",
  "Left, Opponent's Left",
  "Left, Opponent's Left",
  "Right, Opponent's Left",
  "Left, Opponent's Right",
];
/** With a bump of three fingers onto one's own right hand. Source: decisions G-9. */
const bump = [...hits.slice(0, 2), 'Left, Your Right, 3', "Right, Opponent's Right"];

/**
 * Each way to end, and each type of game; all their combinations are covered by the rules' own
 * tests.
 */
type Ending = 'Ann wins' | 'Ben wins' | 'No winner' | 'Ann leaves' | 'Ben leaves';
const games: readonly (readonly [GameType, string, readonly (readonly [Ending, readonly string[]])[]])[] = [
  [
    'Nim',
    'Nim',
    [
      ['Ann wins', [...threes, '2', '1']],
      ['Ben leaves', []],
    ],
  ],
  [
    'Chopsticks',
    'Chopsticks',
    [
      ['Ben wins', bump],
      ['Ann leaves', hits.slice(0, 2)],
    ],
  ],
  [
    'TicTacToe',
    'Tic-Tac-Toe',
    [
      [
        'No winner',
        [
          'centre',
          'top left',
          'top right',
          'bottom left',
          'middle left',
          'middle right',
          'top centre',
          'bottom centre',
          'bottom right',
        ],
      ],
    ],
  ],
];
/** Public and by invitation in turn. */
const walks = games.flatMap(([gameType, label, endings], kind) =>
  endings.map(([ending, moves], index) => {
    const how = (kind + index) % 2 === 0 ? 'publicly' : 'by invitation';
    return { gameType, label, ending, moves, how };
  }),
);

test.each(walks)(
  '[ST-3] $gameType $how: $ending',
  async ({ gameType, label, ending, moves, how }) => {
    await begin(label, how === 'by invitation');
    for (const [index, move] of moves.entries()) {
      const page = index % 2 === 0 ? hers : his;
      await course(page, 'it is your turn');
      await choose[gameType](page, move);
      await button(page, 'Submit Move').click();
    }
    const leaver = ending === 'Ann leaves' ? 'Ann' : ending === 'Ben leaves' ? 'Ben' : undefined;
    if (leaver !== undefined) {
      const [page, other] = leaver === 'Ann' ? [hers, his] : [his, hers];
      // Each has seen all moves before one of them leaves.
      await course(
        other,
        moves.length % 2 === 0 ? `Current player to move: ${ann.name}` : `Current player to move: ${ben.name}`,
      );
      await leave(page);
    }
    const winner = { 'Ann wins': 'Ann', 'Ben leaves': 'Ann', 'Ben wins': 'Ben', 'Ann leaves': 'Ben' } as const;
    const won = ending === 'No winner' ? undefined : winner[ending];
    for (const page of [hers, his, watching]) {
      await page.getByText('Status: OVER', { exact: true }).waitFor();
      await course(page, won === undefined ? 'No winner' : `Winner: ${won}`);
      if (leaver !== undefined) await course(page, `${leaver} left the game.`);
      expect(await button(page, 'Submit Move').count()).toBe(0);
      if (page === watching) expect(await page.getByRole('button', { name: /Rematch/ }).count()).toBe(0);
      else await page.getByRole('button', { name: /Rematch/ }).waitFor();
    }
    // Source: decisions G-5: a win by the other's leaving counts when both had moved.
    if (won !== undefined && (leaver === undefined || moves.length >= 2)) wins[won] += 1;
  },
  120_000,
);

test('the leaderboard has the wins of all these games, and no page has logged an error', async () => {
  await sidebar(watching, 'Public Games');
  await watching.getByRole('link', { name: 'View Global Leaderboard' }).click();
  const table = watching.getByRole('table');
  for (const name of ['Ann', 'Ben'] as const) {
    await table.getByRole('row', { name: new RegExp(`\\b${name}\\b.*\\b${wins[name]}$`) }).waitFor();
  }
  expect(windows.flatMap(({ faults }) => faults)).toEqual([]);
  expect(complaintsIn(site.product.output)).toEqual([]);
});
