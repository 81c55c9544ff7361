import { IconLock } from '@tabler/icons-react';
import type { QuestionRowWire } from '@parlour/contracts/qa';
import { memo } from 'react';
import { Link } from 'react-router';
import { PersonLink } from '../../shared/parts/person-link.tsx';
import { RelativeTime } from '../../shared/parts/relative-time.tsx';
import { TagLink } from '../../shared/parts/tag-link.tsx';
import { count } from '../../shared/text/count.ts';
import classes from './question-card.module.css';

/** A question in a list. Memoized, because lists grow to thousands of rows. */
export const QuestionCard = memo(function QuestionCard({ question }: { readonly question: QuestionRowWire }) {
  return (
    <article className={classes.card}>
      <div className={classes.counts}>
        <span className={classes.answers} data-answered={question.answerCount > 0}>
          {count(question.answerCount, 'answer')}
        </span>
        <span>{count(question.viewCount, 'view')}</span>
      </div>
      <div className={classes.body}>
        <h2 className={classes.title}>
          <Link to={`/question/${encodeURIComponent(question._id)}`}>
            <bdi>{question.title}</bdi>
          </Link>
        </h2>
        <div className={classes.foot}>
          <ul className={classes.tags} aria-label="Tags">
            {question.tags.map((tag) => (
              <li key={tag.name}>
                <TagLink name={tag.name} description={tag.description} />
              </li>
            ))}
          </ul>
          {question.onlyFollowers && <FollowersOnly />}
          <p className={classes.asked}>
            <PersonLink username={question.askedBy} />{' '}
            <span>
              asked <RelativeTime at={question.askDateTime} />
            </span>
          </p>
        </div>
      </div>
    </article>
  );
});

/** Marks a question that is for its author's followers. */
export function FollowersOnly() {
  return (
    <span className={classes.badge}>
      <IconLock size={13} aria-hidden />
      Followers Only
    </span>
  );
}
