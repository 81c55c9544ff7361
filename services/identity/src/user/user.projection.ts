import { canonicalName } from '@parlour/contracts/text/checks';
import type { IdentityEvent } from '@parlour/contracts/identity/identity';
import { personLooksOf } from '@parlour/contracts/text/look-alikes';
import { statement } from '@parlour/kernel/database/database';
import { projection } from '@parlour/kernel/view/projection';
import { increase, insert, patch, remove, removeWhere, upsert } from '@parlour/kernel/view/row-changes';
import { FormerNameRow, UserRow, UserTotalRow } from './user.entity.ts';

/** People, the names they had before, and their number. */
export const userView = projection<IdentityEvent>({
  name: 'identity.users',
  source: 'identity',
  entities: [UserRow, FormerNameRow, UserTotalRow],
  changes: {
    UserRegistered: ({ data: { userId, name }, occurredAt }) => {
      // The name was erased with its account: in a rebuild there is nobody to show, and names must
      // be unique.
      if (name === '') return [];
      return [
        insert(UserRow, {
          id: userId,
          ...columnsOfName(name),
          joinedAt: occurredAt,
          followVisibility: true,
          picture: null,
          suspended: false,
          operator: false,
        }),
        increase(UserTotalRow, { one: true }, { users: 1 }),
      ];
    },
    UserRenamed: ({ data: { userId, name, formerName } }) => {
      // Erased, as above.
      if (name === '') return [];
      const columns = columnsOfName(name);
      const former = canonicalName(formerName);
      return [
        patch(UserRow, { id: userId }, columns),
        // The same name, written otherwise, is not a former one.
        ...(former === columns.canonicalName ? [] : [upsert(FormerNameRow, { canonicalName: former, userId })]),
        // People may get an earlier name back.
        remove(FormerNameRow, { canonicalName: columns.canonicalName }),
      ];
    },
    FollowVisibilityChanged: ({ data: { userId, visible } }) => [
      patch(UserRow, { id: userId }, { followVisibility: visible }),
    ],
    PictureChosen: ({ data: { userId, fileId } }) => [patch(UserRow, { id: userId }, { picture: fileId })],
    UserSuspended: ({ data: { userId } }) => [patch(UserRow, { id: userId }, { suspended: true })],
    UserRestored: ({ data: { userId } }) => [patch(UserRow, { id: userId }, { suspended: false })],
    OperatorAdded: ({ data: { userId } }) => [patch(UserRow, { id: userId }, { operator: true })],
    OperatorRemoved: ({ data: { userId } }) => [patch(UserRow, { id: userId }, { operator: false })],
    // And below, in `after`.
    UserDeleted: ({ data: { userId } }) => [removeWhere(FormerNameRow, { userId })],
  },
  after: (events) => {
    const left = events.flatMap(({ type, data }) => (type === 'UserDeleted' ? [data.userId] : []));
    return left.length === 0 ? [] : [{ statement: leave, values: [left] }];
  },
});

function columnsOfName(name: string) {
  const { plain, written } = personLooksOf(name);
  return { name, canonicalName: canonicalName(name), look: plain, writtenLook: written };
}

// In a rebuild the person was never counted, so only the table knows.
const leave = statement(
  'users.leave',
  `with gone as (delete from users where id = any($1::text[]) returning 1)
   update user_totals set users = users - (select count(*) from gone)`,
);
