import type { CommunitiesEvent } from '@parlour/contracts/communities/communities';
import { projection } from '@parlour/kernel/view/projection';
import { upsert } from '@parlour/kernel/view/row-changes';
import { DecidedRequestRow } from './request.entity.ts';

/** Decisions on requests to join; also those that admit everybody, or ban whoever asks. */
export const requestView = projection<CommunitiesEvent>({
  name: 'notifications.requests',
  source: 'communities',
  entities: [DecidedRequestRow],
  changes: {
    StandingChanged: ({ data: { communityId, userId, before, reason }, occurredAt: decidedAt }) =>
      before === 'pending' && reason !== 'withdrawn'
        ? [upsert(DecidedRequestRow, { communityId, userId, decidedAt })]
        : [],
  },
});
