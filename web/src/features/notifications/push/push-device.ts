import type { CallFailure } from '../../../shared/http/call-failure.ts';
import { newSubmissionKey } from '../../../shared/http/submission-key.ts';
import type { Outcome } from '../../../shared/http/outcome.ts';
import { inBrowser } from '../../../shared/state/browser-storage.ts';
import { selectUserId } from '../../../shared/state/session.slice.ts';
import type { Thunk } from '../../../shared/state/store.ts';
import { pushApi } from './push.api.ts';

/**
 * Whether this device gets pushes of the viewer: it cannot, only once the site is on the home
 * screen, its owner has forbidden it, no, or yes.
 */
export type PushState = 'impossible' | 'not installed' | 'blocked' | 'off' | 'on';

/** Whose pushes this browser gets: who signs in later must not find them switched on. */
const place = 'parlour.push';

/** Whether this browser can get pushes, if it is allowed. */
export function canBePushed(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
}

/** Of iPhones and iPads, only what is on their home screen gets pushes. */
function mayBeInstalled(): boolean {
  const isPad = navigator.platform === 'MacIntel' && navigator.maxTouchPoints > 1;
  const isApple = isPad || /iPhone|iPad/.test(navigator.userAgent);
  return isApple && window.isSecureContext && !window.matchMedia('(display-mode: standalone)').matches;
}

/** Whether the viewer has switched push on in this browser. */
function isChosen(): Thunk<boolean> {
  return (_dispatch, getState) => {
    const viewer = selectUserId(getState());
    return viewer !== undefined && inBrowser((storage) => storage.getItem(place)) === viewer;
  };
}

const noService: CallFailure = {
  status: 'unreachable',
  text: 'The push service of this browser cannot be reached.',
};

/** How it is with this device. */
export function readPushState(): Thunk<Promise<PushState>> {
  return async (dispatch) => {
    if (!canBePushed()) return mayBeInstalled() ? 'not installed' : 'impossible';
    if (Notification.permission === 'denied') return 'blocked';
    const registration = await navigator.serviceWorker.getRegistration();
    const subscription = await registration?.pushManager.getSubscription();
    return subscription && dispatch(isChosen()) ? 'on' : 'off';
  };
}

/**
 * Switches push on for the viewer; called when they press something, because it asks for
 * permission. The state is as it was if they refuse.
 */
export function switchPushOn(): Thunk<Promise<Outcome<PushState>>> {
  return async (dispatch, getState) => {
    if ((await Notification.requestPermission()) !== 'granted') return { data: await dispatch(readPushState()) };
    const { error } = await dispatch(subscribe());
    if (error !== undefined) return { error };
    inBrowser((storage) => {
      storage.setItem(place, selectUserId(getState()) ?? '');
    });
    return { data: 'on' };
  };
}

/** Switches it off again. */
export function switchPushOff(): Thunk<Promise<Outcome<PushState>>> {
  return async (dispatch) => {
    const { unsubscribePush } = pushApi.endpoints;
    const { error } = await dispatch(unsubscribePush.initiate({ submissionKey: newSubmissionKey() }));
    if (error !== undefined) return { error };
    inBrowser((storage) => {
      storage.removeItem(place);
    });
    const registration = await navigator.serviceWorker.getRegistration();
    const subscription = await registration?.pushManager.getSubscription();
    // The server sends nothing any more, whatever the browser does.
    await subscription?.unsubscribe().catch(() => undefined);
    return { data: 'off' };
  };
}

/** Subscribes anew for a viewer who has switched push on here: it belongs to a session. */
export function renewPush(): Thunk<Promise<void>> {
  return async (dispatch) => {
    if (canBePushed() && Notification.permission === 'granted' && dispatch(isChosen())) await dispatch(subscribe());
  };
}

function subscribe(): Thunk<Promise<Outcome<unknown>>> {
  return async (dispatch) => {
    const { getPushKey, subscribePush } = pushApi.endpoints;
    const key = await dispatch(getPushKey.initiate(undefined, { forceRefetch: true, subscribe: false }));
    if (!key.data) return { error: key.error };
    const subscription = await subscriptionFor(key.data.key).catch(() => undefined);
    if (!subscription) return { error: noService };
    const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON();
    const request = { endpoint, keys: { p256dh, auth }, submissionKey: newSubmissionKey() };
    return dispatch(subscribePush.initiate(request));
  };
}

async function subscriptionFor(key: string): Promise<PushSubscription> {
  // Usually it is there already.
  const { pushManager } = await navigator.serviceWorker
    .register('/worker.js')
    .then(() => navigator.serviceWorker.ready);
  const known = await pushManager.getSubscription();
  if (known && keyOf(known) === key) return known;
  // The site has got another key.
  await known?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

/** The key of the site that a subscription is for, in base64url. */
function keyOf({ options: { applicationServerKey } }: PushSubscription): string {
  const bytes = new Uint8Array(applicationServerKey ?? new ArrayBuffer(0));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
