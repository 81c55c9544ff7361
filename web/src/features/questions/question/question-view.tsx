import { limits } from '@parlour/contracts/limits';
import type { QuestionWire } from '@parlour/contracts/qa/qa';
import type { ReactNode } from 'react';
import { AuthorLine } from '../../../design/parts/person/author-line.tsx';
import { EditedNote } from '../../../design/parts/editing/edited-note.tsx';
import { lazyPart } from '../../../design/parts/feedback/lazy-part.tsx';
import { IconButton } from '../../../design/parts/look/icon-button.tsx';
import { IconShare } from '../../../design/parts/look/icons.tsx';
import { shareAddress } from '../../../design/parts/page/share.ts';
import { PostMenu } from '../../../design/parts/post/post-menu.tsx';
import { PostText } from '../../../design/parts/text/post-text.tsx';
import { TagLink } from '../../../design/parts/text/tag-link.tsx';
import { PostContent } from '../../../design/parts/editing/post-content.tsx';
import { usePost } from '../../../design/parts/editing/use-post.ts';
import { count, digits } from '../../../shared/text/count.ts';
import { FollowersOnly } from '../../../design/parts/list/followers-only.tsx';
import { VoteBox } from '../vote/vote-box.tsx';
import { givenTag } from '../given-tag.ts';
import grid from '../../../design/parts/post/post-grid.module.css';
import classes from './question-view.module.css';

// With the editor, which most readers never use.
const EditQuestion = lazyPart(
  async () => (await import('./edit-question.tsx')).default,
  ({ post }) => <Content question={post} />,
);

/** The counts below a question's title. */
export function QuestionFacts({ question }: { readonly question: QuestionWire }) {
  const followers = question.following.length;
  return (
    <>
      <span>{count(question.answerCount, 'answer')}</span>
      <span>{count(question.viewCount, 'view')}</span>
      {followers > 0 && (
        <span>{followers < limits.namesListed ? count(followers, 'follower') : `${digits(followers)}+ followers`}</span>
      )}
      {question.onlyFollowers && <FollowersOnly />}
    </>
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
  const author = question.askedBy;
  const { menu, acts, showHistory, form, ...content } = usePost({
    kind: 'question',
    post: question,
    author,
    address,
    onSaved,
    editOf: ({ title = '', text, tags = [] }) => ({ title, text, tags: tags.map(({ name }) => givenTag(name)) }),
  });
  return (
    <section className={grid.post}>
      {question.deleted ? <div /> : <VoteBox question={question} />}
      <div className={grid.body}>
        <h2 className="visually-hidden">Question</h2>
        <AuthorLine
          username={author}
          did="asked"
          at={question.askDateTime}
          action={authorAction?.(author)}
          permalink={{ to: address, label: 'Link to this question' }}
          note={<EditedNote post={question} at={question.askDateTime} onHistory={showHistory} />}
          menu={
            <>
              <IconButton
                label="Share"
                title="Share"
                icon={IconShare}
                onClick={() => void shareAddress(new URL(address, location.href).href, question.title)}
              />
              <PostMenu ref={menu} label="Actions for this question" acts={acts} />
            </>
          }
        />
        <PostContent of={content} form={<EditQuestion post={question} {...form} />}>
          <Content question={question} />
        </PostContent>
      </div>
      <div className={grid.rest}>{children}</div>
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
