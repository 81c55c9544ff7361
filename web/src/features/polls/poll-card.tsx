import { useComputedColorScheme } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { PollWire } from '@parlour/contracts/communities';
import type { ErrorCode } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import { lazy, memo, Suspense, useEffect, useId, useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import { api } from '../../shared/api.ts';
import { asCallFailure, hasUnknownOutcome, serverText } from '../../shared/http/call-failure.ts';
import { newSubmissionKey } from '../../shared/http/submission-key.ts';
import { Failure } from '../../shared/parts/failure.tsx';
import { PersonLink } from '../../shared/parts/person-link.tsx';
import type { Dispatch } from '../../shared/state/store-types.ts';
import { useViewer } from '../../shared/state/use-viewer.ts';
import { count } from '../../shared/text/count.ts';
import { dateAndTime } from '../../shared/text/relative-time.ts';
import { barColour } from './bar-colours.ts';
import { enterPoll, votedOption } from './poll-cache.ts';
import { useVoteOnPollMutation } from './polls.api.ts';
import classes from './polls.module.css';

// The chart library is loaded with the first poll. Without it, the buttons still show the votes.
const PollChart = lazy(() =>
  import('./poll-chart.tsx').then(
    ({ PollChart: drawn }) => ({ default: drawn }),
    () => ({ default: () => <></> }),
  ),
);

/** Refusals that mean that the page has an outdated poll. */
const stale: readonly (string | undefined)[] = ['poll.voted', 'poll.closed', 'poll.unknown'] satisfies ErrorCode[];

/** A poll: chart, a button per option, and the outcome of the viewer's vote. */
export const PollCard = memo(function PollCard({
  poll,
  near = true,
}: {
  readonly poll: PollWire;
  /** Whether to draw the chart before it comes near the screen. */
  readonly near?: boolean;
}) {
  const { questionText, options, expiresAt, status, createdBy } = poll;
  const viewer = useViewer();
  const scheme = useComputedColorScheme('light');
  const heading = useId();
  const { vote, chosen, sending, failure } = useVote(poll, viewer);
  const voted = votedOption(options, viewer);
  const selected = voted?._id ?? chosen;
  const said = useRef<HTMLParagraphElement>(null);
  const pressed = useRef(false);
  const { place, drawn } = useDrawn(near);

  useEffect(() => {
    // The pressed button is disabled now, so move the focus to the outcome instead of losing it.
    if (voted && pressed.current) said.current?.focus();
    pressed.current = false;
  }, [voted]);

  return (
    <article className={classes.poll} aria-labelledby={heading}>
      <h3 id={heading} className={classes.question}>
        <bdi>{questionText}</bdi>
      </h3>
      <p className={classes.facts}>
        <span>
          by <PersonLink username={createdBy} />
        </span>
        <span>
          {status === 'closed' ? 'Closed on ' : 'Expires on '}
          <time dateTime={expiresAt}>{dateAndTime(new Date(expiresAt))}</time>
        </span>
      </p>
      <div ref={place} className={classes.chart}>
        {drawn && (
          <Suspense fallback={null}>
            <PollChart options={options} />
          </Suspense>
        )}
      </div>
      <div role="group" aria-labelledby={heading} className={classes.options}>
        {options.map((option, place) => (
          <button
            key={option._id}
            type="button"
            className={classes.option}
            aria-pressed={selected === option._id}
            disabled={voted !== undefined || status === 'closed'}
            // One at a time; if disabled, the button would lose the focus before there is an
            // outcome.
            aria-disabled={sending || undefined}
            onClick={() => {
              if (sending) return;
              pressed.current = true;
              void vote(option._id);
            }}
          >
            <span className={classes.swatch} style={{ background: barColour(place, scheme) }} aria-hidden />
            <bdi className={classes.text}>{option.text}</bdi>
            {selected === option._id && <IconCheck size={17} aria-hidden />}
            <span className={classes.count}>{count(option.voteCount, 'vote')}</span>
          </button>
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
    </article>
  );
});

/** Whether to draw the chart: a hundred at once would block the page. */
function useDrawn(near: boolean) {
  const place = useRef<HTMLDivElement>(null);
  const [drawn, setDrawn] = useState(near);
  useEffect(() => {
    if (drawn || !place.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setDrawn(true);
      },
      { rootMargin: '600px' },
    );
    observer.observe(place.current);
    return () => {
      observer.disconnect();
    };
  }, [drawn]);
  return { place, drawn };
}

/** Casts a vote; repeating it after a lost reply is the same attempt. */
function useVote(poll: PollWire, viewer: string) {
  const dispatch = useDispatch<Dispatch>();
  const [send] = useVoteOnPollMutation();
  const [chosen, setChosen] = useState<string>();
  const [sending, setSending] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const unsettled = useRef<{ readonly optionId: string; readonly key: string }>(undefined);
  const running = useRef(false);

  async function vote(optionId: string): Promise<void> {
    // A ref, because state would be a render late: two clicks in one frame are one vote.
    if (running.current) return;
    running.current = true;
    const key = unsettled.current?.optionId === optionId ? unsettled.current.key : newSubmissionKey();
    setChosen(optionId);
    setSending(true);
    setFailure(undefined);
    const { data, error } = await send({ pollId: poll._id, optionId, viewer, submissionKey: key });
    running.current = false;
    unsettled.current = error !== undefined && hasUnknownOutcome(error) ? { optionId, key } : undefined;
    setSending(false);
    setFailure(error);
    if (data) dispatch(enterPoll(data));
    const refused = asCallFailure(error);
    if (refused?.status === 'refused' && stale.includes(refused.code)) {
      dispatch(api.util.invalidateTags([{ type: 'Polls', id: poll.communityId }]));
    }
  }

  return { vote, chosen, sending, failure };
}
