import { Entity, Index, PrimaryColumn } from 'typeorm';
import type { Fault } from '@parlour/contracts/errors';
import type { IdentityEvent } from '@parlour/contracts/identity/identity';
import { messages } from '@parlour/contracts/messages';
import { statement, type Tx } from '@parlour/kernel/database/database';
import { projection } from '@parlour/kernel/view/projection';
import { insert, remove, removeWhere } from '@parlour/kernel/view/row-changes';
import type { View } from '@parlour/kernel/view/view';

/** Who blocks whom, from identity's log; nobody but the blocker may learn of it. */
@Entity('blocks')
@Index('blocks_of_blocked', ['blockedId', 'blockerId'])
export class BlockRow {
  @PrimaryColumn('text') blockerId!: string;
  @PrimaryColumn('text') blockedId!: string;
}

/** SQL: creates the table of `BlockRow`, for a service's migration. */
export const blockTable = `
  create table blocks (
    blocker_id text not null,
    blocked_id text not null,
    constraint blocks_pkey primary key (blocker_id, blocked_id)
  );
  create index blocks_of_blocked on blocks (blocked_id, blocker_id);`;

/** Blocks from identity's events; a deleted account neither blocks nor is blocked. */
export function blockView(service: string): View {
  return projection<IdentityEvent>({
    name: `${service}.blocks`,
    source: 'identity',
    entities: [BlockRow],
    changes: {
      UserBlocked: ({ data: { blockerId, blockedId } }) => [insert(BlockRow, { blockerId, blockedId })],
      UserUnblocked: ({ data: { blockerId, blockedId } }) => [remove(BlockRow, { blockerId, blockedId })],
      UserDeleted: ({ data: { userId } }) => [
        removeWhere(BlockRow, { blockerId: userId }),
        removeWhere(BlockRow, { blockedId: userId }),
      ],
    },
  });
}

/** A block between a person and another: whether it is the person's own. */
export interface BlockBetween {
  readonly own: boolean;
}

/**
 * Why somebody cannot reach others, from the blocks between them: their own block first, which they
 * may know of. Undefined if there is none. Source: decisions M-15.
 */
export function blockFault(blocks: readonly BlockBetween[]): Fault | undefined {
  if (blocks.length === 0) return undefined;
  if (blocks.some(({ own }) => own)) return { code: 'block.own', text: messages.blockOwn };
  return { code: 'person.unavailable', text: messages.personUnavailable };
}

/** SQL: whether the block `b` is between two people, by expressions for their ids. */
export function blockIsBetween(one: string, other: string): string {
  return `(b.blocker_id = ${one} and b.blocked_id = ${other} or b.blocker_id = ${other} and b.blocked_id = ${one})`;
}

const between = statement(
  'blocks.between',
  `select b.blocker_id = $1 as own
     from unnest($2::text[]) as other(id) join blocks b on ${blockIsBetween('$1', 'other.id')}`,
);

/** Why a person cannot reach these others; null for an unknown name. */
export async function findBlockFault(
  tx: Tx,
  personId: string,
  others: readonly (string | null)[],
): Promise<Fault | undefined> {
  const known = others.filter((id) => id !== null && id !== personId);
  return known.length === 0 ? undefined : blockFault(await tx.query<BlockBetween>(between, [personId, known]));
}
