import type { QuestionWire } from '@parlour/contracts/qa';
import type { ReactNode } from 'react';
import { PersonLink } from '../../shared/parts/person-link.tsx';
import { PostText } from '../../shared/parts/post-text.tsx';
import { RelativeTime } from '../../shared/parts/relative-time.tsx';
import { TagLink } from '../../shared/parts/tag-link.tsx';
import { count } from '../../shared/text/count.ts';
import { FollowersOnly } from './question-card.tsx';
import { VoteBox } from './vote-box.tsx';
import classes from './question-view.module.css';

/** The counts below a question's title. */
export function QuestionFacts({ question }: { readonly question: QuestionWire }) {
  return (
    <p className={classes.facts}>
      <span>{count(question.answerCount, 'answer')}</span>
      <span>{count(question.viewCount, 'view')}</span>
      {question.onlyFollowers && <FollowersOnly />}
    </p>
  );
}

/**
 * A question's votes, text, tags and author, with slots for other features beside the author and
 * below.
 */
export function QuestionView({
  question,
  authorAction,
  children,
}: {
  readonly question: QuestionWire;
  readonly authorAction?: ((username: string) => ReactNode) | undefined;
  readonly children?: ReactNode;
}) {
  return (
    <section className={classes.question}>
      <h2 className="visually-hidden">Question</h2>
      <VoteBox question={question} />
      <div className={classes.body}>
        <PostText text={question.text} />
        <div className={classes.foot}>
          <ul className={classes.tags} aria-label="Tags">
            {question.tags.map((tag) => (
              <li key={tag.name}>
                <TagLink name={tag.name} description={tag.description} />
              </li>
            ))}
          </ul>
          <div className={classes.asked}>
            <p>
              <PersonLink username={question.askedBy} /> asked <RelativeTime at={question.askDateTime} />
            </p>
            {authorAction?.(question.askedBy)}
          </div>
        </div>
        {children}
      </div>
    </section>
  );
}
