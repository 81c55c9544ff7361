import { Skeleton } from '@mantine/core';
import { useId } from 'react';
import { serverText } from '../../shared/http/call-failure.ts';
import { everyVisit } from '../../shared/http/endpoint.ts';
import { Failure } from '../../design/parts/feedback/failure.tsx';
import { Switch } from '../../design/parts/form/switch.tsx';
import { TimedNotice, useTimedNotice } from '../../design/parts/feedback/timed-notice.tsx';
import { useOptimisticValue } from '../../shared/state/hooks/use-optimistic-value.ts';
import { useGetOnlineShownQuery, useShowOnlineMutation } from './profile.api.ts';
import classes from './profile.module.css';

/** Switches whether others see that the viewer is online (decisions P-11). */
export function OnlineSwitch({ username }: { readonly username: string }) {
  // Another tab may have changed it.
  const query = useGetOnlineShownQuery(undefined, everyVisit);
  if (query.data) return <Loaded username={username} stored={query.data.shown} />;
  if (query.error) {
    const retry = () => query.refetch();
    return <Failure title="Your online setting could not be loaded" detail={serverText(query.error)} onRetry={retry} />;
  }
  return <Skeleton height={20} width="60%" />;
}

function Loaded({ username, stored }: { readonly username: string; readonly stored: boolean }) {
  const [show] = useShowOnlineMutation();
  const hint = useId();
  const notice = useTimedNotice();
  const shown = useOptimisticValue(stored, async ({ to, key }) => {
    const { data, error } = await show({ username, shown: to, submissionKey: key });
    if (!data) return { status: 'failed', error };
    notice.say(data.shown ? 'Others see when you are online.' : 'Nobody sees when you are online.');
    return { status: 'settled', value: data.shown };
  });
  return (
    <div className={classes.visibility}>
      <Switch
        checked={shown.value}
        label="Show when I am online"
        aria-describedby={hint}
        onChange={(event) => {
          notice.clear();
          shown.want(event.currentTarget.checked);
        }}
      />
      <p id={hint} className="hint">
        Shown to people you share a chat or game with, and people you follow.
      </p>
      <TimedNotice text={notice.text} />
      {shown.failed && (
        <Failure title="Your online setting could not be changed" detail={serverText(shown.failed.error)} />
      )}
    </div>
  );
}
