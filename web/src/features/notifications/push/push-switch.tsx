import { useCallback, useEffect, useId, useState } from 'react';
import { useDispatch } from 'react-redux';
import { Failure } from '../../../design/parts/feedback/failure.tsx';
import { Switch } from '../../../design/parts/form/switch.tsx';
import { serverText } from '../../../shared/http/call-failure.ts';
import type { Dispatch } from '../../../shared/state/store.ts';
import { type PushState, readPushState, switchPushOff, switchPushOn } from './push-device.ts';

const hints: Readonly<Record<PushState, string>> = {
  impossible: 'This browser can’t get push notifications from this address. They need https.',
  'not installed': 'On an iPhone or iPad, first choose Share → Add to Home Screen, and open the site from there.',
  blocked: 'This browser blocks notifications from this site. You can allow them in the browser’s settings.',
  off: 'You get notifications on this device also while this site is closed.',
  on: 'You get notifications on this device also while this site is closed, until you sign out.',
};

/** Switches pushes to this device on and off. */
export default function PushSwitch() {
  const dispatch = useDispatch<Dispatch>();
  const [state, setState] = useState<PushState>();
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<unknown>();
  const hint = useId();
  const look = useCallback(() => void dispatch(readPushState()).then(setState), [dispatch]);
  // Permission is given and taken in the browser's settings.
  useEffect(() => {
    look();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [look]);

  async function change(on: boolean): Promise<void> {
    setPending(true);
    const outcome = await dispatch(on ? switchPushOn() : switchPushOff());
    if (outcome.data) setState(outcome.data);
    setError(outcome.error);
    setPending(false);
  }

  if (!state) return null;
  return (
    <div>
      <Switch
        checked={state === 'on'}
        disabled={pending || (state !== 'on' && state !== 'off')}
        label="Push notifications on this device"
        aria-describedby={hint}
        onChange={({ currentTarget: { checked } }) => void change(checked)}
      />
      <p id={hint} className="hint">
        {hints[state]}
      </p>
      {error !== undefined && <Failure title="Push could not be switched" detail={serverText(error)} />}
    </div>
  );
}
