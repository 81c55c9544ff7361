import { Skeleton } from '@mantine/core';
import type { ReportAction, ReportState, ReportWire } from '@parlour/contracts/communities/reports';
import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { EmptyState } from '../../design/parts/list/empty-state.tsx';
import { Failure } from '../../design/parts/feedback/failure.tsx';
import { FilterLinks } from '../../design/parts/list/filter-links.tsx';
import { IconFlag } from '../../design/parts/look/icons.tsx';
import { ListFoot } from '../../design/parts/list/list-foot.tsx';
import { Loading } from '../../design/parts/feedback/loading.tsx';
import { moveFocus } from '../../design/parts/page/move-focus.ts';
import { showToast } from '../../design/parts/feedback/toasts.ts';
import { Section } from '../../design/patterns/section.tsx';
import { serverText } from '../../shared/http/call-failure.ts';
import { everyVisit } from '../../shared/http/endpoint.ts';
import { newSubmissionKey } from '../../shared/http/submission-key.ts';
import { rowsOf } from '../../shared/http/pages.ts';
import { useHeldRows } from '../../shared/state/hooks/use-held-rows.ts';
import { useHoverPause } from '../../shared/state/hooks/use-hover-pause.ts';
import { count } from '../../shared/text/count.ts';
import { ReportRow } from './report-row.tsx';
import { useGetReportsInfiniteQuery, useResolveReportMutation } from './reports.api.ts';
import classes from './reports.module.css';
import { resolutions } from './resolutions.ts';
import { ResolveDialog } from './resolve-dialog.tsx';

const states: readonly (readonly [state: ReportState, label: string])[] = [
  ['open', 'Open'],
  ['resolved', 'Resolved'],
];

const failed = 'The reports could not be loaded';

/** Reports and what can be done about them: of one community, or all that the viewer gets. */
export function ReportQueue({ communityId }: { readonly communityId?: string }) {
  const [parameters] = useSearchParams();
  const state: ReportState = parameters.get('state') === 'resolved' ? 'resolved' : 'open';
  const list = { state, ...(communityId !== undefined && { communityId }) };
  const query = useGetReportsInfiniteQuery(list, everyVisit);
  const reports = rowsOf(query.currentData?.pages, ({ _id }) => _id);
  const pause = useHoverPause();
  // Dismissing asks nothing and can't be undone: no other report may come under the pointer.
  const shown = useHeldRows(reports ?? [], {
    held: pause.now,
    of: `${state} ${communityId ?? ''}`,
    idOf: ({ _id }) => _id,
  });
  const here = new Set(reports?.map(({ _id }) => _id));
  const title = useRef<HTMLHeadingElement>(null);
  const { asked, pending, want, send, close } = useResolving(title);
  return (
    <Section title="Reports" about="Reports from members. Reports about you are hidden." heading={title}>
      <FilterLinks
        links={states.map(([each, label]) => ({
          to: `?${addressOf(parameters, each)}`,
          title: label,
          isCurrent: each === state,
        }))}
      />
      <p role="status" className="visually-hidden">
        {reports && `${count(reports.length, `${state} report`)}${query.hasNextPage ? ', and more' : ''}`}
      </p>
      {query.error !== undefined && !query.isFetchNextPageError && (
        <Failure title={failed} detail={serverText(query.error)} onRetry={() => query.refetch()} />
      )}
      {!reports && query.error === undefined && (
        <Loading label="Loading the reports">
          <Skeleton height={180} />
        </Loading>
      )}
      {reports && shown.length === 0 && (
        <EmptyState
          icon={<IconFlag size={32} stroke={1.5} />}
          title={state === 'open' ? 'No open reports' : 'No resolved reports yet'}
        />
      )}
      {shown.length > 0 && (
        <ol
          {...pause.handlers}
          className={classes.reports}
          aria-label={state === 'open' ? 'Open reports' : 'Resolved reports'}
        >
          {shown.map((report) => (
            <li key={report._id}>
              <ReportRow
                report={report}
                isGone={!here.has(report._id)}
                pending={pending.get(report._id)}
                inCommunity={communityId !== undefined}
                onAct={(action, button) => want({ report, action, button })}
              />
            </li>
          ))}
        </ol>
      )}
      <ListFoot query={query} label="Show more" failed={failed} automatic={false} />
      {asked && <ResolveDialog report={asked.report} action={asked.action} onSend={send} onClose={close} />}
    </Section>
  );
}

/** The same address with another state. */
function addressOf(parameters: URLSearchParams, state: ReportState): string {
  const next = new URLSearchParams(parameters);
  if (state === 'open') next.delete('state');
  else next.set('state', state);
  return next.toString();
}

interface Wanted {
  readonly report: ReportWire;
  readonly action: ReportAction;
  /** The button that it began with. */
  readonly button: HTMLElement;
}

/** Does what is wanted about a report, most of it after asking. */
function useResolving(title: { readonly current: HTMLElement | null }) {
  const [resolve] = useResolveReportMutation();
  const [asked, setAsked] = useState<Wanted>();
  const [pending, setPending] = useState<ReadonlyMap<string, ReportAction>>(new Map());

  async function act({ report, action }: Wanted, text: string, submissionKey: string): Promise<unknown> {
    const { error } = await resolve({ reportId: report._id, action, text, submissionKey });
    if (error === undefined) void showToast('success', resolutions[action].done(report));
    return error;
  }

  async function actAtOnce(wanted: Wanted): Promise<void> {
    const { _id } = wanted.report;
    setPending((others) => new Map(others).set(_id, wanted.action));
    const error = await act(wanted, '', newSubmissionKey());
    setPending((others) => new Map([...others].filter(([id]) => id !== _id)));
    if (error === undefined) moveFocus(wanted.button, title.current);
    else void showToast('error', serverText(error) ?? 'The report could not be resolved. Please try again.');
  }

  return {
    asked,
    /** What is being done about which reports. */
    pending,
    want: (wanted: Wanted) => {
      if (resolutions[wanted.action].question) setAsked(wanted);
      else void actAtOnce(wanted);
    },
    send: async (text: string, submissionKey: string) => {
      if (!asked) return undefined;
      const error = await act(asked, text, submissionKey);
      if (error !== undefined) return error;
      setAsked(undefined);
      title.current?.focus();
      return undefined;
    },
    close: () => {
      setAsked(undefined);
      // Somebody else may have resolved it: then its row is gone.
      if (asked?.button.isConnected === true) asked.button.focus();
      else title.current?.focus();
    },
  };
}
