import type { EnvelopeOf } from '@parlour/contracts/envelope';
import type { Vote } from '@parlour/contracts/qa/qa';
import type { VoteCancelled, VoteCast } from '@parlour/contracts/qa/qa.events';
import type { RowChange } from '@parlour/kernel/view/row-changes';

/** The rows that a vote on a post changes: the voter's, and that of the post, which has counts. */
export interface VotedRows {
  cast(vote: { readonly up: boolean; readonly position: number }): RowChange;
  cancelled(): RowChange;
  count(numbers: { readonly upVoteCount?: number; readonly downVoteCount?: number }): RowChange;
}

/** The changes of rows by a vote, for the projections of questions and of answers. */
export function changesOfVote(event: EnvelopeOf<VoteCast | VoteCancelled>, rows: VotedRows): RowChange[] {
  const counted = (vote: Vote | null, by: number): RowChange[] =>
    vote === null ? [] : [rows.count(vote === 'up' ? { upVoteCount: by } : { downVoteCount: by })];
  const before = counted(event.data.before, -1);
  if (event.type === 'VoteCancelled') return [rows.cancelled(), ...before];
  const { vote } = event.data;
  return [rows.cast({ up: vote === 'up', position: event.position }), ...before, ...counted(vote, 1)];
}
