import type { CommunitiesEvent } from '@parlour/contracts/communities/communities';
import type { PollCreated } from '@parlour/contracts/communities/polls.events';
import { projection } from '@parlour/kernel/view/projection';
import { add, insert, patch, removeWhere, type RowChange } from '@parlour/kernel/view/row-changes';
import { deletedLike, restored, unedited } from '@parlour/posts/post-row';
import { PollOptionRow, PollRow, PollVoteRow } from './poll.entity.ts';

/** Polls, their options and votes. */
export const pollView = projection<CommunitiesEvent>({
  name: 'communities.polls',
  source: 'communities',
  entities: [PollRow, PollOptionRow, PollVoteRow],
  changes: {
    PollCreated: ({
      data: { pollId, options, communityId, createdBy, questionText, expiresAt },
      position,
      occurredAt,
    }) => [
      insert(PollRow, {
        id: pollId,
        communityId,
        position,
        createdBy,
        questionText,
        expiresAt,
        status: 'active',
        createdAt: occurredAt,
        ...unedited,
      }),
      ...optionsOf(pollId, options),
    ],
    PostEdited: ({ data: { pollId, questionText, options, version }, occurredAt: editedAt }) => [
      patch(PollRow, { id: pollId }, { questionText, version, editedAt }),
      removeWhere(PollOptionRow, { pollId }),
      ...optionsOf(pollId, options),
    ],
    PollVoted: ({ data: { pollId, optionId, userId }, position }) => [
      insert(PollVoteRow, { pollId, userId, optionId, position }),
      add(PollOptionRow, { pollId, optionId }, { voteCount: 1 }),
    ],
    PollClosed: ({ data: { pollId, by }, occurredAt }) => [
      patch(PollRow, { id: pollId }, { status: 'closed', ...(by === undefined ? {} : { expiresAt: occurredAt }) }),
    ],
    PostDeleted: ({ data }) => [patch(PollRow, { id: data.pollId }, { status: 'deleted', ...deletedLike(data) })],
    PostRestored: ({ data: { pollId, status } }) => [patch(PollRow, { id: pollId }, { status, ...restored })],
    PostErased: ({ data: { pollId } }) => [
      patch(PollRow, { id: pollId }, { questionText: '' }),
      removeWhere(PollOptionRow, { pollId }),
    ],
  },
});

function optionsOf(pollId: string, options: PollCreated['data']['options']): RowChange[] {
  return options.map(({ optionId, text }, place) =>
    insert(PollOptionRow, { pollId, optionId, place, text, voteCount: 0 }),
  );
}
