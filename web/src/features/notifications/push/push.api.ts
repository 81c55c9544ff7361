import type { SubscribePush } from '@parlour/contracts/delivery/push.requests';
import type { ReplyOf } from '@parlour/contracts/rpc';
import { api } from '../../../shared/api.ts';
import { change, type Submitted } from '../../../shared/http/endpoint.ts';

export const pushApi = api.injectEndpoints({
  endpoints: (build) => ({
    getPushKey: build.query<ReplyOf<'delivery.getPushKey'>, void>({ query: () => ({ path: '/push/key' }) }),
    subscribePush: build.mutation<ReplyOf<'delivery.subscribePush'>, Submitted<SubscribePush>>({
      query: change('/push/subscribe'),
    }),
    unsubscribePush: build.mutation<ReplyOf<'delivery.unsubscribePush'>, Submitted>({
      query: change('/push/subscribe', 'DELETE'),
    }),
  }),
});

export const { useGetPushKeyQuery } = pushApi;
