import { asCallFailure, hasUnknownOutcome, type CallFailure } from '../../../shared/http/call-failure.ts';
import { serverDate } from '../../../shared/http/server-clock.ts';
import { newSubmissionKey } from '../../../shared/http/submission-key.ts';
import { awaitNews } from '../../../shared/navigation/awaited-news.ts';
import { selectUserId, selectUsername } from '../../../shared/state/session.slice.ts';
import type { State, Thunk } from '../../../shared/state/store.ts';
import { enterSent, nameOfPlace, placeOfName, type Place } from '../message-cache.ts';
import { messagingApi } from '../messaging.api.ts';
import type { Outgoing } from './outgoing.ts';
import { removeOutgoing, storeOutgoing } from './outbox-storage.ts';

/**
 * The places that each store is sending to. Messages go one after the other, so that they arrive in
 * the order of writing.
 */
const sendingTo = new WeakMap<() => State, Set<string>>();

/** Ends the sending of a message, by its key. */
const underWay = new Map<string, () => void>();

/** What a proxy, or the gateway, answers while what is behind it restarts. */
const restarting: readonly number[] = [502, 503, 504];

/** How often to try the connection while a message waits. */
const tryAgainMs = 5_000;

/** The stores with waiting messages. */
const watched = new WeakSet<() => State>();

function change(place: Place, key: string, what: Partial<Outgoing>): Thunk {
  return (dispatch) => {
    dispatch(
      messagingApi.util.updateQueryData('getOutbox', nameOfPlace(place), (outbox) => {
        const item = outbox.find((one) => one.key === key);
        if (item) Object.assign(item, what);
      }),
    );
  };
}

/** Removes a message that failed, waits or has arrived; one that is being retried is not sent. */
export function discard(place: Place, key: string): Thunk {
  return (dispatch, getState) => {
    underWay.get(key)?.();
    removeOutgoing(selectUserId(getState()) ?? '', nameOfPlace(place), key);
    dispatch(
      messagingApi.util.updateQueryData('getOutbox', nameOfPlace(place), (outbox) =>
        outbox.filter((item) => item.key !== key),
      ),
    );
  };
}

/** Sends a message and shows it at once. */
export function sendMessage(place: Place, text: string): Thunk {
  return (dispatch, getState) => {
    const item: Outgoing = { key: newSubmissionKey(), text, at: serverDate().toISOString(), status: 'sending' };
    storeOutgoing(selectUserId(getState()) ?? '', nameOfPlace(place), item);
    dispatch(messagingApi.util.updateQueryData('getOutbox', nameOfPlace(place), (outbox) => [...outbox, item]));
    void dispatch(deliver(place));
  };
}

/** Retries a failed message under its key, so that it is not stored twice if it did arrive. */
export function sendAgain(place: Place, item: Outgoing): Thunk {
  return (dispatch) => {
    dispatch(change(place, item.key, { status: 'sending', detail: undefined }));
    void dispatch(deliver(place));
  };
}

function outboxOf(state: State, name: string): readonly Outgoing[] {
  return messagingApi.endpoints.getOutbox.select(name)(state).data ?? [];
}

/** Whether a message of a place is on its way. */
export function isSending(place: Place): Thunk<boolean> {
  return (_dispatch, getState) => outboxOf(getState(), nameOfPlace(place)).some(({ status }) => status === 'sending');
}

function isToSend({ status }: Outgoing): boolean {
  return status === 'sending' || status === 'waiting';
}

/** Sends a place's pending messages in order until none is left or the server is unreachable. */
function deliver(place: Place): Thunk<Promise<void>> {
  return async (dispatch, getState) => {
    const name = `${selectUserId(getState()) ?? ''} ${nameOfPlace(place)}`;
    const busy = sendingTo.get(getState) ?? new Set<string>();
    sendingTo.set(getState, busy);
    if (busy.has(name)) return;
    busy.add(name);
    try {
      for (;;) {
        const next = outboxOf(getState(), nameOfPlace(place)).find(isToSend);
        if (!next) return;
        if (await dispatch(post(place, next))) continue;
        // A restart asks for no other try: this one is made again by itself. At once, as is what
        // follows: a message written in between would be neither sent nor wait.
        dispatch(wait(place));
        return;
      }
    } finally {
      busy.delete(name);
    }
  };
}

/** Whether it failed for a reason of its own: otherwise the next one would fail as well. */
function wasReached(failure: CallFailure): boolean {
  return failure.status === 'refused' && !restarting.includes(failure.httpStatus);
}

/** Sends one message; returns whether the server was reachable. */
function post(place: Place, { key, text, at }: Outgoing): Thunk<Promise<boolean>> {
  return async (dispatch, getState) => {
    const viewerId = selectUserId(getState()) ?? '';
    const sending = { msg: text, msgFrom: selectUsername(getState()) ?? '', at, submissionKey: key };
    const { addMessage, addChatMessage } = messagingApi.endpoints;
    const call =
      place === 'room'
        ? dispatch(addMessage.initiate(sending))
        : dispatch(addChatMessage.initiate({ ...sending, chatId: place.chatId }));
    underWay.set(key, () => call.abort());
    const { data, error } = await call;
    underWay.delete(key);
    const outcome = { message: data && 'messages' in data ? data.messages.at(-1) : data, error };
    if (outcome.error === undefined) {
      // Its sender may have signed out meanwhile.
      removeOutgoing(viewerId, nameOfPlace(place), key);
      // Its live event may be missed.
      if (outcome.message) dispatch(enterSent(place, outcome.message));
      dispatch(discard(place, key));
      // Of the room nothing is pushed.
      if (place !== 'room') awaitNews();
      return true;
    }
    const failure = asCallFailure(outcome.error);
    const reached = !failure || wasReached(failure);
    const item = outboxOf(getState(), nameOfPlace(place)).find((one) => one.key === key);
    if (item && hasUnknownOutcome(outcome.error) && item.messageId !== undefined) {
      // No reply, but there was a live event: it arrived.
      dispatch(discard(place, key));
    } else if (item) {
      // Otherwise it was discarded, or its author has signed out meanwhile.
      storeOutgoing(viewerId, nameOfPlace(place), item);
      if (reached) dispatch(change(place, key, { status: 'failed', messageId: undefined, detail: failure?.text }));
    }
    return reached;
  };
}

/** Marks a place's pending messages as waiting for the connection. */
function wait(place: Place): Thunk {
  return (dispatch) => {
    dispatch(
      messagingApi.util.updateQueryData('getOutbox', nameOfPlace(place), (outbox) => {
        for (const item of outbox) if (isToSend(item)) Object.assign(item, { status: 'waiting', detail: undefined });
      }),
    );
    dispatch(sendWaiting());
  };
}

/** Sends all waiting messages once the connection is back, whatever page is open by then. */
function sendWaiting(): Thunk {
  return (dispatch, getState) => {
    if (watched.has(getState)) return;
    watched.add(getState);
    const look = () => {
      const names = messagingApi.util.selectCachedArgsForQuery(getState(), 'getOutbox');
      const waiting = names.filter((name) => outboxOf(getState(), name).some(({ status }) => status === 'waiting'));
      if (waiting.length === 0) {
        watched.delete(getState);
        window.removeEventListener('online', look);
        clearInterval(timer);
      } else if (navigator.onLine) for (const name of waiting) void dispatch(deliver(placeOfName(name)));
    };
    window.addEventListener('online', look);
    // A browser only knows about its own network link, so try as well.
    const timer = setInterval(look, tryAgainMs);
  };
}
