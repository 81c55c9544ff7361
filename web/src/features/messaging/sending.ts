import { mayHaveHappened, serverText } from '../../shared/http/call-failure.ts';
import { newSubmissionKey } from '../../shared/http/submission-key.ts';
import { selectUsername } from '../../shared/state/session.slice.ts';
import type { Thunk } from '../../shared/state/store-types.ts';
import { nameOfPlace, type Place } from './message-cache.ts';
import { messagingApi, type Outgoing } from './messaging.api.ts';
import { forgetUnsent, keepUnsent } from './unsent.ts';

/** The last sending to each place: the next one waits for it, so that messages arrive in the order of writing. */
const lasts = new Map<string, Promise<void>>();

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

/** Takes back what failed: it will not be sent. */
export function discard(place: Place, key: string): Thunk {
  return (dispatch, getState) => {
    forgetUnsent(selectUsername(getState()) ?? '', nameOfPlace(place), key);
    dispatch(
      messagingApi.util.updateQueryData('getOutbox', nameOfPlace(place), (outbox) =>
        outbox.filter((item) => item.key !== key),
      ),
    );
  };
}

/** Writes a message: it is shown at once. */
export function sendMessage(place: Place, text: string): Thunk {
  return (dispatch, getState) => {
    const item: Outgoing = { key: newSubmissionKey(), text, at: new Date().toISOString(), status: 'sending' };
    keepUnsent(selectUsername(getState()) ?? '', nameOfPlace(place), item);
    dispatch(messagingApi.util.updateQueryData('getOutbox', nameOfPlace(place), (outbox) => [...outbox, item]));
    dispatch(deliver(place, item));
  };
}

/** Sends what failed once more, under the key that it had: if it did arrive, it is not there twice. */
export function sendAgain(place: Place, item: Outgoing): Thunk {
  return (dispatch) => {
    dispatch(change(place, item.key, { status: 'sending', detail: undefined }));
    dispatch(deliver(place, item));
  };
}

function deliver(place: Place, item: Outgoing): Thunk {
  return (dispatch, getState) => {
    const name = `${selectUsername(getState()) ?? ''} ${nameOfPlace(place)}`;
    const last = lasts.get(name) ?? Promise.resolve();
    const mine = last.then(() => dispatch(post(place, item)));
    lasts.set(name, mine);
    void mine.finally(() => {
      if (lasts.get(name) === mine) lasts.delete(name);
    });
  };
}

function post(place: Place, { key, text, at }: Outgoing): Thunk<Promise<void>> {
  return async (dispatch, getState) => {
    const sending = { text, at, viewer: selectUsername(getState()) ?? '', submissionKey: key };
    const { addMessage, addChatMessage } = messagingApi.endpoints;
    const outcome =
      place === 'room'
        ? await dispatch(addMessage.initiate(sending)).then(({ data, error }) => ({ id: data?._id, error }))
        : await dispatch(addChatMessage.initiate({ ...sending, chatId: place.chatId })).then(({ data, error }) => ({
            id: data?.messages.at(-1)?._id,
            error,
          }));
    if (outcome.error === undefined) {
      forgetUnsent(sending.viewer, nameOfPlace(place), key);
      dispatch(change(place, key, { status: 'sent', messageId: outcome.id }));
      return;
    }
    const { data: outbox = [] } = messagingApi.endpoints.getOutbox.select(nameOfPlace(place))(getState());
    const item = outbox.find((one) => one.key === key);
    // Whoever wrote it has signed out meanwhile.
    if (!item) return;
    // Nobody answered, but it was told live: so it arrived.
    if (mayHaveHappened(outcome.error) && item.messageId !== undefined) {
      dispatch(discard(place, key));
      return;
    }
    keepUnsent(sending.viewer, nameOfPlace(place), item);
    dispatch(change(place, key, { status: 'failed', messageId: undefined, detail: serverText(outcome.error) }));
  };
}
