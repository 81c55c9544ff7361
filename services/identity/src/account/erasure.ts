import { eraseTexts } from '@parlour/kernel/log/erase-texts';
import { statement, together } from '@parlour/kernel/database/database';
import { doneAfter } from '@parlour/kernel/log/done-reply';
import { forgetReplies } from '@parlour/kernel/log/stored-replies';
import { markEnding } from '../session/session-endings.ts';

// All of a person's data in this schema that is not derived from the log. Credentials come first: a
// concurrent sign-in is either ended with the sessions below, or finds no credentials.
const eraseCredentials = statement('erasure.credentials', 'delete from credentials where user_id = any($1::text[])');
const eraseGoogle = statement('erasure.google', 'delete from google_accounts where user_id = any($1::text[])');
const eraseBiographies = statement('erasure.biographies', 'delete from biographies where user_id = any($1::text[])');
const eraseHidden = statement('erasure.onlineHidden', 'delete from online_hidden where user_id = any($1::text[])');
// Hiding locks this row, too: what is written at the same time is deleted.
const lockPeople = statement('erasure.lock', 'select from users where id = any($1::text[]) for update');
const eraseClients = statement(
  'erasure.clients',
  `update sessions set address = '', user_agent = '' where user_id = any($1::text[])`,
);
// The same Google account may sign up anew; the name stays reserved, under its hash.
const freeSubjects = statement(
  'erasure.subjects',
  `delete from reservations where scope = 'google-subject' and owner = any($1::text[])`,
);
const blankPeople = statement(
  'erasure.people',
  `update people set name = '', canonical_name = '', deleted = true where id = any($1::text[])`,
);

/**
 * Erases accounts for good, within the append of their `UserDeleted`: credentials, e-mail,
 * biography, what is known of their browsers, and all their names wherever they stand: the events
 * keep their shape and lose them. All of it is sent at once and carried out in this order: the log
 * is locked meanwhile, and on a busy machine each wait for an answer may take a tenth of a second.
 * Source: decisions U-5; docs/design/architecture.md#ids-not-names.
 */
export const eraseAccounts = doneAfter<string>((tx, userIds) => {
  const endings = userIds.map((userId) => ({ userId, reason: 'deleted' as const }));
  const streams = userIds.map((userId) => ({ blanking: `user/${userId}`, streams: [`user/${userId}`] }));
  const those = [eraseBiographies, eraseHidden, eraseClients, freeSubjects, blankPeople];
  return together<unknown>([
    tx.query(lockPeople, [userIds]),
    tx.query(eraseCredentials, [userIds]),
    tx.query(eraseGoogle, [userIds]),
    markEnding(tx, endings),
    eraseTexts(tx, 'identity', streams),
    ...those.map((erase) => tx.query(erase, [userIds])),
    forgetReplies(tx, userIds),
  ]);
});
