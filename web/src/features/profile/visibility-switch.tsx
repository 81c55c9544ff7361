import { messages } from '@parlour/contracts/messages';
import { serverText } from '../../shared/http/call-failure.ts';
import { Failure } from '../../design/parts/feedback/failure.tsx';
import { Switch } from '../../design/parts/form/switch.tsx';
import { TimedNotice, useTimedNotice } from '../../design/parts/feedback/timed-notice.tsx';
import { useOptimisticValue } from '../../shared/state/hooks/use-optimistic-value.ts';
import { useToggleFollowVisibilityMutation } from './profile.api.ts';
import classes from './profile.module.css';

/** Switches whether others see the viewer's followers and followings (decisions U-1). */
export function VisibilitySwitch({ username, visible }: { readonly username: string; readonly visible: boolean }) {
  const [toggle] = useToggleFollowVisibilityMutation();
  const notice = useTimedNotice();
  const visibility = useOptimisticValue(visible, async ({ key }) => {
    const { data, error } = await toggle({ username, submissionKey: key });
    if (!data) return { status: 'failed', error };
    notice.say(messages.visibilityDone);
    return { status: 'settled', value: data.followVisibility };
  });
  return (
    <div className={classes.visibility}>
      <Switch
        checked={visibility.value}
        label="Show others my followers and who I follow"
        onChange={(event) => {
          notice.clear();
          visibility.want(event.currentTarget.checked);
        }}
      />
      <TimedNotice text={notice.text} />
      {visibility.failed && <Failure title={messages.visibilityFailed} detail={serverText(visibility.failed.error)} />}
    </div>
  );
}
