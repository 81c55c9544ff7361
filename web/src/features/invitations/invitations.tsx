import { Button, Skeleton } from '@mantine/core';
import type { InvitationStatus, InvitationWire } from '@parlour/contracts/identity/invitations';
import { useRef, useState } from 'react';
import { Failure } from '../../design/parts/feedback/failure.tsx';
import { Loading } from '../../design/parts/feedback/loading.tsx';
import { showToast } from '../../design/parts/feedback/toasts.ts';
import { Chip, type ChipTone } from '../../design/parts/form/chip.tsx';
import { EmptyState } from '../../design/parts/list/empty-state.tsx';
import { ListFoot } from '../../design/parts/list/list-foot.tsx';
import { IconUserPlus } from '../../design/parts/look/icons.tsx';
import { moveFocus } from '../../design/parts/page/move-focus.ts';
import { copyText } from '../../design/parts/page/share.ts';
import { PersonLink } from '../../design/parts/person/person-link.tsx';
import { CalendarDate } from '../../design/parts/text/calendar-date.tsx';
import { serverText } from '../../shared/http/call-failure.ts';
import { everyVisit } from '../../shared/http/endpoint.ts';
import { rowsOf } from '../../shared/http/pages.ts';
import { useSubmission } from '../../shared/state/hooks/use-submission.ts';
import { useViewer } from '../../shared/state/hooks/use-viewer.ts';
import { count, digits } from '../../shared/text/count.ts';
import { InvitationDialog } from './invitation-dialog.tsx';
import { useGetInvitationsInfiniteQuery, useRevokeInvitationMutation } from './invitations.api.ts';
import classes from './invitations.module.css';

const failed = 'Invitations could not be loaded';

/** Invitations, who came by them, and the way to make one: the viewer's own, for operators all. */
export default function Invitations() {
  const query = useGetInvitationsInfiniteQuery(undefined, everyVisit);
  const [making, setMaking] = useState(false);
  const rows = rowsOf(query.data?.pages, ({ _id }) => _id);
  return (
    <>
      <div>
        <Button onClick={() => setMaking(true)}>New invitation</Button>
      </div>
      {making && <InvitationDialog onClose={() => setMaking(false)} />}
      {!rows && query.error !== undefined && (
        <Failure title={failed} detail={serverText(query.error)} onRetry={() => query.refetch()} />
      )}
      {!rows && query.error === undefined && (
        <Loading label="Loading invitations">
          <Skeleton height={80} />
        </Loading>
      )}
      {rows?.length === 0 && (
        <EmptyState icon={<IconUserPlus size={28} />} title="No invitations yet">
          <p>An invitation is a link: whoever opens it can create an account.</p>
        </EmptyState>
      )}
      {rows && rows.length > 0 && (
        <ul aria-label="Invitations">
          {rows.map((invitation) => (
            <InvitationRow key={invitation._id} invitation={invitation} />
          ))}
        </ul>
      )}
      <ListFoot query={query} label="Show more invitations" failed={failed} />
    </>
  );
}

const states: Record<InvitationStatus, readonly [string, ChipTone]> = {
  open: ['Open', 'baize'],
  usedUp: ['Used up', 'plain'],
  ended: ['Ended', 'plain'],
  revoked: ['Revoked', 'plain'],
};

function InvitationRow({ invitation }: { readonly invitation: InvitationWire }) {
  const { code, url, status, uses, used, note, by, createdAt, expiresAt, communities, people } = invitation;
  const viewer = useViewer();
  const [revoke, { isLoading }] = useRevokeInvitationMutation();
  const submit = useSubmission();
  const row = useRef<HTMLLIElement>(null);
  const [words, tone] = states[status];
  return (
    <li ref={row} className={classes.row} tabIndex={-1}>
      <div className={classes.words}>
        <p className="wrap">
          <Chip tone={tone}>{words}</Chip>
          {note !== '' && (
            <strong>
              <bdi>{note}</bdi>
            </strong>
          )}
          <span>
            {digits(used)} of {count(uses, 'use')}
          </span>
        </p>
        <p className={classes.facts}>
          <span>
            made <CalendarDate at={createdAt} />
            {by !== viewer && (
              <>
                {' '}
                by <PersonLink username={by} />
              </>
            )}
          </span>
          <span>
            {expiresAt === null ? (
              'no end'
            ) : (
              <>
                until <CalendarDate at={expiresAt} />
              </>
            )}
          </span>
        </p>
        {communities.length > 0 && (
          <p className={classes.facts}>
            Into{' '}
            {communities.map(({ _id, name }) => (
              <bdi key={_id}>{name}</bdi>
            ))}
          </p>
        )}
        {people.length > 0 && (
          <p className={classes.facts}>
            Came by it:{' '}
            {people.map((name) => (
              <PersonLink key={name} username={name} />
            ))}
          </p>
        )}
      </div>
      {status === 'open' && (
        <div className="wrap">
          <Button
            variant="default"
            size="xs"
            onClick={() => void copyText(`${window.location.origin}${url}`, 'Link copied.')}
          >
            Copy link
          </Button>
          <Button
            variant="default"
            size="xs"
            loading={isLoading}
            onClick={async ({ currentTarget }) => {
              const { error } = await submit({ code }, revoke);
              if (error === undefined) {
                // The buttons go.
                moveFocus(currentTarget, row.current);
                void showToast('success', 'The invitation is revoked.');
              } else void showToast('error', `Error while revoking the invitation: ${serverText(error)}`);
            }}
          >
            Revoke
          </Button>
        </div>
      )}
    </li>
  );
}
