import { describe, expect, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { deletedUserName } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import type { ReportWire } from '@parlour/contracts/communities/reports';
import { fileIdOf } from '@parlour/contracts/testing/file-ids';
import { api } from '../../shared/api.ts';
import { fakeServer } from '../../shared/testing/fake-server.ts';
import { fill } from '../../shared/testing/fill.ts';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { ReportQueue } from './report-queue.tsx';

const at = '2026-01-05T09:03:07.000Z';
const report: ReportWire = {
  _id: 'r1',
  type: 'answer',
  id: 'a1',
  community: { _id: 'c1', name: 'Bakers' },
  person: 'ben',
  reports: [
    { by: 'cay', reason: 'spam', text: 'Only links', at },
    { by: 'dan', reason: 'danger', text: '', at },
  ],
  reportCount: 3,
  versions: [],
  earlier: [
    { _id: 'r0', type: 'poll', reason: 'hate', at, action: 'warn' },
    { _id: 'r9', type: 'answer', reason: 'harassment', at, action: null },
  ],
  earlierCount: 2,
  actions: ['dismiss', 'remove', 'warn', 'ban', 'suspend'],
  resolved: null,
  thing: {
    title: 'Which flour?',
    excerpt: 'Buy mine',
    files: [],
    at,
    deleted: null,
    url: '/question/q1#answer-a1',
    before: null,
    reportedTexts: [],
  },
};
const busy = { error: 'Busy.', code: 'service.unavailable' };
const resolved = { by: 'mia', action: 'remove', text: 'An advertisement', at } as const;

function show(rows: readonly ReportWire[] = [report], at = '/admin/reports', communityId?: string) {
  let open = rows;
  const server = fakeServer({
    'GET /reports': ({ query }) => ({
      body: query.get('state') === 'resolved' ? [{ ...report, actions: [], resolved }] : open,
    }),
    'POST /reports/resolve': () => {
      open = [];
      return { body: { ...report, actions: [], resolved } };
    },
  });
  const queue = communityId === undefined ? <ReportQueue /> : <ReportQueue communityId={communityId} />;
  return { server, ...renderPage(queue, { at, path: at.split('?')[0] ?? at }) };
}

const wordsOf = (element: HTMLElement): string => (element.textContent ?? '').replaceAll(/\s+/g, ' ');

describe('[BM-27] the reports', () => {
  test('show the thing in its place, who reported it, and earlier reports', async () => {
    show();
    const row = await screen.findByRole('article');
    expect(within(row).getByRole('heading')).toHaveTextContent('Answerby benin Bakers');
    expect(within(row).getByRole('link', { name: 'Which flour?' })).toHaveAttribute('href', '/question/q1#answer-a1');
    expect(within(row).getByText('Buy mine')).toBeVisible();
    const reporters = within(row).getByRole('list', { name: 'Reported by' });
    expect(within(reporters).getAllByRole('listitem').map(wordsOf)).toEqual([
      expect.stringMatching(/^cay: Spam .*Only links$/),
      expect.stringMatching(/^dan: Illegal or dangerous/),
      'and 1 other',
    ]);
    expect(wordsOf(row)).toContain('2 earlier reports of ben');
    expect(wordsOf(row)).toContain('A poll, hate: warned');
    expect(wordsOf(row)).toContain('An answer, harassment: open');
    expect(within(row).getAllByRole('button').map(wordsOf)).toEqual([
      ...['Dismiss', 'Remove…', 'Warn…', 'Ban…', 'Suspend…'],
    ]);
  });

  test('of one community are asked for, in a state that is in the address', async () => {
    const { server, user, router } = show([], '/community/c1/settings?tab=reports', 'c1');
    expect(await screen.findByText('No open reports')).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Resolved' }));
    expect(router.state.location.search).toBe('?tab=reports&state=resolved');
    const row = await screen.findByRole('article');
    expect(screen.getByRole('status')).toHaveTextContent('1 resolved report');
    expect(wordsOf(row)).toContain('mia removed it: An advertisement');
    expect(within(row).queryByRole('button')).not.toBeInTheDocument();
    expect(server.to('/reports').map(({ query }) => query.get('communityId'))).toEqual(['c1', 'c1']);
    await user.click(screen.getByRole('link', { name: 'Open' }));
    expect(router.state.location.search).toBe('?tab=reports');
  });

  test('[BM-64] say who deleted it, and the message before', async () => {
    const before = { by: 'eve', excerpt: 'Hello?' };
    const thing = { title: '', excerpt: '', files: [], at, url: null, before, reportedTexts: [] };
    show([
      { ...report, type: 'message', community: null, thing: { ...thing, deleted: 'author' } },
      { ...report, _id: 'r2', thing: { ...thing, before: null, deleted: 'moderator' } },
      { ...report, _id: 'r3', thing: { ...thing, before: null, deleted: 'operator' } },
    ]);
    const rows = (await screen.findAllByRole('article')).map(wordsOf);
    expect(rows[0]).toContain('eve: Hello?Deleted by its author.');
    expect(rows[1]).toContain('Removed by a moderator.');
    expect(rows[2]).toContain('Removed by an operator.');
    for (const row of rows) expect(row).not.toContain('only because it was reported');
  });

  test('[BM-64] say what the reader sees here only, what can’t be shown, and which account is gone', async () => {
    const person = { ...report, type: 'person', community: null } as const;
    show([
      { ...report, thing: { ...report.thing!, url: null } }, // it has one
      { ...report, _id: 'r2', thing: null },
      { ...person, _id: 'r3', person: deletedUserName, thing: null },
      { ...person, _id: 'r4', thing: null },
    ]);
    const rows = (await screen.findAllByRole('article')).map(wordsOf);
    expect(rows[0]).toContain('You can see it only because it was reported.');
    expect(rows[1]).toContain('This can’t be shown right now. Reload the page to try again.');
    expect(rows[2]).toContain('This account has been deleted.');
    expect(rows[3]).toContain('This can’t be shown right now. Reload the page to try again.');
  });

  test('[BM-64, M-20] show what was reported beside what it is now, as text', async () => {
    const thing = { ...report.thing!, reportedTexts: [{ title: '', excerpt: '<b>Pay me</b>', files: [] }] }; // it has one
    const both = [
      { title: 'Pay?', excerpt: 'Now', files: [] },
      { title: 'Pay!', excerpt: 'At once', files: [] },
    ];
    show([
      { ...report, thing },
      {
        ...report,
        _id: 'r2',
        type: 'question',
        thing: { ...thing, excerpt: '', deleted: 'author', reportedTexts: both },
      },
    ]);
    const [edited, deleted] = (await screen.findAllByRole('article')).map(wordsOf);
    expect(edited).toContain('Buy mineIt has been edited since it was reported. This was reported:<b>Pay me</b>');
    expect(deleted).toContain('Deleted by its author.This was reported:Pay?NowPay!At once');
  });

  test('[FI-7] show the pictures and files of what is reported, and of the report, enlarged by a click', async () => {
    const [now, before, evidence] = [1, 2, 3].map((width) => fileIdOf('image/png', { width, height: 2 }));
    const plan = fileIdOf('application/pdf', { size: 1_000 });
    const reportedTexts = [{ title: '', excerpt: 'Pay me', files: [before!] }]; // there are three
    const thing = { ...report.thing!, files: ['no file', now!, plan], reportedTexts }; // it has one
    const reports = [{ by: 'cay', reason: 'spam', text: `Look: ![a screen](/file/${evidence})`, at }] as const;
    const { user } = show([{ ...report, thing, reports }]);
    const row = within(await screen.findByRole('article'));
    const pictures = await row.findAllByRole('img');
    expect(pictures.map((picture) => [picture.getAttribute('alt'), picture.getAttribute('src')])).toEqual([
      ['Reported picture 1', `/file/${now}`],
      ['Reported picture 1', `/file/${before}`],
      ['a screen', `/file/${evidence}`],
    ]);
    expect(await row.findByRole('link', { name: 'Reported file 2 PDF, 1.0 kB' })).toHaveAttribute(
      'href',
      `/file/${plan}`,
    );
    act(() => row.getAllByRole('button', { name: 'Reported picture 1' })[0]?.focus());
    await user.keyboard('{Enter}');
    const viewer = await screen.findByRole('dialog', { name: 'Reported picture 1' });
    expect(within(viewer).getByRole('img')).toHaveAttribute('src', `/file/${now}`);
  });

  test('are dismissed at once, and the focus moves to the heading', async () => {
    const { server, user } = show();
    await user.click(await screen.findByRole('button', { name: 'Dismiss' }));
    const row = screen.getByRole('article');
    expect(await within(row).findByText('Resolved')).toBeVisible();
    // Below the pointer is no button any more.
    await user.hover(row);
    await user.unhover(row);
    expect(await screen.findByText('No open reports')).toBeVisible();
    expect(server.to('/reports/resolve').map(({ body }) => body)).toEqual([
      { reportId: 'r1', action: 'dismiss', text: '' },
    ]);
    await waitFor(() => {
      expect(screen.getByRole('heading', { name: 'Reports' })).toHaveFocus();
    });
  });

  test('are resolved after asking, with a reason where others read one', async () => {
    const { server, user } = show();
    await user.click(await screen.findByRole('button', { name: 'Remove…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Remove this answer?' });
    await user.click(within(dialog).getByRole('button', { name: 'Remove' }));
    const reason = within(dialog).getByLabelText(/Reason/);
    expect(reason).toHaveAccessibleDescription(expect.stringContaining(messages.deleteReasonMissing));
    await fill(user, reason, ' An advertisement ', '{Escape}');
    await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
    await user.type(reason, '{Enter}');
    expect(await screen.findByText('No open reports')).toBeVisible();
    const sent = { reportId: 'r1', action: 'remove', text: 'An advertisement' };
    expect(server.to('/reports/resolve').map(({ body }) => body)).toEqual([sent]);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  test('say in the dialog that somebody else was quicker', async () => {
    const { server, user } = show();
    server.routes['POST /reports/resolve'] = () => {
      server.routes['GET /reports'] = () => ({ body: [] });
      return { status: 409, body: { error: messages.reportResolved, code: 'report.resolved' } };
    };
    await user.click(await screen.findByRole('button', { name: 'Ban…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Ban ben from Bakers?' });
    await user.click(within(dialog).getByRole('button', { name: 'Ban' }));
    expect(await within(dialog).findByRole('alert')).toHaveTextContent(messages.reportResolved);
    await screen.findByText('No open reports');
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    const title = await screen.findByRole('heading', { name: 'Reports' });
    await waitFor(() => expect(title).toHaveFocus());
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  test('give the focus back to the button after Cancel', async () => {
    const { user } = show();
    const button = await screen.findByRole('button', { name: 'Ban…' });
    await user.click(button);
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(button).toHaveFocus());
  });

  test('are dismissed side by side, each with one action at a time', async () => {
    const { server, user } = show([report, { ...report, _id: 'r2' }]);
    const [first, second] = await screen.findAllByRole('group', { name: 'Actions' });
    const inFirst = within(first!); // there are two
    const inSecond = within(second!);
    const answers: (() => void)[] = [];
    server.routes['POST /reports/resolve'] = async () => {
      await new Promise<void>((resolve) => {
        answers.push(resolve);
      });
      return { status: 503, body: busy };
    };
    await user.click(inFirst.getByRole('button', { name: 'Dismiss' }));
    expect(inFirst.getByRole('button', { name: 'Ban…' })).toBeDisabled();
    expect(inSecond.getByRole('button', { name: 'Ban…' })).toBeEnabled();
    await user.click(inSecond.getByRole('button', { name: 'Dismiss' }));
    await waitFor(() => expect(answers).toHaveLength(2));
    answers[1]?.();
    await waitFor(() => expect(inSecond.getByRole('button', { name: 'Ban…' })).toBeEnabled());
    expect(inFirst.getByRole('button', { name: 'Ban…' })).toBeDisabled();
    answers[0]?.();
    await waitFor(() => expect(inFirst.getByRole('button', { name: 'Dismiss' })).not.toHaveAttribute('data-loading'));
  });

  test('do not move while somebody points at them, and those that are resolved say so', async () => {
    const second = { ...report, _id: 'r2', person: 'eve' };
    const { server, store, user } = show([report, second]);
    const people = () =>
      screen.getAllByRole('heading', { level: 3 }).map((each) => /ben|eve|fay/.exec(wordsOf(each))?.[0]);
    const dismissals = () =>
      screen.getAllByRole('article').map((each) => within(each).queryByRole('button', { name: 'Dismiss' }));
    await waitFor(() => expect(people()).toEqual(['ben', 'eve']));
    await user.hover(dismissals()[1]!); // there are two
    server.routes['GET /reports'] = () => ({ body: [{ ...report, _id: 'r3', person: 'fay' }, second] });
    act(() => void store.dispatch(api.util.invalidateTags(['Reports'])));
    await waitFor(() => expect(people()).toEqual(['ben', 'eve', 'fay']));
    expect(dismissals()).toEqual([null, expect.anything(), expect.anything()]);
    expect(within(screen.getAllByRole('article')[0]!).getByText('Resolved')).toBeVisible(); // there are three
    await user.unhover(dismissals()[1]!);
    await waitFor(() => expect(people()).toEqual(['fay', 'eve']));
  });

  test('move the focus to the heading when somebody else resolves the one that has it', async () => {
    const { server, store } = show([report, { ...report, _id: 'r2' }]);
    const [button] = await screen.findAllByRole('button', { name: 'Warn…' });
    act(() => button?.focus());
    server.routes['GET /reports'] = () => ({ body: [] });
    act(() => void store.dispatch(api.util.invalidateTags(['Reports'])));
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Reports' })).toHaveFocus());
    expect(await screen.findByText('No open reports')).toBeVisible();
  });

  test('say at the end of the list that more of them failed', async () => {
    const { server, user } = show();
    const next = { Link: '</reports?cursor=next>; rel="next"' };
    server.routes['GET /reports'] = ({ query }) =>
      query.has('cursor') ? { status: 503, body: busy } : { body: [report], headers: next };
    await user.click(screen.getByRole('link', { name: 'Resolved' }));
    await user.click(await screen.findByRole('button', { name: 'Show more' }));
    const failure = await screen.findByRole('alert');
    expect(failure).toHaveTextContent('The reports could not be loaded');
    const row = screen.getByRole('article');
    expect(row.compareDocumentPosition(failure)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    server.routes['GET /reports'] = () => ({ body: [{ ...report, _id: 'r2' }] });
    await waitFor(() => expect(screen.getByRole('button', { name: 'Show more' })).not.toHaveAttribute('data-loading'));
    await user.click(screen.getByRole('button', { name: 'Show more' }));
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(2));
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  test('say what failed, and try again', async () => {
    const { server, user } = show();
    await screen.findByRole('article');
    server.routes['GET /reports'] = () => ({ status: 503, body: busy });
    await user.click(screen.getByRole('link', { name: 'Resolved' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('The reports could not be loaded');
    server.routes['GET /reports'] = () => ({ body: [] });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('No resolved reports yet')).toBeVisible();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });
});
