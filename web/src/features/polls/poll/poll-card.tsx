import type { PollOptionWire, PollWire } from '@parlour/contracts/communities/communities';
import type { ErrorCode } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import { lazy, memo, Suspense, useEffect, useId, useRef, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { api, tagOf } from '../../../shared/api.ts';
import { asCallFailure, serverText } from '../../../shared/http/call-failure.ts';
import { Chip } from '../../../design/parts/form/chip.tsx';
import { Failure } from '../../../design/parts/feedback/failure.tsx';
import { IconChartBar, IconCheck, IconTrophy } from '../../../design/parts/look/icons.tsx';
import { lazyPart } from '../../../design/parts/feedback/lazy-part.tsx';
import { moveFocus } from '../../../design/parts/page/move-focus.ts';
import { PersonLink } from '../../../design/parts/person/person-link.tsx';
import { PostMenu } from '../../../design/parts/post/post-menu.tsx';
import { RelativeTime, useTimeText } from '../../../design/parts/text/relative-time.tsx';
import { useReport } from '../../../design/parts/report/use-report.ts';
import { selectIsOperator } from '../../../shared/state/session.slice.ts';
import type { Dispatch, State } from '../../../shared/state/store.ts';
import { useSubmission } from '../../../shared/state/hooks/use-submission.ts';
import { useViewer } from '../../../shared/state/hooks/use-viewer.ts';
import { count } from '../../../shared/text/count.ts';
import { dateAndMinute, dateAndTime } from '../../../shared/text/relative-time.ts';
import { enterPoll, votedOption, votesOf } from '../poll-cache.ts';
import { useVoteOnPollMutation } from '../polls.api.ts';
import classes from '../polls.module.css';
import { outcomeOf, shareOf } from './results.ts';
import { timeLeft } from './time-left.ts';
import type { PollRights } from './poll-rights.ts';

// The chart library is loaded with the first chart. Without it, the options still show the votes.
const PollChart = lazy(() =>
  import('./poll-chart.tsx').then(
    ({ PollChart: drawn }) => ({ default: drawn }),
    () => ({ default: () => <></> }),
  ),
);

const RemovedPoll = lazyPart(async () => (await import('./removed-poll.tsx')).default);

// Few people may change a poll. If it can't be loaded, there is nothing to choose.
const PollMenu = lazy(() => import('./poll-menu.tsx').catch(() => ({ default: () => <></> })));

/** Refusals that mean that the page has an outdated poll. */
const stale: readonly (string | undefined)[] = [
  'poll.voted',
  'poll.closed',
  'poll.unknown',
  'poll.option',
] satisfies ErrorCode[];

/** A poll, or what remains of one that was removed. */
export const PollCard = memo(function PollCard({ poll, rights }: { readonly poll: PollWire; rights: PollRights }) {
  const { deleted } = poll;
  return deleted ? <RemovedPoll poll={{ ...poll, deleted }} {...rights} /> : <Poll poll={poll} {...rights} />;
});

/** A poll: its options are the bars and the buttons for voting; its chart is below. */
function Poll({ poll, leads, isReadOnly }: { readonly poll: PollWire } & PollRights) {
  const { questionText, options, expiresAt, status, createdBy, editedAt } = poll;
  const isClosed = status === 'closed';
  const viewer = useViewer();
  const isOperator = useSelector((state: State) => selectIsOperator(state));
  const isOwn = createdBy === viewer;
  const mayChange = !isReadOnly && (leads || isOwn);
  const heading = useId();
  const report = useReport('poll', poll._id);
  const { vote, chosen, sending, failure } = useVote(poll, viewer);
  const voted = votedOption(options, viewer);
  const selected = voted?._id ?? chosen;
  const said = useRef<HTMLParagraphElement>(null);
  const pressed = useRef<HTMLElement>(undefined);

  useEffect(() => {
    // The pressed button is disabled now, so move the focus to the outcome instead of losing it.
    if (voted && pressed.current) moveFocus(pressed.current, said.current);
    pressed.current = undefined;
  }, [voted]);

  return (
    <article className={classes.poll} aria-labelledby={heading}>
      <div className={classes.top}>
        <h3 id={heading} className={classes.question} dir="auto">
          {questionText}
        </h3>
        {mayChange || ((leads || isOperator) && !isOwn) ? (
          <Suspense fallback={<span className={classes.more} />}>
            <PollMenu poll={poll} mayChange={mayChange} />
          </Suspense>
        ) : (
          !isOwn && <PostMenu label={`More about ${questionText}`} acts={[report]} />
        )}
      </div>
      <p className={classes.by}>
        by <PersonLink username={createdBy} avatar="s" />
        {editedAt !== null && (
          <span className="soft">
            edited <RelativeTime at={editedAt} />
          </span>
        )}
        {isClosed && <Chip>Closed</Chip>}
      </p>
      <div role="group" aria-labelledby={heading} className={classes.options}>
        {options.map((option, place) => (
          <Option
            key={option._id}
            option={option}
            poll={poll}
            outcomeId={`${heading}-${place}`}
            isMine={selected === option._id}
            hasVoted={voted !== undefined}
            disabled={voted !== undefined || isClosed || isReadOnly}
            sending={sending}
            onVote={(button) => {
              pressed.current = button;
              void vote(option._id);
            }}
          />
        ))}
      </div>
      <div role="status">
        {voted && (
          <p ref={said} tabIndex={-1} className={classes.said}>
            {messages.pollVoted}
          </p>
        )}
      </div>
      {failure !== undefined && !voted && (
        <Failure
          title={messages.voteFailed}
          detail={`${messages.voteCallFailed}: ${serverText(failure) ?? messages.unknownFailure}`}
        />
      )}
      {!voted && !isClosed && !isReadOnly && <p className={classes.how}>Choose an option. Your vote is final.</p>}
      <p className={classes.facts}>
        <span>{count(votesOf(options), 'vote')} in all</span>
        <span>
          {isClosed ? 'Closed on ' : 'Expires on '}
          <time dateTime={expiresAt} title={dateAndTime(new Date(expiresAt))}>
            {dateAndMinute(new Date(expiresAt))}
          </time>
        </span>
        {!isClosed && <TimeLeft until={expiresAt} />}
      </p>
      <Chart options={options} />
    </article>
  );
}

/** A bar with its votes, and the button for one. */
function Option({
  option,
  poll: { options, status },
  outcomeId,
  isMine,
  hasVoted,
  disabled,
  sending,
  onVote,
}: {
  readonly option: PollOptionWire;
  readonly poll: PollWire;
  readonly outcomeId: string;
  readonly isMine: boolean;
  readonly hasVoted: boolean;
  readonly disabled: boolean;
  readonly sending: boolean;
  readonly onVote: (button: HTMLElement) => void;
}) {
  const share = shareOf(option, options);
  const outcome = status === 'closed' ? outcomeOf(option, options) : undefined;
  return (
    <button
      type="button"
      className={classes.option}
      aria-pressed={isMine}
      aria-describedby={outcome && outcomeId}
      data-outcome={outcome}
      disabled={disabled}
      // One at a time; if disabled, the button would lose the focus before there is an
      // outcome.
      aria-disabled={sending || undefined}
      onClick={({ currentTarget }) => {
        if (!sending) onVote(currentTarget);
      }}
    >
      <span className={classes.bar} style={{ transform: `scaleX(${share})` }} aria-hidden />
      <bdi className={classes.text}>{option.text}</bdi>
      <span className={classes.marks} aria-hidden>
        {outcome && (
          <span id={outcomeId} className={classes.won}>
            <IconTrophy size={15} />
            {outcome}
          </span>
        )}
        {isMine && (
          <span className={classes.mine}>
            <IconCheck size={15} />
            {hasVoted && 'Your vote'}
          </span>
        )}
      </span>
      <span className={classes.count}>{count(option.voteCount, 'vote')}</span>
      <span className={classes.share} aria-hidden>
        {Math.round(share * 100)}%
      </span>
    </button>
  );
}

/** The chart of a poll, which is drawn when someone opens it. */
function Chart({ options }: { readonly options: PollWire['options'] }) {
  const [open, setOpen] = useState(false);
  return (
    <details className={classes.chartPlace} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className={classes.chartSwitch}>
        <IconChartBar size={15} aria-hidden />
        {open ? 'Hide chart' : 'Show chart'}
      </summary>
      <div className={classes.chart}>
        {open && (
          <Suspense fallback={null}>
            <PollChart options={options} />
          </Suspense>
        )}
      </div>
    </details>
  );
}

function TimeLeft({ until }: { readonly until: string }) {
  return <span>{useTimeText((now) => timeLeft(new Date(until), now))}</span>;
}

/** Casts a vote; repeating it after a lost reply is the same attempt. */
function useVote(poll: PollWire, viewer: string) {
  const dispatch = useDispatch<Dispatch>();
  const [send] = useVoteOnPollMutation();
  const [chosen, setChosen] = useState<string>();
  const [sending, setSending] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const submit = useSubmission();
  const running = useRef(false);

  async function vote(optionId: string): Promise<void> {
    // A ref, because state would be a render late: two clicks in one frame are one vote.
    if (running.current) return;
    running.current = true;
    setChosen(optionId);
    setSending(true);
    setFailure(undefined);
    const { data, error } = await submit({ pollId: poll._id, optionId, username: viewer }, send);
    running.current = false;
    setSending(false);
    setFailure(error);
    if (data) dispatch(enterPoll(data));
    const refused = asCallFailure(error);
    if (refused?.status === 'refused' && stale.includes(refused.code)) {
      dispatch(api.util.invalidateTags([tagOf('Polls', poll.communityId)]));
    }
  }

  return { vote, chosen, sending, failure };
}
