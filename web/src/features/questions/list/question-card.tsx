import { Collapsed } from '../../../design/parts/post/collapsed.tsx';
import { Chip } from '../../../design/parts/form/chip.tsx';
import type { LastActivityWire, QuestionRowWire } from '@parlour/contracts/qa/qa';
import { memo, type ReactNode } from 'react';
import { Link } from 'react-router';
import { Avatar } from '../../../design/parts/person/avatar.tsx';
import { IconCaretUpFilled, IconCheck, IconLock } from '../../../design/parts/look/icons.tsx';
import { PersonLink } from '../../../design/parts/person/person-link.tsx';
import { RelativeTime } from '../../../design/parts/text/relative-time.tsx';
import { TagLink } from '../../../design/parts/text/tag-link.tsx';
import { count } from '../../../shared/text/count.ts';
import classes from './question-card.module.css';
import { netVotes } from '../vote/voting.ts';

/** Shows which community a question belongs to. */
export type CommunityMark = (communityId: string) => ReactNode;

/**
 * A question in a list; all of it leads to the question. Memoized, because lists grow to thousands
 * of rows.
 */
export const QuestionCard = memo(function QuestionCard({
  question,
  community,
}: {
  readonly question: QuestionRowWire;
  readonly community?: CommunityMark | undefined;
}) {
  return (
    <Collapsed by={question.askedBy} isRow>
      <Row question={question} community={community} />
    </Collapsed>
  );
});

function Row({
  question,
  community,
}: {
  readonly question: QuestionRowWire;
  readonly community: CommunityMark | undefined;
}) {
  const { _id: id, askedBy, answerCount, lastActivity, communityId, unread } = question;
  const votes = netVotes(question);
  const isSolved = question.acceptedAnswerId !== null;
  return (
    <article className={classes.card} data-unread={unread}>
      <div className={classes.start}>
        <span className={classes.votes} data-none={votes <= 0}>
          <IconCaretUpFilled size={14} aria-hidden />
          <span>
            {votes}
            <span className="visually-hidden"> {votes === 1 ? 'vote' : 'votes'}</span>
          </span>
        </span>
        <Avatar username={askedBy} size="m" />
      </div>
      <h2 className={classes.title}>
        <Link to={`/question/${encodeURIComponent(id)}`} data-row={id}>
          <bdi>{question.title}</bdi>
        </Link>
      </h2>
      <div className={classes.counts}>
        {unread && <span className="visually-hidden">Unread</span>}
        {answerCount === 0 ? (
          // Nothing to point out: on a row that is pointed at, a plain chip looks like a button.
          <span>{count(0, 'answer')}</span>
        ) : (
          <Chip tone={isSolved ? 'brass' : 'baize'} solid icon={isSolved && <IconCheck size={13} aria-hidden />}>
            {count(answerCount, 'answer')}
            {isSolved && <span className="visually-hidden">, one accepted</span>}
          </Chip>
        )}
        <span>{count(question.viewCount, 'view')}</span>
      </div>
      <p className={classes.excerpt} dir="auto">
        {question.excerpt}
      </p>
      <div className={classes.foot}>
        <ul className={classes.tags} aria-label="Tags">
          {question.tags.map((tag) => (
            <li key={tag.name}>
              <TagLink name={tag.name} description={tag.description} />
            </li>
          ))}
        </ul>
        {question.onlyFollowers && <FollowersOnly />}
        {communityId !== null && community?.(communityId)}
        <p className={classes.people}>
          <span className={classes.deed}>
            <PersonLink username={askedBy} />{' '}
            <span>
              asked <RelativeTime at={question.askDateTime} />
            </span>
          </span>
          {lastActivity && <LastActivity activity={lastActivity} askedBy={askedBy} />}
        </p>
      </div>
    </article>
  );
}

/** Who answered or commented last; an asker isn't named twice. */
function LastActivity({ activity, askedBy }: { readonly activity: LastActivityWire; readonly askedBy: string }) {
  const { who, when, what } = activity;
  return (
    <span className={classes.deed}>
      {who !== askedBy && (
        <>
          <PersonLink username={who} />{' '}
        </>
      )}
      <span>
        {what} <RelativeTime at={when} />
      </span>
    </span>
  );
}

/** Marks a question that is for its author's followers. */
export function FollowersOnly() {
  return (
    <span className={classes.badge}>
      <IconLock size={13} aria-hidden />
      Followers Only
    </span>
  );
}
