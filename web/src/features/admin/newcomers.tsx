import { Button, Skeleton } from '@mantine/core';
import { approvalLimits, type WaitingWire } from '@parlour/contracts/identity/approval';
import { type RefObject, useRef, useState } from 'react';
import { Failure } from '../../design/parts/feedback/failure.tsx';
import { Loading } from '../../design/parts/feedback/loading.tsx';
import { showToast } from '../../design/parts/feedback/toasts.ts';
import { Chip } from '../../design/parts/form/chip.tsx';
import { ListFoot } from '../../design/parts/list/list-foot.tsx';
import { DestroyButton } from '../../design/parts/overlay/destroy-button.tsx';
import { CancelButton, Dialog } from '../../design/parts/overlay/dialog.tsx';
import { moveFocus } from '../../design/parts/page/move-focus.ts';
import { RelativeTime } from '../../design/parts/text/relative-time.tsx';
import { serverText } from '../../shared/http/call-failure.ts';
import { everyVisit } from '../../shared/http/endpoint.ts';
import { rowsOf } from '../../shared/http/pages.ts';
import { useSubmission } from '../../shared/state/hooks/use-submission.ts';
import { useApproveMutation, useDeclineMutation, useGetSiteQuery, useGetWaitingInfiniteQuery } from './admin.api.ts';
import classes from './admin.module.css';

const failed = 'The list could not be loaded';

/** Who waits for approval, what they answered, and the way to let them in or not. */
export function Newcomers() {
  const query = useGetWaitingInfiniteQuery(undefined, everyVisit);
  const { data: site } = useGetSiteQuery();
  const heading = useRef<HTMLHeadingElement>(null);
  const rows = rowsOf(query.data?.pages, ({ _id }) => _id);
  return (
    <section className={classes.section} aria-labelledby="newcomers">
      <div>
        <h2 id="newcomers" ref={heading} className={classes.title} tabIndex={-1}>
          Waiting for approval
        </h2>
        <p className={classes.about}>
          Nobody sees these people before they are approved. Whoever waits for {approvalLimits.days} days is declined.
        </p>
      </div>
      {site && site.question !== '' && (
        <p className={classes.question} dir="auto">
          {site.question}
        </p>
      )}
      {query.error !== undefined && !query.isFetchNextPageError && (
        <Failure title={failed} detail={serverText(query.error)} onRetry={() => query.refetch()} />
      )}
      {!rows && query.error === undefined && (
        <Loading label="Loading who waits">
          <Skeleton height={160} />
        </Loading>
      )}
      {rows?.length === 0 && <p className={classes.none}>Nobody waits.</p>}
      {rows && rows.length > 0 && (
        <ul className={classes.newcomers} aria-labelledby="newcomers">
          {rows.map((newcomer) => (
            <Newcomer key={newcomer._id} newcomer={newcomer} heading={heading} />
          ))}
        </ul>
      )}
      <ListFoot query={query} label="Show more people" failed={failed} />
    </section>
  );
}

function Newcomer({
  newcomer: { _id: userId, username, answer, since, isGoogleUser },
  heading,
}: {
  readonly newcomer: WaitingWire;
  readonly heading: RefObject<HTMLHeadingElement | null>;
}) {
  const [approve, { isLoading }] = useApproveMutation();
  const [asking, setAsking] = useState(false);
  const submit = useSubmission();
  const decline = useRef<HTMLButtonElement>(null);
  return (
    <li>
      <div className={classes.entry}>
        <p className="wrap">
          <strong>
            <bdi>{username}</bdi>
          </strong>
          {isGoogleUser && <Chip>Google</Chip>}
          <span className="hint">
            <RelativeTime at={since} />
          </span>
        </p>
        {answer === '' ? (
          <p className="hint">No answer</p>
        ) : (
          <p className={classes.answer} dir="auto">
            {answer}
          </p>
        )}
      </div>
      <div className="wrap">
        <Button
          size="xs"
          loading={isLoading}
          aria-label={`Approve ${username}`}
          onClick={async ({ currentTarget }) => {
            const { error } = await submit({ userId }, approve);
            if (error === undefined) {
              // The row goes.
              moveFocus(currentTarget, heading.current);
              void showToast('success', `${username} is approved.`);
            } else void showToast('error', serverText(error) ?? 'Approving failed.');
          }}
        >
          Approve
        </Button>
        <DestroyButton
          ref={decline}
          variant="default"
          size="xs"
          aria-label={`Decline ${username}`}
          onClick={() => setAsking(true)}
        >
          Decline
        </DestroyButton>
      </div>
      <DeclineDialog
        newcomer={{ userId, username }}
        opened={asking}
        onClose={() => {
          setAsking(false);
          decline.current?.focus();
        }}
        onDone={(button) => {
          setAsking(false);
          moveFocus(button, heading.current);
        }}
      />
    </li>
  );
}

function DeclineDialog({
  newcomer: { userId, username },
  opened,
  onClose,
  onDone,
}: {
  readonly newcomer: { readonly userId: string; readonly username: string };
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onDone: (button: HTMLElement) => void;
}) {
  const [decline, { isLoading }] = useDeclineMutation();
  const submit = useSubmission();
  return (
    <Dialog opened={opened} title={`Decline ${username}?`} pending={isLoading} returnFocus={false} onClose={onClose}>
      <p className={classes.consequence}>
        The account and the answer are erased. The username is free again: they may try once more.
      </p>
      <div className={classes.buttons}>
        <DestroyButton
          loading={isLoading}
          onClick={async ({ currentTarget }) => {
            const { error } = await submit({ userId }, decline);
            if (error === undefined) {
              onDone(currentTarget);
              void showToast('success', `${username} is declined.`);
              // If another operator was faster, the row has gone, and this dialog with it.
            } else void showToast('error', serverText(error) ?? 'Declining failed.');
          }}
        >
          Decline
        </DestroyButton>
        <CancelButton isFocused />
      </div>
    </Dialog>
  );
}
