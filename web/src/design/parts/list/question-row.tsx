import type { LastActivityWire, QuestionRowWire } from '@parlour/contracts/qa/qa';
import { memo, type ReactNode } from 'react';
import { count } from '../../../shared/text/count.ts';
import { IconCheck } from '../look/icons.tsx';
import { PersonLink } from '../person/person-link.tsx';
import { Collapsed } from '../post/collapsed.tsx';
import { RelativeTime } from '../text/relative-time.tsx';
import { TagLink } from '../text/tag-link.tsx';
import { FollowersOnly } from './followers-only.tsx';
import { ListRow } from './list-row.tsx';
import classes from './list-row.module.css';

/** Shows which community a question belongs to. */
export type CommunityMark = (communityId: string) => ReactNode;

/** Memoized, because lists grow to thousands of rows. */
export const QuestionRow = memo(function QuestionRow({
  question,
  excerpt,
  community,
}: {
  readonly question: QuestionRowWire;
  /** In place of how its text begins. */
  readonly excerpt?: ReactNode;
  readonly community?: CommunityMark | undefined;
}) {
  const { askedBy, lastActivity, communityId } = question;
  return (
    <Collapsed by={askedBy} isRow>
      <ListRow
        to={questionAddress(question)}
        title={question.title}
        excerpt={excerpt ?? question.excerpt}
        unread={question.unread}
        numbers={<Numbers of={question} />}
      >
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
            <PersonLink username={askedBy} avatar="s" />{' '}
            <span>
              asked <RelativeTime at={question.askDateTime} />
            </span>
          </span>
          {lastActivity && <LastActivity activity={lastActivity} askedBy={askedBy} />}
        </p>
      </ListRow>
    </Collapsed>
  );
});

/** Where a question is. */
export function questionAddress({ _id: id }: QuestionRowWire): string {
  return `/question/${encodeURIComponent(id)}`;
}

export interface OfQuestion {
  readonly of: QuestionRowWire;
}

function Numbers({ of }: OfQuestion) {
  return (
    <div className={classes.numbers}>
      <Votes of={of} />
      <Answers of={of} />
      <span className={classes.number}>{count(of.viewCount, 'view')}</span>
    </div>
  );
}

export function Votes({ of: { upVoteCount, downVoteCount } }: OfQuestion) {
  const votes = upVoteCount - downVoteCount;
  return (
    <span className={classes.number} data-faint={votes <= 0}>
      {count(votes, 'vote')}
    </span>
  );
}

export function Answers({ of: { answerCount, acceptedAnswerId } }: OfQuestion) {
  const isSolved = acceptedAnswerId !== null;
  return (
    <span className={classes.number} data-answers={isSolved ? 'accepted' : answerCount === 0 ? 'none' : 'some'}>
      {isSolved && <IconCheck size={13} stroke={3} aria-hidden />}
      {count(answerCount, 'answer')}
      {isSolved && <span className="visually-hidden">, one accepted</span>}
    </span>
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
