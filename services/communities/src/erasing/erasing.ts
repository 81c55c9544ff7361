import { erasingPolicyOf } from '@parlour/posts/erasing';
import { pollGuard, pollStream } from '../poll/poll.decider.ts';
import { readDue } from './erasing.queries.ts';

/** Erases the texts of polls that were removed 30 days ago. Source: decisions P-14. */
export const erasingPolicy = erasingPolicyOf('erasing removed polls', readDue, ({ id, communityId }) => ({
  ...{ source: 'communities', id, orderingKey: id, place: { pollId: id, communityId } },
  texts: { streams: [pollStream(id)] },
  deletion: pollGuard(id),
}));
