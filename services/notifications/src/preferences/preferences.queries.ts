import type { NoticesWire } from '@parlour/contracts/notifications/notices';
import { notificationTypes } from '@parlour/contracts/notifications/notifications';
import type { Rpc } from '@parlour/contracts/rpc';
import { statement, type Tx } from '@parlour/kernel/database/database';
import { type PreferencesState, tableOf } from './preferences.decider.ts';

type Preferences = Rpc['notifications.getPreferences']['reply'];

const preferences = statement(
  'notifications.preferences',
  `select coalesce(c.wanted, $2::text[]) as wanted from unnest($1::text[]) with ordinality as w(user_id, n)
     left join notification_preferences c on c.user_id = w.user_id order by w.n`,
);

/** Reads the types that each of these people wants. */
export function readPreferences(tx: Tx, userIds: readonly string[]): Promise<Preferences[]> {
  return tx.query<Preferences>(preferences, [userIds, notificationTypes]);
}

/** The same of one person. */
export async function readPreferencesOf(tx: Tx, userId: string): Promise<Preferences> {
  const [found] = await readPreferences(tx, [userId]);
  return found ?? { wanted: notificationTypes };
}

const choices = statement(
  'notifications.choices',
  `select coalesce(c.wanted, $2::text[]) as wanted, c.choice from unnest($1::text[]) with ordinality as w(user_id, n)
     left join notification_preferences c on c.user_id = w.user_id order by w.n`,
);

/** Reads the tables of notices of these people. */
export async function readTables(tx: Tx, userIds: readonly string[]): Promise<NoticesWire[]> {
  return (await tx.query<PreferencesState>(choices, [userIds, notificationTypes])).map(tableOf);
}

/** The same of one person. */
export async function readTableOf(tx: Tx, userId: string): Promise<NoticesWire> {
  const [table] = await readTables(tx, [userId]);
  return table ?? tableOf({ wanted: notificationTypes, choice: null });
}

/** SQL: whether the person in expression `user` wants notifications of type `about`. */
export function wants(user: string, about: string): string {
  return `not exists (select from notification_preferences c where c.user_id = ${user} and ${about} <> all(c.wanted))`;
}
