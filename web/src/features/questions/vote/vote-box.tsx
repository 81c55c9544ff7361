import { messages } from '@parlour/contracts/messages';
import type { QuestionWire } from '@parlour/contracts/qa/qa';
import { useDispatch } from 'react-redux';
import { useReadOnly } from '../../../design/parts/post/read-only.ts';
import type { Dispatch } from '../../../shared/state/store.ts';
import { useViewer } from '../../../shared/state/hooks/use-viewer.ts';
import { showVotes } from '../question-cache.ts';
import { useVoteMutation } from '../questions.api.ts';
import { VoteButtons } from './vote-buttons.tsx';
import { netVotes, voteOf } from './voting.ts';

const names = { group: 'Votes', up: 'Upvote', down: 'Downvote' };
const failures = { up: messages.upvoteFailed, down: messages.downvoteFailed };

/** Upvote, net count, downvote. */
export function VoteBox({ question }: { readonly question: QuestionWire }) {
  const viewer = useViewer();
  const dispatch = useDispatch<Dispatch>();
  const [send] = useVoteMutation();
  const refusal = useReadOnly();
  const { _id: qid } = question;
  return (
    <VoteButtons
      names={names}
      failures={failures}
      net={netVotes(question)}
      stored={voteOf(question, viewer)}
      refusal={refusal}
      press={async (vote, submissionKey) => {
        const { data, error } = await send({ qid, username: viewer, vote, submissionKey });
        if (!data) return { status: 'failed', error };
        dispatch(showVotes(qid, data, 'reply'));
        return { status: 'settled', value: voteOf(data, viewer) };
      }}
    />
  );
}
