import { messages } from '@parlour/contracts/messages';
import type { AnswerWire } from '@parlour/contracts/qa/qa';
import { useDispatch } from 'react-redux';
import { Failure } from '../../../design/parts/feedback/failure.tsx';
import { IconCheck } from '../../../design/parts/look/icons.tsx';
import { moveFocus } from '../../../design/parts/page/move-focus.ts';
import { serverText } from '../../../shared/http/call-failure.ts';
import type { Dispatch } from '../../../shared/state/store.ts';
import { useOptimisticValue } from '../../../shared/state/hooks/use-optimistic-value.ts';
import { useViewer } from '../../../shared/state/hooks/use-viewer.ts';
import { changeAnswer, showAccepted } from '../question-cache.ts';
import { useAcceptAnswerMutation, useVoteOnAnswerMutation } from '../questions.api.ts';
import { BesidePost, VoteButtons } from '../vote/vote-buttons.tsx';
import classes from './answer-standing.module.css';

// Other names than the question's buttons have: those are the specification's.
const names = { group: 'Score of the answer', up: 'Vote this answer up', down: 'Vote this answer down' };
const failures = { up: messages.answerUpvoteFailed, down: messages.answerDownvoteFailed };

/**
 * The votes on an answer, and whether it is accepted; the asker can change that. Beside a deleted
 * one is nothing, except that the asker can withdraw an acceptance. Source: decisions.
 */
export function AnswerStanding({
  qid,
  answer,
  mayAccept,
  refusal,
}: {
  readonly qid: string;
  readonly answer: AnswerWire;
  /** Whether the viewer asked the question, and it takes changes. */
  readonly mayAccept: boolean;
  /** Why nobody can vote on the answers of this question. */
  readonly refusal?: string | undefined;
}) {
  const viewer = useViewer();
  const dispatch = useDispatch<Dispatch>();
  const [vote] = useVoteOnAnswerMutation();
  const [accept] = useAcceptAnswerMutation();
  const { _id: aid, myVote = null } = answer;
  const acceptance = useOptimisticValue(answer.accepted, async ({ to, key }) => {
    const { data, error } = await accept({ qid, aid: to ? aid : null, username: viewer, submissionKey: key });
    if (!data) return { status: 'failed', error };
    dispatch(showAccepted(qid, data.acceptedAnswerId));
    return { status: 'settled', value: data.acceptedAnswerId === aid };
  });
  const failure = acceptance.failed && (
    <Failure title={messages.acceptFailed} detail={serverText(acceptance.failed.error)} />
  );
  const toggle = mayAccept && (
    <button
      type="button"
      className={classes.accept}
      aria-label="Accept this answer"
      title={acceptance.value ? 'Accepted. Press to withdraw.' : 'Accept this answer'}
      aria-pressed={acceptance.value}
      onClick={({ currentTarget }) => {
        acceptance.want(!acceptance.value);
        // Nobody can accept a deleted one, so the button goes.
        if (answer.deleted) focusPostOf(currentTarget);
      }}
    >
      <IconCheck size={24} aria-hidden />
    </button>
  );
  if (answer.deleted) return <BesidePost failure={failure}>{acceptance.value && toggle}</BesidePost>;
  return (
    <VoteButtons
      names={names}
      failures={failures}
      net={answer.score}
      stored={myVote}
      refusal={answer.ansBy === viewer ? messages.voteOwn : refusal}
      failure={failure}
      press={async (pressed, submissionKey) => {
        const { data, error } = await vote({ aid, username: viewer, vote: pressed, submissionKey });
        if (!data) return { status: 'failed', error };
        dispatch(changeAnswer(qid, data));
        return { status: 'settled', value: data.myVote ?? null };
      }}
    >
      {toggle}
      {!mayAccept && answer.accepted && (
        <span className={classes.accepted} role="img" aria-label="Accepted answer" title="Accepted answer">
          <IconCheck size={24} aria-hidden />
        </span>
      )}
    </VoteButtons>
  );
}

function focusPostOf(button: HTMLElement): void {
  const post = button.closest('li');
  if (post) post.tabIndex = -1;
  moveFocus(button, post);
}
