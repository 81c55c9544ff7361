import type { PollWire } from '@parlour/contracts/communities/communities';
import { mayRestore } from '@parlour/contracts/posts/editable';
import { useId } from 'react';
import { useSelector } from 'react-redux';
import { moveFocus } from '../../../design/parts/page/move-focus.ts';
import { PersonLink } from '../../../design/parts/person/person-link.tsx';
import { Tombstone } from '../../../design/parts/post/tombstone.tsx';
import { selectIsOperator } from '../../../shared/state/session.slice.ts';
import type { State } from '../../../shared/state/store.ts';
import { useViewer } from '../../../shared/state/hooks/use-viewer.ts';
import { headOfPolls } from '../head-of-polls.ts';
import type { PollRights } from './poll-rights.ts';
import classes from '../polls.module.css';
import { usePollRemoval } from './use-poll-removal.ts';

/** What remains of a removed poll: who removed it and why, and its question for some. */
export default function RemovedPoll({
  poll,
  leads,
  isReadOnly,
}: { readonly poll: PollWire & { readonly deleted: NonNullable<PollWire['deleted']> } } & PollRights) {
  const { questionText, createdBy, deleted } = poll;
  const heading = useId();
  const viewer = useViewer();
  const isOperator = useSelector((state: State) => selectIsOperator(state));
  const { restoreThen } = usePollRemoval(poll);
  const capacities = { author: createdBy === viewer && !isReadOnly, moderator: leads, operator: isOperator };
  return (
    <article className={classes.poll} aria-labelledby={heading} data-gone>
      <h3 id={heading} className={classes.question} dir="auto">
        {questionText === '' ? 'Removed poll' : questionText}
      </h3>
      <p className={classes.by}>
        by <PersonLink username={createdBy} avatar="s" />
      </p>
      <Tombstone
        deleted={deleted}
        onRestore={
          mayRestore(deleted.by, capacities)
            ? () => {
                const article = document.getElementById(heading)?.closest('article');
                const head = headOfPolls(article);
                // The poll goes elsewhere, with the button.
                restoreThen(() => moveFocus(article, head));
              }
            : undefined
        }
      />
    </article>
  );
}
