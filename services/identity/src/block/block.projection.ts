import type { IdentityEvent } from '@parlour/contracts/identity/identity';
import { projection } from '@parlour/kernel/view/projection';
import { insert, remove, removeWhere } from '@parlour/kernel/view/row-changes';
import { BlockRow } from './block.entity.ts';

/** Blocks; a deleted account neither blocks nor is blocked. */
export const blockView = projection<IdentityEvent>({
  name: 'identity.blocks',
  source: 'identity',
  entities: [BlockRow],
  changes: {
    UserBlocked: ({ data, position, occurredAt: at }) => [insert(BlockRow, { ...data, position, at })],
    UserUnblocked: ({ data }) => [remove(BlockRow, { ...data })],
    UserDeleted: ({ data: { userId } }) => [
      removeWhere(BlockRow, { blockerId: userId }),
      removeWhere(BlockRow, { blockedId: userId }),
    ],
  },
});
