import { mayHaveHappened, serverText } from '../../shared/http/call-failure.ts';
import { newSubmissionKey } from '../../shared/http/submission-key.ts';
import { selectUsername } from '../../shared/state/session.slice.ts';
import type { Thunk } from '../../shared/state/store-types.ts';
import { nameOfPlace, type Place } from './message-cache.ts';
import { messagingApi, type Outgoing } from './messaging.api.ts';

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
  return (dispatch) => {
    dispatch(
      messagingApi.util.updateQueryData('getOutbox', nameOfPlace(place), (outbox) =>
        outbox.filter((item) => item.key !== key),
      ),
    );
  };
}

/** Writes a message: it is shown at once. */
export function sendMessage(place: Place, text: string): Thunk {
  return (dispatch) => {
    const item: Outgoing = { key: newSubmissionKey(), text, at: new Date().toISOString(), status: 'sending' };
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
      dispatch(change(place, key, { status: 'sent', messageId: outcome.id }));
      return;
    }
    const { data: outbox = [] } = messagingApi.endpoints.getOutbox.select(nameOfPlace(place))(getState());
    // Nobody answered, but it was told live: so it arrived.
    const arrived = mayHaveHappened(outcome.error) && outbox.find((one) => one.key === key)?.messageId !== undefined;
    if (arrived) dispatch(discard(place, key));
    else dispatch(change(place, key, { status: 'failed', messageId: undefined, detail: serverText(outcome.error) }));
  };
}
