import type { QuestionWire } from '@parlour/contracts/qa/qa';
import { useEffect, useState } from 'react';
import { FollowButton } from '../../../features/people/follow-button.tsx';
import type { KeptText } from '../../../design/parts/draft/kept-texts.tsx';
import { lazyPart } from '../../../design/parts/feedback/lazy-part.tsx';
import { moveFocusToHeading } from '../../../design/parts/page/move-focus.ts';
import { PersonLink } from '../../../design/parts/person/person-link.tsx';
import { draftsBelow } from '../../../shared/drafts/drafts.ts';
import { useViewerId } from '../../../shared/state/hooks/use-viewer.ts';
import { NotFound } from '../not-found.tsx';
import classes from './question-not-found.module.css';

// Few people ever see it.
const KeptTexts = lazyPart(async () => (await import('../../../design/parts/draft/kept-texts.tsx')).KeptTexts);

/** The drafts of what the viewer was writing to a question, or to a post of it. */
function draftsFor(viewerId: string, id: string, question: QuestionWire | undefined): readonly KeptText[] {
  const posts = question ? [question, ...question.answers] : [];
  const ids = new Set([id, ...posts.flatMap(({ _id, comments }) => [_id, ...comments.map((each) => each._id)])]);
  // Each tab may have one for the same place.
  const places = new Set(draftsBelow(viewerId, '').map(({ place }) => place));
  return [...places].flatMap((place) => {
    const [kind = '', of = ''] = place.split(':');
    return ids.has(of) ? [{ place, kind }] : [];
  });
}

/**
 * Doesn't distinguish a hidden question from one that doesn't exist. What the viewer wrote to it
 * stays, because there is no other place where they find it (decisions Q-16).
 */
export function QuestionNotFound({
  id,
  last,
}: {
  readonly id: string;
  /** As the viewer saw it on this page before they lost access to it. */
  readonly last: QuestionWire | undefined;
}) {
  const viewerId = useViewerId();
  const [drafts] = useState(() => draftsFor(viewerId, id, last));
  const isLost = last !== undefined;
  useEffect(() => {
    // Unless it stood outside of the page, what had the focus is gone.
    if (isLost) moveFocusToHeading(document.body);
  }, [isLost]);
  return (
    <>
      <NotFound
        title="Question not found"
        why="It may not exist, or it is not shared with you."
        to="/home"
        more={last?.onlyFollowers && <OnlyFollowers username={last.askedBy} />}
      >
        All questions
      </NotFound>
      {drafts.length > 0 && <KeptTexts texts={drafts} />}
    </>
  );
}

/** Whoever has just unfollowed them can take it back here. */
function OnlyFollowers({ username }: { readonly username: string }) {
  return (
    <div className={classes.onlyFollowers}>
      <p>
        Only people who follow <PersonLink username={username} /> can see it.
      </p>
      <FollowButton username={username} size="sm" />
    </div>
  );
}
