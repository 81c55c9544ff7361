import { Button } from '@mantine/core';
import { deletedUserName } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import type { ReportAction, ReportedThing, ReportWire } from '@parlour/contracts/communities/reports';
import { Fragment, useLayoutEffect, useRef } from 'react';
import { Link } from 'react-router';
import { Chip } from '../../design/parts/form/chip.tsx';
import { headingAround, moveFocus } from '../../design/parts/page/move-focus.ts';
import { PersonLink } from '../../design/parts/person/person-link.tsx';
import { RelativeTime } from '../../design/parts/text/relative-time.tsx';
import { reasonNames, thingNames } from '../../design/parts/report/report-words.ts';
import { count } from '../../shared/text/count.ts';
import { ReportedFiles, ReportText } from './reported-files.tsx';
import { outcomes, resolutions } from './resolutions.ts';
import classes from './reports.module.css';

/** The reports of one thing: what it is, who reported it, earlier ones, and what can be done. */
export function ReportRow({
  report,
  isGone,
  pending,
  inCommunity,
  onAct,
}: {
  readonly report: ReportWire;
  /** Whether it has left the list: nothing more can be done about it, but it keeps its place. */
  readonly isGone: boolean;
  /** What is being done about it. */
  readonly pending: ReportAction | undefined;
  /** Whether the list is of one community, which needs no naming. */
  readonly inCommunity: boolean;
  readonly onAct: (action: ReportAction, button: HTMLElement) => void;
}) {
  const { _id, type, person, community, thing, reports, reportCount, actions, resolved } = report;
  const heading = `report-${_id}`;
  const more = reportCount - reports.length;
  return (
    <article className={classes.report} aria-labelledby={heading} data-gone={isGone}>
      <h3 id={heading} className={classes.heading}>
        <Chip>{capitalised(thingNames[type])}</Chip>
        <span>
          {type === 'person' ? '' : type === 'community' ? 'owned by ' : 'by '}
          <PersonLink username={person} />
        </span>
        {!inCommunity && community && (
          <span>
            in{' '}
            <Link to={`/community/${community._id}`}>
              <bdi>{community.name}</bdi>
            </Link>
          </span>
        )}
        {thing && (
          <span className={classes.when}>
            {type === 'person' && 'joined '}
            <RelativeTime at={thing.at} />
          </span>
        )}
      </h3>
      <Thing report={report} />
      <ul aria-label="Reported by">
        {reports.map(({ by, reason, text, at }) => (
          <li key={`${by} ${at}`}>
            <PersonLink username={by} />: <strong>{reasonNames[reason]}</strong>{' '}
            <span className={classes.when}>
              <RelativeTime at={at} />
            </span>
            {text !== '' && <ReportText text={text} />}
          </li>
        ))}
        {more > 0 && <li>and {count(more, 'other')}</li>}
      </ul>
      <Earlier report={report} />
      {resolved && (
        <p>
          <PersonLink username={resolved.by} /> {outcomes[resolved.action]}
          {resolved.text !== null && (
            <>
              : <bdi>{resolved.text}</bdi>
            </>
          )}{' '}
          <span className={classes.when}>
            <RelativeTime at={resolved.at} />
          </span>
        </p>
      )}
      {isGone ? (
        <p className={classes.gone}>Resolved</p>
      ) : (
        actions.length > 0 && <Actions actions={actions} pending={pending} about={heading} onAct={onAct} />
      )}
    </article>
  );
}

function Actions({
  actions,
  pending,
  about,
  onAct,
}: {
  readonly actions: readonly ReportAction[];
  readonly pending: ReportAction | undefined;
  /** The id of the row's heading. */
  readonly about: string;
  readonly onAct: (action: ReportAction, button: HTMLElement) => void;
}) {
  const group = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current } = group;
    // Once somebody else has resolved the report, they are gone with the focus.
    return () => {
      const { activeElement } = document;
      if (activeElement instanceof HTMLElement && current?.contains(activeElement) === true)
        moveFocus(activeElement, headingAround(activeElement));
    };
  }, []);
  return (
    <div ref={group} className={classes.buttons} role="group" aria-label="Actions">
      {actions.map((action) => {
        const { label, question, isGrave } = resolutions[action];
        return (
          <Button
            key={action}
            variant="default"
            size="sm"
            className={isGrave ? (classes.grave ?? '') : ''}
            loading={pending === action}
            disabled={pending !== undefined && pending !== action}
            aria-describedby={about}
            onClick={({ currentTarget }) => onAct(action, currentTarget)}
          >
            {question ? `${label}…` : label}
          </Button>
        );
      })}
    </div>
  );
}

/** Who deleted a thing. Operators and moderators remove what others wrote. */
const deletions: Record<NonNullable<ReportedThing['deleted']>, string> = {
  author: 'Deleted by its author.',
  moderator: 'Removed by a moderator.',
  operator: 'Removed by an operator.',
};

/** What is said of a thing besides itself; undefined for what everybody finds in its place. */
function remarkOn({ type, person, thing }: ReportWire): string | undefined {
  if (!thing) {
    const isGone = type === 'person' && person === deletedUserName;
    return isGone ? 'This account has been deleted.' : 'This can’t be shown right now. Reload the page to try again.';
  }
  if (thing.deleted !== null) return deletions[thing.deleted];
  return thing.url === null ? 'You can see it only because it was reported.' : undefined;
}

function Thing({ report }: { readonly report: ReportWire }) {
  const remark = remarkOn(report);
  const { thing } = report;
  if (!thing) return <p className={classes.gone}>{remark}</p>;
  const { title, excerpt, files, url, before, reportedTexts } = thing;
  return (
    <div className={classes.thing}>
      {/* The heading says who is reported. */}
      {report.type !== 'person' && title !== '' && (
        <p className={classes.title} dir="auto">
          {url === null ? title : <Link to={url}>{title}</Link>}
        </p>
      )}
      {before && (
        <p className={classes.before}>
          <PersonLink username={before.by} />: <bdi>{before.excerpt}</bdi>
        </p>
      )}
      {excerpt !== '' && (
        <blockquote className={classes.excerpt} dir="auto">
          {excerpt}
        </blockquote>
      )}
      <ReportedFiles ids={files} />
      {remark !== undefined && <p className={classes.gone}>{remark}</p>}
      {reportedTexts.length > 0 && (
        <p className={classes.gone}>
          {thing.deleted === null && 'It has been edited since it was reported. '}
          This was reported:
        </p>
      )}
      {reportedTexts.map((text, place) => (
        // They are in the order of their versions, of which none goes.
        <Fragment key={place}>
          <blockquote className={classes.excerpt} dir="auto">
            {text.title !== '' && <p className={classes.title}>{text.title}</p>}
            {text.excerpt}
          </blockquote>
          <ReportedFiles ids={text.files} />
        </Fragment>
      ))}
    </div>
  );
}

function Earlier({ report: { person, earlier, earlierCount } }: { readonly report: ReportWire }) {
  if (earlierCount === 0) return null;
  return (
    <details className={classes.earlier}>
      <summary>
        {count(earlierCount, 'earlier report')} of <bdi>{person}</bdi>
      </summary>
      <ul>
        {earlier.map(({ _id, type, reason, at, action }) => (
          <li key={_id}>
            {capitalised(messages.reportedThings[type])}, {reasonNames[reason].toLowerCase()}:{' '}
            {action === null ? 'open' : results[action]}{' '}
            <span className={classes.when}>
              <RelativeTime at={at} />
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}

const capitalised = (words: string) => `${words.charAt(0).toUpperCase()}${words.slice(1)}`;

const results: Record<ReportAction, string> = {
  dismiss: 'dismissed',
  warn: 'warned',
  remove: 'removed',
  ban: 'banned',
  suspend: 'suspended',
};
