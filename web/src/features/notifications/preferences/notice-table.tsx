import { Skeleton } from '@mantine/core';
import type { NoticeChannel, NoticeLevels, NoticesWire } from '@parlour/contracts/notifications/notices';
import type { NoticeKind } from '@parlour/contracts/notifications/notifications';
import type { ReactNode } from 'react';
import { Failure } from '../../../design/parts/feedback/failure.tsx';
import { Loading } from '../../../design/parts/feedback/loading.tsx';
import { Switch } from '../../../design/parts/form/switch.tsx';
import { serverText } from '../../../shared/http/call-failure.ts';
import { everyVisit } from '../../../shared/http/endpoint.ts';
import { useOptimisticValue } from '../../../shared/state/hooks/use-optimistic-value.ts';
import { noticeLabels } from '../../../shared/text/notice-labels.ts';
import { useChangeNoticesMutation, useGetNoticesQuery } from './notices.api.ts';
import { NoticeTimes } from './notice-times.tsx';
import classes from './notice-table.module.css';

const kinds = Object.keys(noticeLabels) as NoticeKind[]; // its own keys

const channelLabels: Readonly<Record<NoticeChannel, string>> = { push: 'Push', mail: 'Mail' };

interface Shown {
  /** How notices can leave the page on this site. */
  readonly channels: readonly NoticeChannel[];
  /** What stands above the table, such as what mail needs. */
  readonly children?: ReactNode;
}

/** What the viewer is notified of: on the page, by push, by mail, and when not. */
export function NoticeTable({ channels, children }: Shown) {
  // Another tab may have changed it, so each opening refetches.
  const query = useGetNoticesQuery(undefined, everyVisit);
  if (query.data) {
    return (
      <Table stored={query.data} channels={channels}>
        {children}
      </Table>
    );
  }
  if (query.error) {
    return (
      <Failure
        title="Preferences could not be loaded"
        detail={serverText(query.error)}
        onRetry={() => query.refetch()}
      />
    );
  }
  return (
    <Loading label="Loading preferences">
      {kinds.map((kind) => (
        <Skeleton key={kind} height={22} mt={14} width="55%" />
      ))}
    </Loading>
  );
}

function Table({ stored, channels, children }: Shown & { readonly stored: NoticesWire }) {
  // The page shows messages and turns anyway.
  const rows = kinds.filter((kind) => channels.length > 0 || !isAlwaysShown(kind));
  return (
    <>
      {children}
      <fieldset>
        <legend className="hint">Notify me of</legend>
        <table className={classes.table}>
          {channels.length > 0 && (
            <thead>
              <tr>
                <td />
                <th scope="col">Page</th>
                {channels.map((channel) => (
                  <th key={channel} scope="col">
                    {channelLabels[channel]}
                  </th>
                ))}
              </tr>
            </thead>
          )}
          <tbody>
            {rows.map((kind) => (
              <Row key={kind} kind={kind} stored={stored.kinds[kind]} channels={channels} />
            ))}
          </tbody>
        </table>
      </fieldset>
      <p className={classes.note}>Changes are saved at once. Notifications you already have stay.</p>
      {channels.length > 0 && <NoticeTimes quiet={stored.quiet} until={stored.until} />}
    </>
  );
}

function isAlwaysShown(kind: NoticeKind): boolean {
  return kind === 'message' || kind === 'turn';
}

/** The levels as one text, so that equal ones are equal. */
function textOf({ page, push, mail }: NoticeLevels): string {
  return [page && 'page', push && 'push', mail && 'mail'].filter(Boolean).join(' ');
}

function levelsIn(text: string): NoticeLevels {
  const words = text.split(' ');
  return { page: words.includes('page'), push: words.includes('push'), mail: words.includes('mail') };
}

interface RowProps extends Pick<Shown, 'channels'> {
  readonly kind: NoticeKind;
  readonly stored: NoticeLevels;
}

function Row({ kind, stored, channels }: RowProps) {
  const label = noticeLabels[kind];
  const [change] = useChangeNoticesMutation();
  const { value, want, failed } = useOptimisticValue(textOf(stored), async ({ to, key }) => {
    const { data, error } = await change({ kinds: { [kind]: levelsIn(to) }, submissionKey: key });
    return data ? { status: 'settled', value: textOf(data.kinds[kind]) } : { status: 'failed', error };
  });
  const levels = levelsIn(value);
  const isShown = isAlwaysShown(kind);
  return (
    <>
      <tr>
        <th scope="row">{label}</th>
        <td>
          {isShown ? (
            <span className={classes.always}>Always</span>
          ) : (
            <Switch
              aria-label={label}
              checked={levels.page}
              onChange={({ currentTarget: { checked } }) => {
                // What is off on the page is not sent either.
                want(textOf(checked ? { ...levels, page: true } : { page: false, push: false, mail: false }));
              }}
            />
          )}
        </td>
        {channels.map((channel) => (
          <td key={channel}>
            <Switch
              aria-label={`${label}: ${channelLabels[channel].toLowerCase()}`}
              checked={levels[channel]}
              onChange={({ currentTarget: { checked } }) => {
                want(textOf({ ...levels, page: checked || levels.page, [channel]: checked }));
              }}
            />
          </td>
        ))}
      </tr>
      {failed && (
        <tr>
          <td colSpan={2 + channels.length}>
            <Failure title="Preferences could not be saved" detail={serverText(failed.error)} />
          </td>
        </tr>
      )}
    </>
  );
}
