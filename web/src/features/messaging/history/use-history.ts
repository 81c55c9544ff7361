import type { MessageWire } from '@parlour/contracts/messaging/messaging';
import { useMemo } from 'react';
import { nameOfPlace, withoutDelivered, type Place } from '../message-cache.ts';
import { useGetOutboxQuery, type HistoryPage } from '../messaging.api.ts';
import type { Outgoing } from '../sending/outgoing.ts';

/** How to load older messages. */
export interface Older {
  readonly there: boolean;
  readonly pending: boolean;
  readonly failed: boolean;
  /** Why they could not be loaded. */
  readonly error: unknown;
  readonly load: () => void;
}

/** The part of a history query that is the same for room and chats. */
interface HistoryQuery {
  readonly data?: { readonly pages: readonly HistoryPage[] } | undefined;
  readonly error?: unknown;
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isFetchNextPageError: boolean;
  readonly fetchNextPage: () => unknown;
}

/** A place's messages as shown: oldest first, then pending ones, and how to load older ones. */
export function useHistory(
  place: Place,
  { data, error, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage }: HistoryQuery,
): { readonly messages: readonly MessageWire[]; readonly outgoing: readonly Outgoing[]; readonly older: Older } {
  const { data: outbox = [] } = useGetOutboxQuery(nameOfPlace(place));
  const messages = useMemo(() => data?.pages.toReversed().flatMap((page) => page.messages) ?? [], [data]);
  return {
    messages,
    outgoing: withoutDelivered(outbox, messages),
    older: {
      there: hasNextPage,
      pending: isFetchingNextPage,
      failed: isFetchNextPageError,
      error,
      load: () => void fetchNextPage(),
    },
  };
}
