import {
  type FoundMatch,
  type FoundOrder,
  type FoundType,
  foundTypes,
  type FoundWire,
  marks,
} from '@parlour/contracts/search/found';
import { messages } from '@parlour/contracts/messages';
import { Fragment, memo, type ReactNode } from 'react';
import { Link } from 'react-router';
import { Collapsed } from '../../design/parts/post/collapsed.tsx';
import { EmptyState } from '../../design/parts/list/empty-state.tsx';
import { Failure } from '../../design/parts/feedback/failure.tsx';
import { ListFoot } from '../../design/parts/list/list-foot.tsx';
import { ListRow, RowSkeletons } from '../../design/parts/list/list-row.tsx';
import { QuestionRow } from '../../design/parts/list/question-row.tsx';
import { moveFocusToHeading } from '../../design/parts/page/move-focus.ts';
import { PersonLink } from '../../design/parts/person/person-link.tsx';
import { RelativeTime } from '../../design/parts/text/relative-time.tsx';
import { serverText } from '../../shared/http/call-failure.ts';
import { everyVisit } from '../../shared/http/endpoint.ts';
import { rowsOf } from '../../shared/http/pages.ts';
import { foundCount, foundNames } from './found-names.ts';
import { useGetFoundInfiniteQuery } from './search.api.ts';
import { SearchHelp } from './search-help.tsx';
import { hasSeveralParts, hasText, isSearchable } from './search-query.ts';
import classes from './search.module.css';
import { useFoundTotals } from './use-found-totals.ts';

/** What is searched for, and how it is listed. */
export interface FoundChoice {
  readonly q: string;
  readonly type: FoundType;
  readonly order: FoundOrder;
  readonly match?: FoundMatch;
}

/** The address of what the same search finds of another type. */
type AddressOf = (type: FoundType) => string;

/** How many were found, for the heading. */
export function FoundTotal({ choice }: { readonly choice: FoundChoice }) {
  const { currentData } = useGetFoundInfiniteQuery(choice, { skip: !isSearchable(choice.q) });
  const total = currentData?.pages[0]?.total;
  return <span role="status">{total === undefined ? '' : foundCount(total, choice.type)}</span>;
}

/** What was found of one type; loads more on scrolling. */
export function FoundList({ choice, addressOf }: { readonly choice: FoundChoice; readonly addressOf: AddressOf }) {
  const searchable = isSearchable(choice.q);
  const query = useGetFoundInfiniteQuery(choice, { ...everyVisit, skip: !searchable });
  if (!searchable) {
    const isBlank = choice.q === '';
    return (
      <EmptyState drawing="lost" title={isBlank ? 'What are you looking for?' : 'Nothing to search for'}>
        {!isBlank && <p>Add at least one word to search for.</p>}
        <SearchHelp />
      </EmptyState>
    );
  }
  // While others load, the previous ones stay, so that the list doesn't flicker.
  const pages = query.data?.pages;
  const isCurrent = query.currentData !== undefined;
  if (query.error && !isCurrent) {
    return <Failure title={messages.searchFailed} detail={serverText(query.error)} onRetry={() => query.refetch()} />;
  }
  if (!pages) return <RowSkeletons label="Loading results" />;
  const rows = rowsOf(pages, ({ id }) => id);
  if (rows.length === 0) {
    // The previous words found nothing: that says nothing of these.
    if (!isCurrent) return <RowSkeletons label="Loading results" />;
    const nothing = (
      <EmptyState drawing="lost" title={`No ${foundNames[choice.type].many} found`}>
        <p>
          Nothing here matches “<bdi>{choice.q}</bdi>”.{hasSeveralParts(choice.q) && ' Try fewer words.'}
        </p>
        <FoundElsewhere q={choice.q} addressOf={addressOf} />
        <SearchHelp />
      </EmptyState>
    );
    return choice.type === 'questions' && hasText(choice.q) ? (
      <CloseQuestions q={choice.q} otherwise={nothing}>
        <FoundElsewhere q={choice.q} addressOf={addressOf} />
      </CloseQuestions>
    ) : (
      nothing
    );
  }
  return (
    <>
      <FoundRows rows={rows} label={foundNames[choice.type].tab} busy={!isCurrent} />
      {isCurrent && <ListFoot query={query} label="Show more results" failed={messages.searchFailed} />}
    </>
  );
}

/** The questions that come closest to a search that found none; without any, `otherwise`. */
export function CloseQuestions({
  q,
  otherwise,
  children,
}: {
  readonly q: string;
  readonly otherwise: ReactNode;
  /** Where else something was found. */
  readonly children?: ReactNode;
}) {
  const query = useGetFoundInfiniteQuery({ q, type: 'questions', order: 'best', match: 'close' });
  // Without them, too, it holds that there is no exact match.
  if (query.isError) return otherwise;
  const pages = query.currentData?.pages;
  if (!pages) return <RowSkeletons label="Loading results" />;
  const rows = rowsOf(pages, ({ id }) => id);
  if (rows.length === 0) return otherwise;
  return (
    <>
      <p className={classes.close} role="status">
        No exact match; close ones:
      </p>
      {children}
      <FoundRows rows={rows} label="Close matches" />
      <ListFoot query={query} label="Show more results" failed={messages.searchFailed} />
    </>
  );
}

function FoundRows({
  rows,
  label,
  busy = false,
}: {
  readonly rows: readonly FoundWire[];
  readonly label: string;
  readonly busy?: boolean;
}) {
  return (
    <ol className={classes.list} aria-label={label} aria-busy={busy}>
      {rows.map((found) => (
        <li key={found.id}>
          <FoundRow found={found} />
        </li>
      ))}
    </ol>
  );
}

/** Links to the tabs that have results: some may be beyond the edge of the screen. */
function FoundElsewhere({ q, addressOf }: { readonly q: string; readonly addressOf: AddressOf }) {
  const totals = useFoundTotals(q);
  const links = foundTypes.flatMap((type) => {
    const total = totals[type] ?? 0;
    return total === 0 ? [] : [{ type, text: foundCount(total, type) }];
  });
  if (links.length === 0) return null;
  return (
    <p>
      Found elsewhere:{' '}
      {links.map(({ type, text }, place) => (
        <Fragment key={type}>
          {place > 0 && ', '}
          <Link
            to={addressOf(type)}
            replace
            preventScrollReset
            className={classes.elsewhere}
            onClick={({ currentTarget }) => moveFocusToHeading(currentTarget)}
          >
            {text}
          </Link>
        </Fragment>
      ))}
    </p>
  );
}

const FoundRow = memo(function FoundRow({ found }: { readonly found: FoundWire }) {
  const { type, title, url, at, by, question } = found;
  const excerpt = found.excerpt === '' ? undefined : <Marked text={found.excerpt} />;
  if (question) return <QuestionRow question={question} excerpt={excerpt} />;
  return (
    <Collapsed by={type === 'communities' ? '' : (by ?? '')} isMessage={type === 'messages'} isRow>
      <ListRow to={url} title={title} excerpt={excerpt}>
        {by !== null && <PersonLink username={by} avatar="s" />}
        {at !== null && <RelativeTime at={at} />}
      </ListRow>
    </Collapsed>
  );
});

/** An excerpt whose words found are marked. */
function Marked({ text }: { readonly text: string }) {
  const [first = '', ...parts] = text.split(marks.begin);
  return (
    <>
      {first}
      {parts.map((part, index) => {
        const [word = '', rest = ''] = part.split(marks.end);
        return (
          // The parts of a text don't move.
          <Fragment key={index}>
            <mark className={classes.found}>{word}</mark>
            {rest}
          </Fragment>
        );
      })}
    </>
  );
}
