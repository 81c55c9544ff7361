import { eraseTexts } from '@parlour/kernel/log/erase-texts';
import { statement, together, type Tx } from '@parlour/kernel/database/database';
import { forgetReplies } from '@parlour/kernel/log/stored-replies';
import { markEnding } from '../session/session-endings.ts';

// All of a person's data in this schema that is not derived from the log. Credentials come first: a
// concurrent sign-in is either ended with the sessions below, or finds no credentials.
const eraseCredentials = statement('erasure.credentials', 'delete from credentials where user_id = $1');
const eraseGoogle = statement('erasure.google', 'delete from google_accounts where user_id = $1');
const eraseEmails = statement('erasure.emails', 'delete from emails where user_id = $1');
const eraseBiographies = statement('erasure.biographies', 'delete from biographies where user_id = $1');
const eraseInvitations = statement('erasure.invitations', 'delete from invitation_codes where by_id = $1');
const eraseHidden = statement('erasure.onlineHidden', 'delete from online_hidden where user_id = $1');
// Hiding locks this row, too: what is written at the same time is deleted.
const lockPeople = statement('erasure.lock', 'select from users where id = $1 for update');
const eraseClients = statement(
  'erasure.clients',
  `update sessions set address = '', user_agent = '' where user_id = $1`,
);
// The same Google account may sign up anew; the name stays reserved, under its hash.
const freeSubjects = statement(
  'erasure.subjects',
  `delete from reservations where scope = 'google-subject' and owner = $1`,
);
const blankPeople = statement(
  'erasure.people',
  `update people set name = '', canonical_name = '', deleted = true where id = $1`,
);

/**
 * Erases an account for good, within the append of its `UserDeleted`: credentials, addresses,
 * biography, codes of invitations, what is known of its browsers, and all its names in events and
 * tables, but not those in what others wrote: the events keep their shape and lose them. All of it
 * is sent at once and carried out in this order: the log is locked meanwhile, and on a busy machine
 * each wait for an answer may take a tenth of a second. Source: decisions U-5;
 * docs/design/architecture.md#erasing.
 */
export async function eraseAccount(tx: Tx, userId: string): Promise<void> {
  const stream = `user/${userId}`;
  const those = [eraseEmails, eraseBiographies, eraseInvitations, eraseHidden, eraseClients, freeSubjects, blankPeople];
  await together<unknown>([
    tx.query(lockPeople, [userId]),
    tx.query(eraseCredentials, [userId]),
    tx.query(eraseGoogle, [userId]),
    markEnding(tx, [{ userId, reason: 'deleted' }]),
    eraseTexts(tx, 'identity', { blanking: stream, streams: [stream] }),
    ...those.map((erase) => tx.query(erase, [userId])),
    forgetReplies(tx, [userId]),
  ]);
}
