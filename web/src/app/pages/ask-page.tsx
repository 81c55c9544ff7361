import { useDispatch } from 'react-redux';
import { useSearchParams } from 'react-router';
import { CommunityLink } from '../../features/communities/community-link.tsx';
import { communityAddress } from '../../features/communities/position.ts';
import { AskForm } from '../../features/questions/ask-form.tsx';
import { enterQuestion } from '../../features/questions/questions.live.ts';
import { useGoOn } from '../../shared/navigation/use-go-on.ts';
import { usePageTitle } from '../../shared/parts/page-title.ts';
import type { Dispatch } from '../../shared/state/store-types.ts';
import classes from './page.module.css';

/**
 * The question form; then home, or to the community that the question belongs to (decisions Q-11).
 */
export function AskPage() {
  const [parameters] = useSearchParams();
  const communityId = parameters.get('communityId')?.toLowerCase() ?? null;
  const goOn = useGoOn();
  const dispatch = useDispatch<Dispatch>();
  usePageTitle('Ask a question');
  return (
    <>
      <div className={classes.head}>
        <div className={classes.words}>
          <h1 className={classes.title} tabIndex={-1}>
            Ask a question
          </h1>
          {communityId !== null && (
            <p className={classes.below}>
              <CommunityLink communityId={communityId} />
            </p>
          )}
        </div>
      </div>
      <div className={classes.card}>
        <AskForm
          key={communityId}
          communityId={communityId}
          onAsked={(question) => {
            // The reply has more fields than a row, and a list keeps only rows.
            const {
              text: _text,
              answers: _a,
              comments: _c,
              upVotes: _u,
              downVotes: _d,
              views: _v,
              following: _f,
              ...row
            } = question;
            dispatch(enterQuestion(row));
            const to = communityId === null ? '/home' : communityAddress(communityId, '?tab=posts');
            goOn(to, 'Your question was posted.');
          }}
        />
      </div>
    </>
  );
}
