import { useDispatch } from 'react-redux';
import { useSearchParams } from 'react-router';
import { CommunityLink } from '../../../features/communities/community/community-link.tsx';
import { communityAddress } from '../../../features/communities/membership/permissions.ts';
import { usePostingRefusal } from '../../../features/communities/membership/use-posting-refusal.ts';
import { AskForm } from '../../../features/questions/ask/ask-form.tsx';
import { enterQuestion } from '../../../features/questions/questions.live.ts';
import { PageHead } from '../../../design/patterns/page-head.tsx';
import { useNavigateWhenDone } from '../../../shared/navigation/use-navigate-when-done.ts';
import { usePageTitle } from '../../../design/parts/page/page-title.ts';
import type { Dispatch } from '../../../shared/state/store.ts';
import classes from '../page.module.css';

/**
 * The question form; then home, or to the community that the question belongs to, with a toast that
 * links to the question (decisions Q-11).
 */
export function AskPage() {
  const [parameters] = useSearchParams();
  const communityId = parameters.get('communityId')?.toLowerCase() ?? null;
  const goOn = useNavigateWhenDone();
  const dispatch = useDispatch<Dispatch>();
  const refusal = usePostingRefusal(communityId);
  usePageTitle('Ask a question');
  return (
    <>
      <PageHead
        title="Ask a question"
        below={communityId === null ? undefined : <CommunityLink communityId={communityId} />}
      />
      <div className={classes.card}>
        <AskForm
          key={communityId}
          communityId={communityId}
          refusal={refusal}
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
            dispatch(enterQuestion({ ...row, lastActivity: null }));
            const to = communityId === null ? '/home' : communityAddress(communityId, '?tab=posts');
            goOn(to, 'Your question was posted.', { made: `/question/${encodeURIComponent(question._id)}` });
          }}
        />
      </div>
    </>
  );
}
