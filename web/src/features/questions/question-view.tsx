import type { QuestionWire } from '@parlour/contracts/qa';
import { Link } from 'react-router';
import { PostText } from '../../shared/parts/post-text.tsx';
import { RelativeTime } from '../../shared/parts/relative-time.tsx';
import { TagLink } from '../../shared/parts/tag-link.tsx';
import { count } from '../../shared/text/count.ts';
import { FollowersOnly } from './question-card.tsx';
import classes from './question-view.module.css';

/** What stands under a question's title: the counts that everybody sees. */
export function QuestionFacts({ question }: { readonly question: QuestionWire }) {
  return (
    <p className={classes.facts}>
      <span>{count(question.answerCount, 'answer')}</span>
      <span>{count(question.viewCount, 'view')}</span>
      {question.onlyFollowers && <FollowersOnly />}
    </p>
  );
}

/** The question itself: its text, tags and author. */
export function QuestionView({ question }: { readonly question: QuestionWire }) {
  return (
    <section className={classes.question}>
      <h2 className="visually-hidden">Question</h2>
      <PostText text={question.text} />
      <div className={classes.foot}>
        <ul className={classes.tags} aria-label="Tags">
          {question.tags.map((tag) => (
            <li key={tag.name}>
              <TagLink name={tag.name} description={tag.description} />
            </li>
          ))}
        </ul>
        <p className={classes.asked}>
          <Link to={`/user/${encodeURIComponent(question.askedBy)}`}>{question.askedBy}</Link> asked{' '}
          <RelativeTime at={question.askDateTime} />
        </p>
      </div>
    </section>
  );
}
