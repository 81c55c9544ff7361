import { expect, jest, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { memberFaults, type MemberWire } from '@parlour/contracts/identity/members';
import type { AddMembers } from '@parlour/contracts/identity/members.requests';
import { fakeServer } from '../../shared/testing/fake-server.ts';
import { renderPage } from '../../shared/testing/render-page.tsx';
import Members from './members.tsx';

const list = 'name,mail,communities\nAnn Lee,ann@example.org,Bakers\nBea,,\n,,\n!!!,,\nCay,,Nowhere\nDan,,Bakers\n';

/** What the server says of each row. */
function answered(row: AddMembers['rows'][number], dryRun: boolean): MemberWire {
  const { username } = row;
  if (username === 'cay') {
    const fault = { code: 'community.unknown', text: memberFaults.community('Nowhere') } as const;
    return { status: 'invalid', username, fault, joined: [] };
  }
  if (username === 'dan') return { status: 'existing', username, joined: ['Bakers'] };
  if (username === 'ann.lee') return { status: 'new', username, mailed: true, joined: ['Bakers'] };
  return { status: 'new', username, joined: [], ...(!dryRun && { password: 'one-two-three-four' }) };
}

test('[IN-2] a list is tried, its accounts are created, and the cards are printed', async () => {
  const print = jest.spyOn(window, 'print').mockImplementation(() => undefined);
  const server = fakeServer({
    'POST /admin/members': ({ body }) => {
      const { rows, dryRun } = body as AddMembers;
      return { body: { members: rows.map((row) => answered(row, dryRun)) } };
    },
  });
  const { user } = renderPage(<Members />);
  const file = new File([list], 'class.csv', { type: 'text/csv' });
  // jsdom’s have none.
  file.arrayBuffer = async () => new TextEncoder().encode(list).buffer;
  await user.upload(screen.getByLabelText('A list of members'), file);
  const rows = async (heading: string) => {
    const table = await screen.findByRole('table', { name: heading });
    return within(table)
      .getAllByRole('row')
      .slice(1)
      .map((row) =>
        within(row)
          .getAllByRole('cell')
          .map(({ textContent }) => textContent),
      );
  };
  const create = await screen.findByRole('button', { name: 'Create 2 accounts' });
  expect(await rows('What would happen')).toEqual([
    ['5', '!!!', `Problem${memberFaults.nameless}`],
    ['6', 'Cay', `Problem${memberFaults.community('Nowhere')}`],
    ['2', 'Ann Lee', 'Newas ann.lee, will get a link by mail, joins Bakers'],
    ['3', 'Bea', 'Newas bea'],
    ['7', 'Dan', 'Already hereas dan, joins Bakers'],
  ]);
  expect(server.to('/admin/members').map(({ body }) => (body as AddMembers).dryRun)).toEqual([true]);

  await user.click(create);
  const dialog = within(await screen.findByRole('dialog', { name: '1 card to hand out' }));
  expect(server.to('/admin/members').map(({ body }) => (body as AddMembers).dryRun)).toEqual([true, false]);
  await user.click(dialog.getByRole('button', { name: 'Print' }));
  await waitFor(() => expect(print).toHaveBeenCalledTimes(1));
  const card = within(document.querySelector<HTMLElement>('[data-cards]') ?? document.createElement('p'));
  for (const text of ['Bea', 'bea', 'one-two-three-four', `${window.location.origin}/`]) card.getByText(text);
  await user.click(dialog.getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(document.querySelector('[data-cards]')).toBeNull();
  expect((await rows('What was done'))[2]).toEqual([
    '2',
    'Ann Lee',
    'Createdas ann.lee, gets a link by mail, joined Bakers',
  ]);
  expect(screen.getByRole('button', { name: 'Print 1 card…' })).toBeVisible();
});

test('[IN-2] what cannot be read, or not be finished, says what to do', async () => {
  const server = fakeServer({ 'POST /admin/members': () => 'down' });
  const { user } = renderPage(<Members />);
  await user.click(screen.getByLabelText('Or paste the table'));
  await user.paste('Ann Lee,ann@example.org');
  await user.click(screen.getByRole('button', { name: 'Check the list' }));
  expect(await screen.findByText(/The first line must name the columns/)).toBeVisible();
  expect(server.calls).toEqual([]);
  await user.clear(screen.getByLabelText('Or paste the table'));
  await user.paste('name\nAnn Lee');
  await user.click(screen.getByRole('button', { name: 'Check the list' }));
  expect(await screen.findByText('The list could not be checked')).toBeVisible();
  server.routes['POST /admin/members'] = ({ body }) => {
    const { rows, dryRun } = body as AddMembers;
    return { body: { members: rows.map((row) => answered(row, dryRun)) } };
  };
  await user.click(screen.getByRole('button', { name: 'Check the list' }));
  await user.click(await screen.findByRole('button', { name: 'Create 1 account' }));
});
