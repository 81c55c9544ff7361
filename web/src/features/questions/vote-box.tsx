import { IconCaretDownFilled, IconCaretUpFilled } from '@tabler/icons-react';
import { messages } from '@parlour/contracts/messages';
import type { QuestionWire, Vote } from '@parlour/contracts/qa';
import { useDispatch } from 'react-redux';
import { serverText } from '../../shared/http/call-failure.ts';
import { Failure } from '../../shared/parts/failure.tsx';
import type { Dispatch } from '../../shared/state/store-types.ts';
import { useViewer } from '../../shared/state/use-viewer.ts';
import { useWanted } from '../../shared/state/use-wanted.ts';
import { showVotes } from './question-cache.ts';
import { useVoteMutation } from './questions.api.ts';
import { netVotes, voteOf } from './voting.ts';
import classes from './vote-box.module.css';

/** The call that changes one vote into another: taking a vote back means casting it again. */
function callFor(from: Vote | null, to: Vote | null): Vote {
  return to ?? from ?? 'up';
}

/** Upvote, net count, downvote. */
export function VoteBox({ question }: { readonly question: QuestionWire }) {
  const viewer = useViewer();
  const dispatch = useDispatch<Dispatch>();
  const [send] = useVoteMutation();
  const { _id: id } = question;
  const stored = voteOf(question, viewer);
  const { value, want, failed } = useWanted<Vote | null>(stored, async ({ from, to, key }) => {
    const { data, error } = await send({ id, viewer, vote: callFor(from, to), submissionKey: key });
    if (!data) return { status: 'failed', error };
    dispatch(showVotes(id, data, 'reply'));
    return { status: 'settled', value: voteOf(data, viewer) };
  });

  function button(vote: Vote, label: string) {
    const Caret = vote === 'up' ? IconCaretUpFilled : IconCaretDownFilled;
    return (
      <button
        type="button"
        aria-label={label}
        title={label}
        aria-pressed={value === vote}
        className={classes.vote}
        onClick={() => {
          want(value === vote ? null : vote);
        }}
      >
        <Caret size={22} aria-hidden />
      </button>
    );
  }

  return (
    <>
      <div role="group" aria-label="Votes" className={classes.box}>
        {button('up', 'Upvote')}
        <span className={classes.net}>{netVotes(question, stored, value).toLocaleString('en-US')}</span>
        {button('down', 'Downvote')}
      </div>
      {failed && (
        <div className={classes.failed}>
          <Failure
            title={callFor(failed.from, failed.to) === 'up' ? messages.upvoteFailed : messages.downvoteFailed}
            detail={serverText(failed.error)}
          />
        </div>
      )}
    </>
  );
}
