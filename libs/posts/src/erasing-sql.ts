import { limits } from '@parlour/contracts/limits';
import { blankingStream } from './erasing.decider.ts';

/**
 * SQL: whether what was deleted at the timestamptz `column` can no longer be restored, as
 * `isPastRestoring` of the contracts.
 */
export function isPastRestoring(column: string): string {
  return `${column} <= clock_timestamp() - interval '${limits.restorableDays} days'`;
}

/** SQL: whether the texts of the post with this id were erased. */
export function isErased(id: string): string {
  return `exists (select from events b where b.stream_id = '${blankingStream('')}' || ${id})`;
}
