import { Button } from '@mantine/core';
import { messages } from '@parlour/contracts/messages';
import type { QuestionWire } from '@parlour/contracts/qa/qa';
import { useDispatch } from 'react-redux';
import { serverText } from '../../../shared/http/call-failure.ts';
import { Failure } from '../../../design/parts/feedback/failure.tsx';
import { IconBell, IconBellOff } from '../../../design/parts/look/icons.tsx';
import type { Dispatch } from '../../../shared/state/store.ts';
import { useViewer } from '../../../shared/state/hooks/use-viewer.ts';
import { useOptimisticValue } from '../../../shared/state/hooks/use-optimistic-value.ts';
import { showFollowing } from '../question-cache.ts';
import { useFollowQuestionMutation } from '../questions.api.ts';
import classes from './follow-question.module.css';

/** Follows or unfollows the question; a failure is shown below its line. */
export function FollowQuestion({ question }: { readonly question: QuestionWire }) {
  const viewer = useViewer();
  const dispatch = useDispatch<Dispatch>();
  const [send] = useFollowQuestionMutation();
  const { _id: qid, following } = question;
  const { value, want, failed } = useOptimisticValue(following.includes(viewer), async ({ key }) => {
    const { data, error } = await send({ qid, username: viewer, submissionKey: key });
    if (!data) return { status: 'failed', error };
    dispatch(showFollowing(qid, data.following));
    return { status: 'settled', value: data.following.includes(viewer) };
  });
  const Bell = value ? IconBellOff : IconBell;
  return (
    <>
      <Button
        variant="default"
        classNames={{ section: classes.bell ?? '' }}
        leftSection={<Bell size={17} aria-hidden />}
        onClick={() => {
          want(!value);
        }}
      >
        {value ? 'Unfollow Question' : 'Follow Question'}
      </Button>
      {failed && (
        <div className={classes.failed}>
          <Failure title={messages.followQuestionFailed} detail={serverText(failed.error)} />
        </div>
      )}
    </>
  );
}
