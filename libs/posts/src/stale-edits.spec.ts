import { expect, test } from '@jest/globals';
import { refuse } from '@parlour/contracts/errors';
import { refuseStale } from '@parlour/contracts/posts/editable';
import { withCurrent } from './stale-edits.ts';

test('the refusal of a stale edit carries what is current', async () => {
  const current = { version: 2, text: 'Newer' };
  const edit = withCurrent(
    async () => refuseStale(1, 2),
    async () => current,
  );
  await expect(edit).rejects.toMatchObject({ code: 'edit.stale', current });
});

test('another refusal is passed on, and nothing is read for it', async () => {
  const edit = withCurrent(
    async () => refuse({ code: 'text.empty', text: 'Empty' }),
    () => Promise.reject(new Error('read for another refusal')),
  );
  await expect(edit).rejects.toMatchObject({ code: 'text.empty', message: 'Empty' });
});
