import type { QuestionWire } from '@parlour/contracts/qa/qa';
import type { ReactNode } from 'react';
import { AuthorLine } from '../../../design/parts/person/author-line.tsx';
import { Collapsed } from '../../../design/parts/post/collapsed.tsx';
import { EditedNote } from '../../../design/parts/editing/edited-note.tsx';
import { lazyPart } from '../../../design/parts/feedback/lazy-part.tsx';
import { PostMenu } from '../../../design/parts/post/post-menu.tsx';
import { PostText } from '../../../design/parts/text/post-text.tsx';
import { TagLink } from '../../../design/parts/text/tag-link.tsx';
import { RemoveDialog } from '../../../design/parts/post/removal.tsx';
import { Tombstone } from '../../../design/parts/post/tombstone.tsx';
import { useDeletion } from '../../../design/parts/post/use-deletion.ts';
import { useEditing } from '../../../design/parts/editing/use-editing.ts';
import { count } from '../../../shared/text/count.ts';
import { FollowersOnly } from '../list/question-card.tsx';
import { VoteBox } from '../vote/vote-box.tsx';
import { useViewer } from '../../../shared/state/hooks/use-viewer.ts';
import { useRemoveQuestionMutation, useRestoreQuestionMutation } from '../questions.api.ts';
import classes from './question-view.module.css';

// With the editor, which most readers never use.
const EditQuestion = lazyPart(
  async () => (await import('./edit-question.tsx')).default,
  ({ question }) => <Content question={question} />,
);
const QuestionHistory = lazyPart(async () => (await import('./question-history.tsx')).default);

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
 * A question's votes, author, text and tags, with slots for other features beside the author and
 * below.
 */
export function QuestionView({
  question,
  authorAction,
  onSaved,
  children,
}: {
  readonly question: QuestionWire;
  readonly authorAction?: ((username: string) => ReactNode) | undefined;
  readonly onSaved?: ((question: QuestionWire) => void) | undefined;
  readonly children?: ReactNode;
}) {
  const address = `/question/${encodeURIComponent(question._id)}`;
  const { _id: qid, deleted, askedBy: author } = question;
  const username = useViewer();
  const [remove] = useRemoveQuestionMutation();
  const [restore] = useRestoreQuestionMutation();
  const deletion = useDeletion<QuestionWire>({
    kind: 'Question',
    remove: (submissionKey, reason) => remove({ qid, username, submissionKey, ...(reason && { reason }) }),
    restore: (submissionKey) => restore({ qid, username, submissionKey }),
    onChanged: (changed) => onSaved?.(changed),
  });
  const { remove: onDelete, removeWith: onRemove, restore: onRestore } = deletion;
  const thing = { type: 'question', id: qid } as const;
  const rules = { author, thing, address, deleted, onDelete, onRestore, onRemove, hasHistory: true };
  const { menu, restore: restoreHere, editing, acts, cancel, finish, history, removal } = useEditing(rules);
  return (
    <section className={classes.question}>
      <h2 className="visually-hidden">Question</h2>
      {deleted ? <div /> : <VoteBox question={question} />}
      <div className={classes.body}>
        <AuthorLine
          username={question.askedBy}
          did="asked"
          at={question.askDateTime}
          action={authorAction?.(question.askedBy)}
          permalink={{ to: address, label: 'Link to this question' }}
          note={<EditedNote post={question} onHistory={history.show} />}
          menu={<PostMenu ref={menu} label="Actions for this question" acts={acts} />}
        />
        {deleted && <Tombstone deleted={deleted} onRestore={restoreHere} />}
        {removal.isAsked && <RemoveDialog kind="question" {...removal.dialog} />}
        {history.isShown && (
          <QuestionHistory
            question={question}
            mayRestore={history.mayRestore}
            onSaved={(saved) => onSaved?.(saved)}
            onClose={history.close}
          />
        )}
        {editing && (
          <EditQuestion
            question={question}
            onSaved={(saved) => {
              onSaved?.(saved);
              finish();
            }}
            onCancel={cancel}
          />
        )}
        {!editing && !deleted && (
          <Collapsed by={author}>
            <Content question={question} />
          </Collapsed>
        )}
      </div>
      <div className={classes.rest}>{children}</div>
    </section>
  );
}

function Content({ question }: { readonly question: QuestionWire }) {
  return (
    <>
      <PostText text={question.text} />
      <ul className={classes.tags} aria-label="Tags">
        {question.tags.map((tag) => (
          <li key={tag.name}>
            <TagLink name={tag.name} description={tag.description} />
          </li>
        ))}
      </ul>
    </>
  );
}
