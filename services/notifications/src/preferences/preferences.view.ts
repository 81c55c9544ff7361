import { Column, Entity, PrimaryColumn } from 'typeorm';
import { type Envelope, eventsOf } from '@parlour/contracts/envelope';
import { type NotificationsEvent, notificationTypes, type NotificationType } from '@parlour/contracts/notifications';
import type { Rpc } from '@parlour/contracts/rpc';
import { statement, type Tx } from '@parlour/kernel/database/database';
import type { View } from '@parlour/kernel/view/view';

/** The notification types that a person wants; without a row, all of them. */
@Entity('notification_preferences')
export class NotificationPreferencesRow {
  @PrimaryColumn('text', { name: 'user_id', primaryKeyConstraintName: 'notification_preferences_pkey' })
  userId!: string;

  @Column('text', { array: true })
  wanted!: NotificationType[];
}

const change = statement(
  'notifications.changePreferences',
  `insert into notification_preferences (user_id, wanted)
   select c.user_id, string_to_array(c.wanted, ' ') from unnest($1::text[], $2::text[]) as c(user_id, wanted)
   on conflict (user_id) do update set wanted = excluded.wanted`,
);

/** People's notification preferences. */
export const preferencesView: View = {
  name: 'notifications.preferences',
  source: 'notifications',
  tables: ['notification_preferences'],
  async apply(events: readonly Envelope[], tx: Tx): Promise<void> {
    const chosen = new Map<string, readonly NotificationType[]>();
    for (const { type, data } of eventsOf<NotificationsEvent>(events)) {
      if (type === 'NotificationPreferencesChanged') chosen.set(data.userId, data.wanted);
    }
    if (chosen.size === 0) return;
    // unnest flattens nested lists, so each choice is sent as one text.
    await tx.query(change, [[...chosen.keys()], [...chosen.values()].map((wanted) => wanted.join(' '))]);
  },
};

const preferences = statement(
  'notifications.preferences',
  'select user_id, wanted from notification_preferences where user_id = any($1::text[])',
);

/** The types that each of these people wants. */
export async function readPreferences(
  tx: Tx,
  userIds: readonly string[],
): Promise<Rpc['notifications.getPreferences']['reply'][]> {
  const rows = await tx.query<{ user_id: string; wanted: NotificationType[] }>(preferences, [userIds]);
  const chosen = new Map(rows.map((row) => [row.user_id, row.wanted]));
  return userIds.map((userId) => ({ wanted: chosen.get(userId) ?? notificationTypes }));
}

/** SQL: whether the person in expression `user` wants notifications of type `about`. */
export function wants(user: string, about: string): string {
  return `not exists (select from notification_preferences c where c.user_id = ${user} and ${about} <> all(c.wanted))`;
}
