import { Button, Skeleton } from '@mantine/core';
import type { ModerationAct, ModerationEntryWire } from '@parlour/contracts/communities/communities';
import { messages } from '@parlour/contracts/messages';
import { useState } from 'react';
import { Link } from 'react-router';
import { serverText } from '../../../shared/http/call-failure.ts';
import { everyVisit } from '../../../shared/http/endpoint.ts';
import { newSubmissionKey } from '../../../shared/http/submission-key.ts';
import { rowsOf } from '../../../shared/http/pages.ts';
import { Failure } from '../../../design/parts/feedback/failure.tsx';
import { LoadMore } from '../../../design/parts/list/load-more.tsx';
import { Loading } from '../../../design/parts/feedback/loading.tsx';
import { moveFocus } from '../../../design/parts/page/move-focus.ts';
import { PersonLink } from '../../../design/parts/person/person-link.tsx';
import { RelativeTime } from '../../../design/parts/text/relative-time.tsx';
import { Section } from '../../../design/patterns/section.tsx';
import { useChangeVisibilityMutation, useGetModerationLogInfiniteQuery } from '../communities.api.ts';
import { useHeldRows } from '../../../shared/state/hooks/use-held-rows.ts';
import { useHoverPause } from '../../../shared/state/hooks/use-hover-pause.ts';
import { addressOfPost } from '../../../shared/navigation/post-address.ts';
import classes from './community-settings.module.css';
import { logRefusal, useMembership } from '../membership/use-membership.ts';

/** Who did what to whom, newest first; reversible entries have an Undo button. */
export function ModerationLog({ communityId }: { readonly communityId: string }) {
  const query = useGetModerationLogInfiniteQuery(communityId, everyVisit);
  const entries = rowsOf(query.data?.pages, ({ _id }) => _id);
  const pause = useHoverPause();
  // What people do is entered at the top: without the hold, Undo would take back something else.
  const shown = useHeldRows(entries ?? [], { held: pause.now, of: communityId, idOf: ({ _id }) => _id });
  return (
    <Section title="Moderation log">
      {query.error && (
        <Failure
          title={messages.communityFailed}
          detail={serverText(query.error)}
          onRetry={() => (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch())}
        />
      )}
      {!entries && !query.error && (
        <Loading label="Loading the log">
          <Skeleton height={90} />
        </Loading>
      )}
      {entries?.length === 0 && <p className={classes.none}>No entries yet.</p>}
      {shown.length > 0 && (
        <ol {...pause.handlers} className={classes.log} aria-label="Moderation log">
          {shown.map((entry) => (
            <li key={entry._id}>
              <span className={classes.entry} id={placeOf(entry)} tabIndex={-1}>
                <Sentence entry={entry} />
                <span className={classes.when}>
                  <RelativeTime at={entry.at} />
                </span>
              </span>
              {entry.undo && <Undo communityId={communityId} entry={entry} undo={entry.undo} />}
            </li>
          ))}
        </ol>
      )}
      {query.hasNextPage && (
        <LoadMore
          label="Show more"
          pending={query.isFetchingNextPage}
          automatic={false}
          onMore={() => void query.fetchNextPage()}
        />
      )}
    </Section>
  );
}

/** The DOM id of an entry's sentence. */
function placeOf({ _id }: ModerationEntryWire): string {
  return `entry-${_id}`;
}

/** The words between the two names, and after the second one. */
const phrases: Record<ModerationAct, readonly [string, string]> = {
  invited: ['invited', ''],
  approved: ['approved', ''],
  denied: ['denied', ''],
  removed: ['removed', ''],
  banned: ['banned', ''],
  unbanned: ['unbanned', ''],
  moderatorAdded: ['made', 'a moderator'],
  moderatorRemoved: ['removed', 'as a moderator'],
  madePublic: ['made the community public', ''],
  madePrivate: ['made the community private', ''],
  resigned: ['resigned as a moderator', ''],
  edited: ['changed name or description', ''],
  ownerOffered: ['offered the community to', ''],
  ownerWithdrawn: ['withdrew the offer to', ''],
  ownerDeclined: ['declined to take over the community', ''],
  ownerChanged: ['transferred the community to', ''],
  closed: ['closed the community', ''],
  pollEdited: ['edited the poll', ''],
  pollClosed: ['closed the poll', ''],
  pollDeleted: ['removed the poll', ''],
  pollRestored: ['restored the poll', ''],
  postRemoved: ['removed', 'of'],
  postRestored: ['restored', 'of'],
  reportDismissed: ['dismissed a report about', ''],
  reportResolved: ['resolved a report about', ''],
  warned: ['warned', ''],
};

function Sentence({ entry: { act, by, to, poll, post, reason } }: { readonly entry: ModerationEntryWire }) {
  const [verb, rest] = phrases[act];
  if (post) {
    return (
      <>
        {by !== undefined && <PersonLink username={by} />} {verb}{' '}
        <Link to={addressOfPost(post.questionId, post)}>{post.kind === 'answer' ? 'an answer' : `a ${post.kind}`}</Link>{' '}
        {to !== undefined && (
          <>
            {rest} <PersonLink username={to} />
          </>
        )}
        {reason !== undefined && (
          <>
            : <bdi>{reason}</bdi>
          </>
        )}
      </>
    );
  }
  return (
    <>
      {by === undefined ? 'The site' : <PersonLink username={by} />} {verb}{' '}
      {to !== undefined && <PersonLink username={to} />} {rest}
      {poll !== undefined && <bdi>“{poll}”</bdi>}
      {reason !== undefined && (
        <>
          : <bdi>{reason}</bdi>
        </>
      )}
    </>
  );
}

function Undo({
  communityId,
  entry,
  undo,
}: {
  readonly communityId: string;
  readonly entry: ModerationEntryWire;
  readonly undo: NonNullable<ModerationEntryWire['undo']>;
}) {
  const { change } = useMembership(communityId, logRefusal);
  const [changeVisibility] = useChangeVisibilityMutation();
  const [pending, setPending] = useState(false);

  async function takeBack(button: HTMLElement): Promise<void> {
    setPending(true);
    if ('visibility' in undo) {
      const wanted = { communityId, visibility: undo.visibility, submissionKey: newSubmissionKey() };
      const { error } = await changeVisibility(wanted);
      if (error !== undefined) logRefusal(error);
    } else if (entry.to !== undefined) {
      await change({ username: entry.to, list: undo.list, action: undo.action });
    }
    setPending(false);
    moveFocus(button, document.getElementById(placeOf(entry)));
  }

  return (
    <Button
      variant="default"
      size="xs"
      className={classes.undo ?? ''}
      loading={pending}
      aria-label={entry.to === undefined ? 'Undo' : `Undo: ${entry.to}`}
      // There may be several entries about one person.
      aria-describedby={placeOf(entry)}
      onClick={({ currentTarget }) => void takeBack(currentTarget)}
    >
      Undo
    </Button>
  );
}
