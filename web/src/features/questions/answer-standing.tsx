import { messages } from '@parlour/contracts/messages';
import type { AnswerWire } from '@parlour/contracts/qa';
import { useDispatch } from 'react-redux';
import { Failure } from '../../design/parts/failure.tsx';
import { IconCheck } from '../../design/parts/icons.tsx';
import { serverText } from '../../shared/http/call-failure.ts';
import type { Dispatch } from '../../shared/state/store.ts';
import { useOptimisticValue } from '../../shared/state/use-optimistic-value.ts';
import { useViewer } from '../../shared/state/use-viewer.ts';
import { changeAnswer, showAccepted } from './question-cache.ts';
import { useAcceptAnswerMutation, useVoteOnAnswerMutation } from './questions.api.ts';
import { VoteButtons } from './vote-buttons.tsx';
import classes from './answer-standing.module.css';

// Other names than the question's buttons have: those are the specification's.
const names = { group: 'Score of the answer', up: 'Vote this answer up', down: 'Vote this answer down' };
const failures = { up: messages.answerUpvoteFailed, down: messages.answerDownvoteFailed };

/** The votes on an answer, and whether it is accepted; the asker can change that. */
export function AnswerStanding({
  qid,
  answer,
  mayAccept,
}: {
  readonly qid: string;
  readonly answer: AnswerWire;
  /** Whether the viewer asked the question, and it takes changes. */
  readonly mayAccept: boolean;
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
  return (
    <VoteButtons
      names={names}
      failures={failures}
      net={answer.score}
      stored={myVote}
      refusal={answer.ansBy === viewer ? messages.voteOwn : undefined}
      failure={
        acceptance.failed && <Failure title={messages.acceptFailed} detail={serverText(acceptance.failed.error)} />
      }
      press={async (pressed, submissionKey) => {
        const { data, error } = await vote({ aid, username: viewer, vote: pressed, submissionKey });
        if (!data) return { status: 'failed', error };
        dispatch(changeAnswer(qid, data));
        return { status: 'settled', value: data.myVote ?? null };
      }}
    >
      {mayAccept && (
        <button
          type="button"
          className={classes.accept}
          aria-label="Accept this answer"
          title={acceptance.value ? 'Accepted. Press to withdraw that.' : 'Accept this answer'}
          aria-pressed={acceptance.value}
          onClick={() => acceptance.want(!acceptance.value)}
        >
          <IconCheck size={24} aria-hidden />
        </button>
      )}
      {!mayAccept && answer.accepted && (
        <span className={classes.accepted} role="img" aria-label="Accepted answer" title="Accepted answer">
          <IconCheck size={24} aria-hidden />
        </span>
      )}
    </VoteButtons>
  );
}
