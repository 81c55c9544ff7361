import type { Page } from 'playwright-core';

/** An id that nothing has. */
const unknown = '00000000-0000-4000-8000-000000000000';

/** One line of each kind. */
const listOfMembers =
  'name,username,communities\nAnn Lee,,Harbour Sailing Club\nJürgen Groß,,\nFreya,Freya,\nCay,,Nowhere\n!!!,,';

/** Somebody of the demonstration. */
export type Person = 'Freya' | 'Ben' | 'Ines' | 'Lucia' | 'Callum';

/** One screen or state of the demonstration, as a person reaches it. */
interface Screen {
  readonly name: string;
  /** Who looks at it; nobody is signed in without one. */
  readonly as?: Person;
  /** Where to go first. */
  readonly at: string;
  /** What to do there, until the state is on the screen. */
  readonly then?: (page: Page) => Promise<void>;
  /** Another person, who has the site open at the same time. */
  readonly whileOnline?: Person;
}

const main = (page: Page) => page.getByRole('main');

/** Follows the first link of a name in a list. */
const follow = (name: string | RegExp) => async (page: Page) => {
  const from = page.url();
  await main(page).getByRole('link', { name }).first().click();
  await page.waitForURL((address) => address.href !== from);
};

const heading = (name: string | RegExp) => (page: Page) => page.getByRole('heading', { name }).first().waitFor();

const text = (words: string) => (page: Page) => main(page).getByText(words).first().waitFor();

const press = (name: string | RegExp) => async (page: Page) => {
  await main(page).getByRole('button', { name }).first().click();
};

/** Does one thing after another. */
function inTurn(...steps: readonly ((page: Page) => Promise<void>)[]) {
  return async (page: Page) => {
    for (const step of steps) await step(page);
  };
}

/** A question of the demonstration, found by words in it. */
const question = (words: string): Pick<Screen, 'at' | 'then'> => ({
  at: `/home?search=${encodeURIComponent(words)}`,
  then: follow(/\?$/),
});

const community = (name: string, then: (page: Page) => Promise<void> = async () => {}) => ({
  at: '/community/explore',
  then: inTurn(async (page) => {
    const row = page.getByRole('listitem').filter({ hasText: name });
    await row.getByRole('link', { name: /View/ }).first().click();
    // The list has a heading of that name too.
    await page.waitForURL(/community\/[\da-f-]{36}/);
    await heading(name)(page);
  }, then),
});

/** A tab of a community's page, or of its settings. */
const communityPart = (part: string, then: (page: Page) => Promise<void> = async () => {}) =>
  community(
    'Harbour Sailing Club',
    inTurn(async (page) => {
      await page.goto(`${page.url().split('?')[0]}${part}`);
    }, then),
  );

/** Opens the menu of the first thing that has one of this name. */
const menu = (name: string | RegExp) => async (page: Page) => {
  await main(page).getByRole('button', { name }).first().click();
  await page.getByRole('menu').waitFor();
};

const chosen = (name: string | RegExp) => async (page: Page) => {
  await page.getByRole('menuitem', { name }).first().click();
};

const dialog = (page: Page) => page.getByRole('dialog').first().waitFor();

const list = (name: string) => (page: Page) => page.getByRole('list', { name }).waitFor();

const typed = (label: string | RegExp, text: string) => (page: Page) => page.getByLabel(label).first().fill(text);

/** Everything that a person can have before them, with the content of the demonstration. */
export const screens: readonly Screen[] = [
  { name: 'login', at: '/' },
  {
    name: 'login-refused',
    at: '/',
    then: inTurn(typed('Username', 'Nobody'), typed('Password', 'guessed'), async (page) => {
      await page.getByLabel('Password', { exact: true }).press('Enter');
      await page.getByText('Login failed').waitFor();
    }),
  },
  { name: 'signup', at: '/signup' },
  {
    name: 'signup-faults',
    at: '/signup',
    then: async (page) => {
      await page.getByLabel('Username').fill('Nobody');
      await page.getByLabel('Username').press('Enter');
    },
  },
  { name: 'invite-over', at: '/invite/AAAAAAAAAAAAAAAAAAAAAA', then: heading('This invitation is over') },
  { name: 'forgot', at: '/forgot', then: heading('Forgot your password?') },
  { name: 'reset', at: '/reset/unknown', then: heading(/password/) },
  { name: 'confirm', at: '/confirm/unknown', then: heading(/address/) },
  { name: 'waiting', at: '/waiting' },
  { name: 'home', as: 'Freya', at: '/home' },
  { name: 'home-unanswered', as: 'Freya', at: '/home?order=unanswered' },
  { name: 'home-search', as: 'Freya', at: '/home?search=wind' },
  { name: 'home-tag', as: 'Freya', at: '/home?tag=sailing' },
  { name: 'home-none', as: 'Freya', at: '/home?search=zzzz', then: text('No Questions Found') },
  { name: 'question', as: 'Freya', ...question('wind') },
  {
    name: 'question-comments',
    as: 'Freya',
    at: '/home?search=wind',
    then: inTurn(follow(/\?$/), press(/comment/i)),
  },
  { name: 'question-pictures', as: 'Freya', ...question('guitar out of tune') },
  { name: 'question-not-found', as: 'Freya', at: `/question/${unknown}` },
  { name: 'ask', as: 'Freya', at: '/new/question' },
  { name: 'ask-faults', as: 'Freya', at: '/new/question', then: press('Post Question') },
  {
    name: 'ask-filled',
    as: 'Freya',
    at: '/new/question',
    then: inTurn(typed(/Title/, 'Which knot holds best in the wind?'), typed(/Text/, '# Knots\n\n- **one**\n- `two`')),
  },
  {
    name: 'answer-form',
    as: 'Freya',
    at: '/home?search=wind',
    then: inTurn(follow(/\?$/), async (page) => {
      await page.goto(page.url().replace('/question/', '/new/answer/'));
    }),
  },
  {
    name: 'question-menu',
    as: 'Freya',
    at: '/home?search=wind',
    then: inTurn(follow(/\?$/), menu('Actions for this question')),
  },
  {
    name: 'question-history',
    as: 'Freya',
    at: '/home?search=wind',
    then: inTurn(follow(/\?$/), menu('Actions for this question'), chosen('History'), dialog),
  },
  {
    name: 'question-edit',
    as: 'Freya',
    at: '/user/Freya?tab=questions',
    then: inTurn(follow(/\?$/), menu('Actions for this question'), chosen('Edit'), (page) =>
      main(page).getByRole('button', { name: 'Save' }).first().waitFor(),
    ),
  },
  {
    name: 'question-report',
    as: 'Freya',
    at: '/user/Arthur?tab=questions',
    then: inTurn(follow(/\?$/), menu('Actions for this question'), chosen(/^Report/), dialog),
  },
  { name: 'search', as: 'Freya', at: '/search?q=wind' },
  { name: 'search-none', as: 'Freya', at: '/search?q=zzzz&type=people', then: text('No people found') },
  { name: 'search-blank', as: 'Freya', at: '/search' },
  { name: 'tags', as: 'Freya', at: '/tags' },
  { name: 'users', as: 'Freya', at: '/users' },
  {
    name: 'users-none',
    as: 'Freya',
    at: '/users',
    then: inTurn(async (page) => {
      await main(page).getByRole('searchbox').fill('zzzz');
    }, text('No Users Found')),
  },
  { name: 'profile-own', as: 'Freya', at: '/user/Freya' },
  { name: 'profile', as: 'Freya', at: '/user/Arthur' },
  { name: 'profile-answers', as: 'Freya', at: '/user/Arthur?tab=answers' },
  { name: 'profile-communities', as: 'Freya', at: '/user/Arthur?tab=communities' },
  { name: 'profile-games', as: 'Freya', at: '/user/Arthur?tab=games' },
  { name: 'profile-badges', as: 'Freya', at: '/user/Arthur?tab=badges' },
  { name: 'profile-online', as: 'Freya', at: '/user/Callum', whileOnline: 'Callum', then: text('Online') },
  { name: 'profile-menu', as: 'Freya', at: '/user/Arthur', then: menu(/^More about/) },
  {
    name: 'profile-report',
    as: 'Freya',
    at: '/user/Arthur',
    then: inTurn(menu(/^More about/), chosen(/^Report/), dialog),
  },
  {
    name: 'profile-block',
    as: 'Freya',
    at: '/user/Arthur',
    then: inTurn(menu(/^More about/), chosen(/^Block/), dialog),
  },
  { name: 'profile-not-found', as: 'Freya', at: '/user/Nobody%20here' },
  { name: 'settings', as: 'Freya', at: '/settings' },
  { name: 'settings-sessions', as: 'Freya', at: '/settings/sessions' },
  { name: 'settings-notifications', as: 'Freya', at: '/settings/notifications' },
  { name: 'settings-appearance', as: 'Freya', at: '/settings/appearance' },
  { name: 'settings-blocked', as: 'Freya', at: '/settings/blocked' },
  { name: 'settings-files', as: 'Freya', at: '/settings/files' },
  { name: 'settings-danger', as: 'Freya', at: '/settings/danger' },
  { name: 'notifications', as: 'Freya', at: '/notifications' },
  { name: 'notifications-bell', as: 'Freya', at: '/home', then: bell },
  {
    name: 'menu',
    as: 'Freya',
    at: '/home',
    then: async (page) => {
      // A phone has it in its bar.
      await page
        .getByRole('button', { name: 'Your menu' })
        .or(page.getByRole('button', { name: /^You\b/ }))
        .first()
        .click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'switcher',
    as: 'Freya',
    at: '/home',
    then: async (page) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Jump to' }).fill('sail');
      await page.getByRole('listbox', { name: 'Places' }).getByRole('option').first().waitFor();
    },
  },
  {
    name: 'search-typed',
    as: 'Freya',
    at: '/home',
    then: async (page) => {
      await page.getByLabel('Search questions').fill('sail');
      await page.getByRole('listbox', { name: 'Places' }).getByRole('option').first().waitFor();
    },
  },
  {
    name: 'keys',
    as: 'Freya',
    at: '/home',
    then: async (page) => {
      await page.keyboard.press('?');
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'room', as: 'Freya', at: '/messaging' },
  { name: 'chats', as: 'Freya', at: '/messaging/direct-message' },
  { name: 'chat', as: 'Freya', at: '/messaging/direct-message', then: follow(/Ines|Arthur|Peter|Mei/) },
  {
    name: 'chat-menu',
    as: 'Freya',
    at: '/messaging/direct-message',
    then: inTurn(follow(/Ines|Arthur|Peter|Mei/), menu('Chat options')),
  },
  {
    name: 'chats-online',
    as: 'Freya',
    at: '/messaging/direct-message',
    whileOnline: 'Callum',
    then: text('Online'),
  },
  { name: 'games', as: 'Freya', at: '/games' },
  { name: 'games-private', as: 'Freya', at: '/games/private' },
  { name: 'games-hosted', as: 'Freya', at: '/games/hosted' },
  { name: 'game-new', as: 'Freya', at: '/games/new' },
  { name: 'nim', as: 'Freya', at: '/games', then: follow(/^Nim/) },
  { name: 'chopsticks', as: 'Freya', at: '/games', then: follow(/^Chopsticks/) },
  { name: 'tictactoe', as: 'Freya', at: '/games', then: follow(/^Tic-Tac-Toe/) },
  { name: 'game-over', as: 'Freya', at: '/user/Freya?tab=games', then: follow(/Won|Lost/) },
  { name: 'game-not-found', as: 'Freya', at: `/games/${unknown}` },
  { name: 'leaderboard', as: 'Freya', at: '/games/leaderboard' },
  { name: 'communities', as: 'Freya', at: '/community' },
  { name: 'communities-explore', as: 'Freya', at: '/community/explore' },
  { name: 'community-new', as: 'Freya', at: '/community/new' },
  { name: 'community', as: 'Freya', ...community('Harbour Sailing Club') },
  {
    name: 'community-settings',
    as: 'Freya',
    ...communityPart('/settings'),
  },
  {
    name: 'community-reports',
    as: 'Freya',
    ...communityPart('/settings?tab=reports', list('Open reports')),
  },
  {
    name: 'poll-new',
    as: 'Freya',
    ...communityPart('/createPoll'),
  },
  { name: 'community-posts', as: 'Freya', ...communityPart('?tab=posts') },
  { name: 'community-members', as: 'Freya', ...communityPart('?tab=members') },
  { name: 'community-about', as: 'Freya', ...communityPart('?tab=about') },
  { name: 'community-general', as: 'Freya', ...communityPart('/settings?tab=general') },
  { name: 'community-log', as: 'Freya', ...communityPart('/settings?tab=log') },
  {
    name: 'community-reports-remove',
    as: 'Freya',
    ...communityPart('/settings?tab=reports', inTurn(press('Remove…'), dialog)),
  },
  {
    name: 'poll-chart',
    as: 'Freya',
    ...community('Harbour Sailing Club', async (page) => {
      await main(page).getByText('Show chart').first().click();
      const chart = page.locator('canvas').first();
      await chart.waitFor();
      // All of it, and nothing below it halfway behind a phone's bar.
      await chart.evaluate((canvas) => canvas.scrollIntoView({ block: 'center' }));
    }),
  },
  { name: 'poll-menu', as: 'Freya', ...community('Harbour Sailing Club', menu(/^Actions: /)) },
  { name: 'community-not-found', as: 'Freya', at: `/community/${unknown}` },
  { name: 'not-found', as: 'Freya', at: '/nowhere' },
  { name: 'home-operator', as: 'Ines', at: '/home' },
  { name: 'admin', as: 'Ines', at: '/admin' },
  { name: 'admin-settings', as: 'Ines', at: '/admin/settings' },
  { name: 'admin-people', as: 'Ines', at: '/admin/people' },
  { name: 'admin-person', as: 'Ines', at: '/admin/people', then: menu(/^Actions: /) },
  { name: 'admin-communities', as: 'Ines', at: '/admin/communities', then: menu(/^Actions: /) },
  { name: 'admin-files', as: 'Ines', at: '/admin/files' },
  { name: 'admin-invitations', as: 'Ines', at: '/admin/invitations' },
  {
    name: 'admin-invitation',
    as: 'Ines',
    at: '/admin/invitations',
    then: inTurn(press('New invitation'), dialog),
  },
  {
    name: 'admin-members',
    as: 'Ines',
    at: '/admin/members',
    then: async (page) => {
      await page.getByLabel('Or paste the table').fill(listOfMembers);
      await page.getByRole('button', { name: 'Check the list' }).click();
      await page.getByRole('button', { name: 'Create 2 accounts' }).waitFor();
    },
  },
  { name: 'admin-waiting', as: 'Ines', at: '/admin/waiting', then: text('Nobody waits.') },
  { name: 'admin-log', as: 'Ines', at: '/admin/log' },
  { name: 'admin-reports', as: 'Ines', at: '/admin/reports', then: list('Open reports') },
  {
    name: 'admin-reports-warn',
    as: 'Ines',
    at: '/admin/reports',
    then: inTurn(press('Warn…'), dialog),
  },
  {
    name: 'admin-reports-resolved',
    as: 'Ines',
    at: '/admin/reports?state=resolved',
    then: text('No resolved reports yet'),
  },
  {
    name: 'tag-edit',
    as: 'Ines',
    at: '/home?tag=sailing',
    then: inTurn(press('Edit description'), (page) => page.getByRole('textbox', { name: 'Description' }).waitFor()),
  },
  {
    name: 'tag-history',
    as: 'Ines',
    at: '/home?tag=sailing',
    then: inTurn(press(/^History$/), dialog),
  },
  { name: 'home-newcomer', as: 'Ben', at: '/home' },
  { name: 'chats-newcomer', as: 'Ben', at: '/messaging/direct-message' },
  { name: 'notifications-newcomer', as: 'Ben', at: '/notifications' },
  { name: 'communities-newcomer', as: 'Ben', at: '/community' },
];

/** Opens the newest notifications; on a phone, the page of all. */
async function bell(page: Page): Promise<void> {
  await page
    .getByRole('link', { name: /^Notifications/ })
    .last()
    .click();
  await page.getByText('Mark all').or(page.getByRole('dialog')).first().waitFor();
}
