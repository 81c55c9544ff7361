import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { usualFileLimits } from '@parlour/contracts/files/file-limits';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import {
  type AdminCommunityWire,
  type AdminPersonWire,
  siteDefaults,
  type SiteSettingsWire,
} from '@parlour/contracts/site';
import type { UserEvent } from '@testing-library/user-event';
import ToastPlace from '../../design/parts/feedback/toast-place.tsx';
import { adminApi } from '../../features/admin/admin.api.ts';
import '../../features/session/session.api.ts';
import { api } from '../../shared/api.ts';
import { selectIsOperator, userKnown } from '../../shared/state/session.slice.ts';
import { setSiteLooks, setSiteTexts } from '../../shared/state/site.ts';
import { fakePictures } from '../../shared/testing/fake-pictures.ts';
import { fakeServer } from '../../shared/testing/fake-server.ts';
import { fakeUploads } from '../../shared/testing/fake-uploads.ts';
import { fill } from '../../shared/testing/fill.ts';
import { ann, renderPage } from '../../shared/testing/render-page.tsx';
import { fileIdOf } from '@parlour/contracts/testing/file-ids';
import { AdminPage } from './admin-page.tsx';
import { heldRoute } from '../../shared/testing/held-route.ts';

const site: SiteSettingsWire = { ...siteDefaults, name: 'Parlour', description: '', signUp: 'everyone', code: '' };
const ben: AdminPersonWire = {
  _id: 'u2',
  username: 'ben',
  dateJoined: '2026-01-02T00:00:00.000Z',
  operator: false,
  suspended: false,
  isGoogleUser: false,
  own: false,
  sessions: 2,
};

const bakers: AdminCommunityWire = {
  _id: 'c1',
  name: 'Bakers',
  visibility: 'private',
  owner: 'ben',
  memberCount: 3,
  createdAt: '2026-01-02T00:00:00.000Z',
  closedAt: null,
  readable: true,
};

beforeEach(() => {
  setSiteTexts({ name: 'Parlour', description: '' });
  setSiteLooks(siteDefaults);
});

/** Clicks beside the dialog. */
function clickBeside(user: UserEvent): Promise<void> {
  return user.click(document.querySelector('.mantine-Modal-overlay') ?? document.body);
}

function open(at: string) {
  const page = renderPage(<AdminPage />, { at, path: at.split('/').length > 2 ? '/admin/:part' : '/admin' });
  act(() => {
    page.store.dispatch(userKnown({ ...ann, operator: true }));
  });
  return page;
}

describe('[BM-3] administration', () => {
  test('is no page for anybody but operators, and asks the server nothing', () => {
    const server = fakeServer({});
    renderPage(<AdminPage />, { at: '/admin' });
    expect(screen.getByRole('heading', { name: 'Page not found' })).toBeVisible();
    expect(server.calls).toEqual([]);
  });

  test('[BM-30] shows what was made each day, as charts and as numbers, and how each service is', async () => {
    // jsdom draws nothing.
    jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
    const grown = Array.from({ length: 30 }, (_, day) => (day === 29 ? 1_200 : 0));
    const consumers = [
      { name: 'views:identity', source: 'identity', lag: 3, deadLetters: 0 },
      { name: 'notify', source: 'qa', lag: 0, deadLetters: 2 },
    ];
    fakeServer({
      'GET /reports': () => ({ body: [], headers: { 'X-Total-Count': '2' } }),
      'GET /admin/overview': () => ({
        body: {
          waiting: { unanswered: 1_000, newcomers: 2 },
          since: '2026-01-05',
          daily: { people: grown, messages: grown.map(() => 1) },
          services: [
            { name: 'identity', state: { ready: true, consumers: [], bytes: 2_000_000 } },
            { name: 'qa' },
            { name: 'notifications', state: { ready: false, consumers, bytes: 1_000_000 } },
          ],
          freeBytes: 5_000_000_000,
          version: '1.2.3',
        },
      }),
    });
    const { user } = open('/admin');
    expect(await screen.findByRole('img', { name: 'Bar chart: 1,200 new people in 30 days' })).toBeVisible();
    expect(screen.getByRole('img', { name: 'Bar chart: 30 messages in 30 days' })).toBeVisible();
    expect(screen.getByText(/^This could not be counted in time/)).toBeVisible();
    const today = within(screen.getByRole('list', { name: 'Today' }));
    expect(today.getAllByRole('listitem').map((tile) => tile.textContent)).toEqual([
      '2open reports',
      '2people waiting for approval',
      '–requests to join',
      '999+questions waiting for a day',
      '1,200new people',
      '5.0 GBfree on the disk',
    ]);
    expect(today.getByRole('link', { name: /open reports/ })).toHaveAttribute('href', '/admin/reports');
    expect(screen.queryByText('Everything works')).not.toBeInTheDocument();
    expect(screen.getByText('Questions: no answer')).toBeVisible();
    expect(screen.getByText('Notifications: not ready')).toBeVisible();
    await user.click(screen.getByText('Show the numbers'));
    const cells = within(screen.getByRole('row', { name: /^Feb 3 / })).getAllByRole('cell');
    expect(cells.map((cell) => cell.textContent)).toEqual(['1,200', '–', '1']);
    await user.click(screen.getByText('How the site runs'));
    const services = within(screen.getByRole('list', { name: 'Services' })).getAllByRole('listitem');
    expect(services.map((service) => service.textContent)).toEqual([
      'AccountsWorksNeeds no other service2.0 MB',
      'QuestionsNo answer',
      expect.stringMatching(/^NotificationsNot ready3 updates behind, 2 failed updatesDetails.*1\.0 MB$/),
    ]);
    const table = screen.getByRole('table', { name: 'Details of Notifications', hidden: true });
    expect(within(table).getByRole('row', { name: 'notify Questions 0 2', hidden: true })).toBeInTheDocument();
    for (const fact of ['at least 3.0 MB', '1.2.3']) expect(screen.getByText(fact)).toBeVisible();
    expect(screen.getAllByText('5.0 GB')).toHaveLength(2);
  });

  test('[M-24] says in a word that everything works, if it does', async () => {
    jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
    const services = [{ name: 'qa', state: { ready: true, consumers: [], bytes: 1 } }];
    fakeServer({
      'GET /reports': () => ({ body: [], headers: { 'X-Total-Count': '0' } }),
      'GET /admin/overview': () => ({ body: { since: '2026-01-05', daily: {}, waiting: {}, services, version: '1' } }),
    });
    open('/admin');
    expect(await screen.findByText('Everything works')).toBeVisible();
  });

  test('changes the settings that differ, and the page has the new name at once', async () => {
    const server = fakeServer({
      'GET /admin/site': () => ({ body: site }),
      'PATCH /admin/site': ({ body }) => ({ body: { ...site, ...(body as object) } }),
    });
    const { user } = open('/admin/settings');
    const name = await screen.findByLabelText('Name');
    await user.clear(name);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(name).toHaveAccessibleDescription('Name cannot be empty');
    await fill(user, name, ' Harbour club ');
    await user.click(screen.getByRole('radio', { name: 'People with a code' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    const code = screen.getByLabelText('Code');
    expect(code).toHaveAccessibleDescription('Please enter the code that people need to sign up');
    await fill(user, code, 'bowline', '{Enter}');
    await screen.findByText('Settings saved.');
    const changed = server.calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body);
    expect(changed).toEqual([{ name: 'Harbour club', signUp: 'code', code: 'bowline' }]);
    await waitFor(() => {
      expect(document.title).toBe('Settings · Administration · Harbour club');
    });
  });

  test('says nothing of an earlier success once the server refuses', async () => {
    let isRefused = false;
    fakeServer({
      'GET /admin/site': () => ({ body: site }),
      'PATCH /admin/site': ({ body }) =>
        isRefused ? { status: 409, body: { error: 'No.', code: 'x' } } : { body: { ...site, ...(body as object) } },
    });
    const { user } = open('/admin/settings');
    await fill(user, await screen.findByLabelText('Name'), ' of the harbour', '{Enter}');
    await screen.findByText('Settings saved.');
    isRefused = true;
    await fill(user, screen.getByLabelText('Name'), '!', '{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('The settings could not be saved');
    expect(screen.queryByText('Settings saved.')).not.toBeInTheDocument();
  });

  test('[BM-31] changes colour, language and limits, and this page has them at once', async () => {
    const server = fakeServer({
      'GET /admin/site': () => ({ body: site }),
      'PATCH /admin/site': ({ body }) => ({ body: { ...site, ...(body as object) } }),
    });
    const { user } = open('/admin/settings');
    await user.click(await screen.findByRole('radio', { name: 'Blue' }));
    await user.selectOptions(screen.getByRole('combobox', { name: /^Main language of posts/ }), 'German');
    await user.click(screen.getByRole('radio', { name: 'Strict' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Settings saved.');
    const changed = server.calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body);
    expect(changed).toEqual([{ language: 'de', colour: 'blue', limits: 'strict' }]);
    expect(document.documentElement.dataset).toMatchObject({ accent: 'blue', language: 'de' });
  });

  test('[FI-3] changes limits of files, within bounds, where files are on', async () => {
    const server = fakeServer({
      'GET /admin/site': () => ({ body: site }),
      'GET /user/providers': () => ({ body: { google: false, files: usualFileLimits } }),
      'PATCH /admin/site': () => ({ body: { ...site, files: { ...usualFileLimits, imageMegabytes: 20 } } }),
    });
    const { user } = open('/admin/settings');
    const size = await screen.findByLabelText('Size of a picture, in MB');
    await user.clear(size);
    await fill(user, size, '51', '{Enter}');
    expect(size).toHaveAccessibleDescription('Choose a whole number from 1 to 50');
    await user.clear(size);
    await fill(user, size, '20', '{Enter}');
    await screen.findByText('Settings saved.');
    const changed = server.calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body);
    expect(changed).toEqual([{ files: { imageMegabytes: 20 } }]);
  });

  test('does not undo what another operator has changed meanwhile', async () => {
    let served = site;
    const server = fakeServer({
      'GET /admin/site': () => ({ body: served }),
      'PATCH /admin/site': ({ body }) => {
        served = { ...served, ...(body as object) };
        return { body: served };
      },
    });
    const { user, store } = open('/admin/settings');
    const name = await screen.findByLabelText('Name');
    served = { ...site, description: 'Theirs' };
    await act(async () => {
      await store.dispatch(adminApi.util.upsertQueryData('getSite', undefined, served));
    });
    await user.clear(name);
    await fill(user, name, 'Harbour', '{Enter}');
    await waitFor(() => expect(screen.getByLabelText('Description')).toHaveValue('Theirs'));
    await user.clear(name);
    await fill(user, name, 'Club', '{Enter}');
    await waitFor(() => expect(server.calls.filter(({ method }) => method === 'PATCH')).toHaveLength(2));
    expect(server.calls.flatMap(({ method, body }) => (method === 'PATCH' ? [body] : []))).toEqual([
      { name: 'Harbour' },
      { name: 'Club' },
    ]);
    await screen.findByText('Settings saved.');
  });

  test('keeps what was changed and not saved, and only that', async () => {
    let served = site;
    const server = fakeServer({
      'GET /admin/site': () => ({ body: served }),
      'PATCH /admin/site': ({ body }) => ({ body: { ...served, ...(body as object) } }),
    });
    const first = open('/admin/settings');
    await fill(first.user, await screen.findByLabelText('Name'), ' of the harbour');
    first.unmount();
    served = { ...site, description: 'Theirs' };
    const { user } = open('/admin/settings');
    expect(await screen.findByLabelText('Name')).toHaveValue(`${site.name} of the harbour`);
    expect(screen.getByLabelText('Description')).toHaveValue('Theirs');
    expect(screen.getByText('Draft restored')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Settings saved.');
    expect(screen.queryByText('Draft restored')).not.toBeInTheDocument();
    expect(screen.getByLabelText('Name')).toHaveValue(`${site.name} of the harbour`);
    expect(server.calls.flatMap(({ method, body }) => (method === 'PATCH' ? [body] : []))).toEqual([
      { name: `${site.name} of the harbour` },
    ]);
  });

  test('[BM-60] the tab of reports says how many are open, anew after one is resolved', async () => {
    let total = '12';
    const server = fakeServer({
      'GET /admin/log': () => ({ body: [] }),
      'GET /reports': () => ({ body: [], headers: { 'X-Total-Count': total } }),
    });
    const { store } = open('/admin/log');
    expect(await screen.findByRole('link', { name: 'Reports 12 open reports' })).toBeVisible();
    expect(server.to('/reports').map(({ query }) => query.get('limit'))).toEqual(['1']);
    total = '0';
    act(() => {
      store.dispatch(api.util.invalidateTags(['Reports']));
    });
    expect(await screen.findByRole('link', { name: 'Reports' })).toBeVisible();
  });

  test('[ML-1] with mail: what waits, the last failure, and a test mail', async () => {
    let failure: string | undefined = '535 Authentication failed';
    const lastFailure = { at: '2026-01-02T00:00:00.000Z', kind: 'reset', text: '451 Try later' };
    fakeServer({
      'GET /reports': () => ({ body: [], headers: { 'X-Total-Count': '0' } }),
      'GET /user/providers': () => ({ body: { google: false, mail: true } }),
      'GET /admin/mail': () => ({
        body: { on: true, from: 'club@example.org', waiting: 2, waitingSince: '2026-01-01T00:00:00.000Z', lastFailure },
      }),
      'POST /admin/mail/test': () => ({ body: failure === undefined ? { sent: true } : { sent: false, failure } }),
    });
    const { user } = open('/admin/mail');
    expect(await screen.findByText('club@example.org')).toBeVisible();
    expect(screen.getByText('451 Try later').parentElement).toHaveTextContent(/a forgotten password: 451 Try later$/);
    expect(await screen.findByRole('link', { name: 'Mail' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Send a test mail' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('The test mail was not sent535 Authentication failed');
    failure = undefined;
    await user.click(screen.getByRole('button', { name: 'Send a test mail' }));
    expect(await screen.findByText('Sent to your address. Has it arrived?')).toBeVisible();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  test('suspends a person after asking, and the focus returns', async () => {
    let person = ben;
    const server = fakeServer({
      'GET /admin/people': () => ({ body: [person] }),
      'POST /admin/suspend': () => {
        person = { ...ben, suspended: true, sessions: 0 };
        return { body: person };
      },
    });
    const { user } = open('/admin/people');
    const more = await screen.findByRole('button', { name: 'Actions: ben' });
    await user.click(more);
    await user.click(await screen.findByRole('menuitem', { name: 'Suspend…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Suspend ben?' });
    await user.click(within(dialog).getByRole('button', { name: 'Suspend' }));
    expect(await screen.findByText('Suspended')).toBeVisible();
    expect(server.to('/admin/suspend').map(({ body }) => body)).toEqual([{ username: 'ben' }]);
    await waitFor(() => {
      expect(more).toHaveFocus();
    });
  });

  test('[BM-50] renames a person: Enter submits, a refusal stands at the name, and the focus returns', async () => {
    let person = ben;
    const taken = { error: 'This username is already taken', code: 'username.taken' };
    const server = fakeServer({
      'GET /admin/people': () => ({ body: [person] }),
      'PATCH /admin/rename': () => ({ status: 409, body: taken }),
    });
    render(<ToastPlace />);
    const { user } = open('/admin/people');
    const more = await screen.findByRole('button', { name: 'Actions: ben' });
    await user.click(more);
    await user.click(await screen.findByRole('menuitem', { name: 'Rename…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Rename ben' });
    const name = within(dialog).getByRole('textbox', { name: 'New username' });
    await user.clear(name);
    await user.keyboard('{Enter}');
    expect(name).toHaveAccessibleDescription('Please enter a username');
    await fill(user, name, 'Cleo', '{Enter}');
    await waitFor(() => expect(name).toHaveAccessibleDescription('This username is already taken'));
    server.routes['PATCH /admin/rename'] = () => {
      person = { ...ben, username: 'Bert' };
      return { body: person };
    };
    await user.clear(name);
    await fill(user, name, ' Bert ');
    await fill(user, within(dialog).getByRole('textbox', { name: 'Reason (optional)' }), 'Asked for it', '{Enter}');
    expect(await screen.findByText('ben is now called Bert.')).toBeVisible();
    expect(server.to('/admin/rename').at(-1)?.body).toEqual({ username: 'ben', name: 'Bert', reason: 'Asked for it' });
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await waitFor(() => expect(screen.getByRole('button', { name: 'Actions: Bert' })).toHaveFocus());
  });

  test('[BM-50] if the new name is not what was searched for, the heading gets the focus', async () => {
    let rows = [ben];
    fakeServer({
      'GET /admin/people': () => ({ body: rows }),
      'PATCH /admin/rename': () => {
        rows = [];
        return { body: { ...ben, username: 'Cleo' } };
      },
    });
    const { user } = open('/admin/people');
    await fill(user, await screen.findByRole('searchbox', { name: 'Search Usernames' }), 'ben');
    await user.click(await screen.findByRole('button', { name: 'Actions: ben' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Rename…' }));
    const name = await screen.findByRole('textbox', { name: 'New username' });
    await user.clear(name);
    await fill(user, name, 'Cleo', '{Enter}');
    await screen.findByText('No Users Found');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await waitFor(() => expect(screen.getByRole('heading', { name: 'People' })).toHaveFocus());
  });

  test('[BM-50] Escape closes the dialog of a rename after asking, and changes nothing', async () => {
    const server = fakeServer({ 'GET /admin/people': () => ({ body: [ben, { ...ben, _id: 'u3', username: 'eve' }] }) });
    const { user } = open('/admin/people');
    await user.click(await screen.findByRole('button', { name: 'Actions: ben' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Rename…' }));
    await fill(user, await screen.findByRole('textbox', { name: 'New username' }), 'Bert', '{Escape}');
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(screen.getByRole('button', { name: 'Actions: ben' })).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Actions: eve' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Rename…' }));
    expect(await screen.findByRole('textbox', { name: 'New username' })).toHaveValue('eve');
    expect(server.to('/admin/rename')).toEqual([]);
  });

  test('shows a temporary password once, until it is closed on purpose', async () => {
    fakeServer({
      'GET /admin/people': () => ({ body: [ben] }),
      'POST /admin/resetPassword': () => ({ body: { password: 'abcd-efgh' } }),
    });
    const { user } = open('/admin/people');
    await user.click(await screen.findByRole('button', { name: 'Actions: ben' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Reset the password…' }));
    await user.click(await screen.findByRole('button', { name: 'Reset the password' }));
    expect(await screen.findByText('abcd-efgh')).toBeVisible();
    await clickBeside(user);
    expect(screen.getByText('abcd-efgh')).toBeVisible();
    await user.click(screen.getByText('Close'));
    await waitFor(() => {
      expect(screen.queryByText('abcd-efgh')).not.toBeInTheDocument();
    });
  });

  test('the dialog stays until the temporary password has come', async () => {
    const held = heldRoute();
    fakeServer({
      'GET /admin/people': () => ({ body: [ben] }),
      'POST /admin/resetPassword': held.route,
    });
    const { user } = open('/admin/people');
    await user.click(await screen.findByRole('button', { name: 'Actions: ben' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Reset the password…' }));
    await user.click(await screen.findByRole('button', { name: 'Reset the password' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Cancel' })).toBeDisabled());
    await user.keyboard('{Escape}');
    await held.answer({ body: { password: 'abcd-efgh' } });
    const dialog = await screen.findByRole('dialog', { name: 'Reset the password of ben?' });
    expect(await within(dialog).findByText('abcd-efgh')).toBeVisible();
    await user.click(within(dialog).getByText('Close'));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  test('the reply to one act does not answer what is asked about another person', async () => {
    const held = heldRoute();
    const eve = { ...ben, _id: 'u3', username: 'eve', suspended: true };
    const server = fakeServer({
      'GET /admin/people': () => ({ body: [ben, eve] }),
      'POST /admin/restore': held.route,
    });
    const { user } = open('/admin/people');
    await user.click(await screen.findByRole('button', { name: 'Actions: eve' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Restore' }));
    await user.click(await screen.findByRole('button', { name: 'Actions: ben' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Reset the password…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Reset the password of ben?' });
    server.routes['GET /admin/people'] = () => ({ body: [ben, { ...eve, suspended: false }] });
    await held.answer({ body: { ...eve, suspended: false } });
    await waitFor(() => expect(screen.queryByText('Suspended')).not.toBeInTheDocument());
    expect(within(dialog).getByRole('button', { name: 'Reset the password' })).toBeEnabled();
    expect(screen.getByRole('dialog', { name: 'Reset the password of ben?' })).toBeVisible();
  });

  test('says in the dialog why it is refused', async () => {
    const operator = { ...ben, operator: true };
    const error = { error: 'This is the only operator who can sign in.', code: 'operator.last' };
    fakeServer({
      'GET /admin/people': () => ({ body: [operator] }),
      'POST /admin/removeOperator': () => ({ status: 409, body: error }),
    });
    const { user } = open('/admin/people');
    await user.click(await screen.findByRole('button', { name: 'Actions: ben' }));
    expect(screen.queryByRole('menuitem', { name: 'Suspend…' })).not.toBeInTheDocument();
    await user.click(await screen.findByRole('menuitem', { name: 'Remove as operator…' }));
    await user.click(await screen.findByRole('button', { name: 'Remove as operator' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('This is the only operator who can sign in.');
  });

  test('operators who give up their own rights lose these pages at once', async () => {
    const own: AdminPersonWire = { ...ben, _id: ann._id, username: 'ann', operator: true, own: true };
    const server = fakeServer({
      'GET /admin/people': () => ({ body: [own] }),
      'POST /admin/removeOperator': () => ({ body: { ...own, operator: false } }),
      'GET /user/session': () => ({ body: ann }),
    });
    const { user, store } = open('/admin/people');
    await user.click(await screen.findByRole('button', { name: 'Actions: ann' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Remove as operator…' }));
    await user.click(await screen.findByRole('button', { name: 'Remove as operator' }));
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeVisible();
    expect(selectIsOperator(store.getState())).toBe(false);
    expect(server.to('/admin/people')).toHaveLength(1);
  });

  test('tells who did what', async () => {
    const at = '2026-01-05T09:03:07.000Z';
    const changes = { name: 'Knots', signUp: 'nobody', codeChanged: true };
    const removed = { kind: 'answer', id: 'a', questionId: 'q1' };
    const poll = { kind: 'poll', id: 'p', communityId: 'c1' };
    const looks = { language: 'de', colour: 'slate', limits: 'server', files: { filesPerPost: 3 } };
    const blanked = { name: 'Parlour', description: '', signUp: 'everyone' };
    fakeServer({
      'GET /admin/log': () => ({
        body: [
          { _id: '15', act: 'siteChanged', by: 'ann', changes: { picture: { place: 'icon', isRemoved: true } }, at },
          { _id: '14', act: 'siteChanged', by: 'ann', changes: { picture: { place: 'logo', isRemoved: false } }, at },
          { _id: '13', act: 'siteChanged', by: 'ann', changes: { description: '' }, at },
          { _id: '12', act: 'siteChanged', by: 'ann', changes: blanked, at },
          { _id: '11', act: 'communityClosed', by: 'ann', to: 'ben', community: 'Bakers', at, position: 12 },
          { _id: '10', act: 'renamed', by: 'ann', to: 'deleted user', at, position: 11 },
          {
            ...{ _id: '9', act: 'renamed', by: 'ann', to: 'eva', names: { from: 'eve', to: 'eva' } },
            ...{ reason: 'asked for it', at, position: 10 },
          },
          { _id: '8', act: 'postRestored', by: 'ann', to: 'eve', post: poll, at, position: 9 },
          { _id: '7', act: 'postRemoved', by: 'ann', to: 'eve', post: removed, reason: 'off topic', at, position: 7 },
          { _id: '6', act: 'postRestored', by: 'ann', to: 'eve', post: { kind: 'message', id: 'm' }, at, position: 6 },
          { _id: '5', act: 'siteChanged', by: 'ben', changes: looks, at },
          { _id: '4', act: 'siteChanged', by: 'ann', changes, at },
          { _id: '3', act: 'operatorAdded', by: 'ann', to: 'ben', at },
          { _id: '2', act: 'suspended', to: 'eve', at },
          { _id: '1', act: 'founded', to: 'ann', at },
        ],
      }),
    });
    open('/admin/log');
    const log = await screen.findByRole('list', { name: 'Site log' });
    expect(
      within(log)
        .getAllByRole('listitem')
        .map((row) => row.firstChild?.textContent?.replaceAll(/\s+/g, ' ').trim()),
    ).toEqual([
      'ann removed the icon',
      'ann changed the logo',
      'ann removed the description',
      'ann changed the name to “Parlour” and who may sign up to everyone, and removed the description',
      'ann closed the community Bakers of ben',
      'ann renamed deleted user',
      'ann renamed eve to eva: asked for it',
      'ann restored a poll of eve',
      'ann removed an answer of eve: off topic',
      'ann restored a message of eve',
      'ben changed the language to German, the colour to slate, the limits to the server’s and the limits of files',
      'ann changed the name to “Knots”, who may sign up to nobody and the sign-up code',
      'ann made ben an operator',
      'The server’s operator suspended eve',
      'ann created the first account and became operator',
    ]);
    expect(within(log).getByRole('link', { name: 'a poll' })).toHaveAttribute('href', '/community/c1');
    expect(within(log).getByRole('link', { name: 'an answer' })).toHaveAttribute('href', '/question/q1#answer-a');
  });
});

describe('[FI-8] logo and icon', () => {
  const openPictures = (pictures: Partial<SiteSettingsWire>) => {
    let now = { ...site, ...pictures };
    const drawn = fakePictures({ width: 900, height: 300 });
    fakeUploads();
    const server = fakeServer({
      'GET /admin/site': () => ({ body: now }),
      'GET /user/providers': () => ({ body: { google: false, files: usualFileLimits } }),
      'POST /file/upload': () => ({ body: { _id: 'f1' } }),
      'POST /admin/site/picture': ({ body }) => {
        const { place, fileId } = body as { readonly place: string; readonly fileId: string | null };
        now = { ...now, [place]: fileId && `/file/${fileId}` };
        return { body: now };
      },
    });
    return { ...open('/admin/settings'), server, drawn };
  };
  const pictures = () => screen.findByRole('region', { name: 'Logo and icon' });

  test('a logo keeps its proportions and what is transparent; then a dark one can be chosen', async () => {
    const { user, server, drawn } = openPictures({});
    const section = within(await pictures());
    expect(section.queryByRole('button', { name: 'Choose a dark logo…' })).not.toBeInTheDocument();
    await user.upload(section.getByLabelText('A file for the logo'), new File(['l'], 'l.png', { type: 'image/png' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Choose what the logo shows' }));
    await dialog.findByRole('application');
    await waitFor(() => expect(drawn).not.toEqual([]));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await section.findByRole('img', { name: 'The logo' })).toHaveAttribute('src', '/file/f1');
    expect(drawn.at(-1)).toEqual([0, 0, 900, 300, 0, 0, 640, 213]);
    const [sent] = server.to('/file/upload').map(({ body }) => (body as FormData).get('file') as File);
    expect([sent?.name, sent?.type]).toEqual(['picture.png', 'image/png']);
    expect(server.to('/admin/site/picture').map(({ body }) => body)).toEqual([{ place: 'logo', fileId: 'f1' }]);
    expect(section.getByRole('button', { name: 'Choose a dark logo…' })).toBeVisible();
  });

  test('an icon is removed', async () => {
    const { user, server } = openPictures({ icon: '/file/f2' });
    const section = within(await pictures());
    await user.click(section.getByRole('button', { name: 'Remove icon' }));
    await waitFor(() => expect(section.queryByRole('img')).not.toBeInTheDocument());
    expect(server.to('/admin/site/picture').map(({ body }) => body)).toEqual([{ place: 'icon', fileId: null }]);
  });
});

describe('[BM-70] all communities', () => {
  const rows = () =>
    within(screen.getByRole('table', { name: 'All communities' }))
      .getAllByRole('row')
      .slice(1);

  test('show name, owner, members, visibility and state, and lead to those that can be read', async () => {
    const brewers = { ...bakers, _id: 'c2', name: 'Brewers', owner: 'deleted user', readable: false };
    fakeServer({ 'GET /admin/communities': () => ({ body: [bakers, { ...brewers, closedAt: bakers.createdAt }] }) });
    open('/admin/communities');
    expect(await screen.findByRole('link', { name: 'Bakers' })).toHaveAttribute('href', '/community/c1');
    const [first, second] = rows();
    expect(first).toHaveTextContent(/Bakers.*Private.*owned by ben · 3 members · created January 2, 2026/);
    expect(first).not.toHaveTextContent('Closed');
    expect(second).toHaveTextContent(/Brewers.*Private.*Closed.*owned by deleted user/);
    expect(screen.queryByRole('link', { name: 'Brewers' })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Actions: Brewers' })).not.toBeInTheDocument();
    expect(document.title).toMatch(/^Communities · Administration/);
  });

  test('are searched by name, and it says if there are none', async () => {
    const server = fakeServer({
      'GET /admin/communities': ({ query }) => ({ body: query.get('search') === null ? [bakers] : [] }),
    });
    const { user } = open('/admin/communities');
    await screen.findByRole('link', { name: 'Bakers' });
    await fill(user, screen.getByRole('searchbox', { name: 'Search communities' }), 'zither');
    expect(await screen.findByText('No communities found matching zither')).toBeVisible();
    expect(server.to('/admin/communities').map(({ query }) => query.get('search'))).toEqual([null, 'zither']);
  });

  test('say that they could not be loaded, and load again', async () => {
    const server = fakeServer({ 'GET /admin/communities': () => ({ status: 500, body: { error: 'Broken' } }) });
    const { user } = open('/admin/communities');
    expect(await screen.findByRole('alert')).toHaveTextContent('Error fetching all communities');
    server.routes['GET /admin/communities'] = () => ({ body: [] });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('There are no communities yet.')).toBeVisible();
  });

  test('are closed after a question that names them, and why not is said in it', async () => {
    let community = bakers;
    const server = fakeServer({
      'GET /admin/communities': () => ({ body: [community] }),
      'POST /admin/closeCommunity': () => ({ status: 404, body: { error: 'Community not found' } }),
    });
    const { user } = open('/admin/communities');
    const more = await screen.findByRole('button', { name: 'Actions: Bakers' });
    await user.click(more);
    await user.click(await screen.findByRole('menuitem', { name: 'Close community…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Close Bakers?' });
    expect(dialog).toHaveTextContent('Its members can still read it, but nobody');
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(more).toHaveFocus());
    expect(server.to('/admin/closeCommunity')).toEqual([]);
    await user.click(more);
    await user.click(await screen.findByRole('menuitem', { name: 'Close community…' }));
    const again = within(await screen.findByRole('dialog', { name: 'Close Bakers?' }));
    await user.click(again.getByRole('button', { name: 'Close community' }));
    expect(await again.findByRole('alert')).toHaveTextContent('Community not found');
    server.routes['POST /admin/closeCommunity'] = () => {
      community = { ...bakers, closedAt: '2026-01-05T09:03:07.000Z', readable: false };
      return { body: community };
    };
    await user.click(again.getByRole('button', { name: 'Close community' }));
    expect(await screen.findByText('Closed')).toBeVisible();
    expect(server.to('/admin/closeCommunity').at(-1)?.body).toEqual({ communityId: 'c1' });
    await waitFor(() => expect(screen.getByRole('heading', { name: 'All communities' })).toHaveFocus());
  });
});

test('[FI-7] the largest files are shown with what their owners’ take, and deleted after a question', async () => {
  const _id = fileIdOf('application/pdf', { size: 5_000_000 });
  const file = { _id, name: 'tides.pdf', type: 'application/pdf', size: 5_000_000, width: 0, height: 0, by: 'ben' };
  const server = fakeServer({
    'GET /admin/files': () => ({ body: [{ ...file, at: '2026-01-02T09:03:07.000Z', total: 9_000_000 }] }),
    'DELETE /file/deleteFile': () => ({ body: { deleted: true } }),
  });
  const { user } = open('/admin/files');
  const row = await screen.findByRole('row', { name: /tides\.pdf/ });
  expect(row).toHaveTextContent('PDF, 5.0 MB · January 2, 2026 · by ben, whose files take 9.0 MB');
  await user.click(within(row).getByRole('button', { name: 'Actions: tides.pdf' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete file…' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete tides.pdf?' });
  server.routes['GET /admin/files'] = () => ({ body: [] });
  await user.click(within(dialog).getByRole('button', { name: 'Delete for good' }));
  expect(await screen.findByText('There are no files yet.')).toBeVisible();
  expect(server.to('/file/deleteFile').map(({ body }) => body)).toEqual([{ fileId: _id }]);
  await waitFor(() => expect(screen.getByRole('heading', { name: 'All files' })).toHaveFocus());
});
