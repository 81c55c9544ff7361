import { showNotice, showToast } from '../../../design/parts/feedback/toasts.ts';
import { serverText } from '../../../shared/http/call-failure.ts';
import { inBrowser } from '../../../shared/state/browser-storage.ts';
import type { Thunk } from '../../../shared/state/store.ts';
import { pushApi } from './push.api.ts';
import { canBePushed, switchPushOn } from './push-device.ts';

const place = 'parlour.push-offered';

/** Offers to switch push on, once in this browser, and only while nobody has decided about it. */
export function offerPush(): Thunk<Promise<void>> {
  return async (dispatch) => {
    if (!canBePushed() || Notification.permission !== 'default') return;
    if (inBrowser((storage) => storage.getItem(place)) !== null) return;
    const { getPushKey } = pushApi.endpoints;
    const { data: key } = await dispatch(getPushKey.initiate(undefined, { subscribe: false }));
    if (!key) return;
    inBrowser((storage) => {
      storage.setItem(place, 'true');
    });
    await showNotice('Do you want to hear of answers when this site is closed?', 'Turn on', () => {
      void dispatch(switchPushOn()).then(({ data, error }) => {
        if (data === 'on') void showToast('success', 'Push notifications are on for this device.');
        else if (error !== undefined) void showToast('error', serverText(error) ?? '');
      });
    });
  };
}
