import '@mantine/core/styles/Switch.layer.css';
import { Switch } from '@mantine/core';
import { messages } from '@parlour/contracts/messages';
import { serverText } from '../../shared/http/call-failure.ts';
import { Failure } from '../../shared/parts/failure.tsx';
import { PassingNotice, usePassingNotice } from '../../shared/parts/passing-notice.tsx';
import { useWanted } from '../../shared/state/use-wanted.ts';
import { useToggleFollowVisibilityMutation } from './profile.api.ts';
import classes from './profile.module.css';

/** Switches whether others see the viewer's followers and followings (decisions U-1). */
export function VisibilitySwitch({ username, visible }: { readonly username: string; readonly visible: boolean }) {
  const [toggle] = useToggleFollowVisibilityMutation();
  const notice = usePassingNotice();
  const visibility = useWanted(visible, async ({ key }) => {
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
      <PassingNotice text={notice.text} />
      {visibility.failed && <Failure title={messages.visibilityFailed} detail={serverText(visibility.failed.error)} />}
    </div>
  );
}
