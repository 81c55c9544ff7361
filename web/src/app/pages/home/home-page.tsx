import { Button } from '@mantine/core';
import { Suspense, useMemo } from 'react';
import { Link, useSearchParams } from 'react-router';
import { CommunityMark } from '../../../features/communities/community/community-mark.tsx';
import { QuestionList, QuestionTotal } from '../../../features/questions/list/question-list.tsx';
import { homeList } from '../../../features/questions/question-calls.ts';
import { useGetQuestionsInfiniteQuery } from '../../../features/questions/questions.api.ts';
import { QuestionOrders } from '../../../features/questions/list/question-orders.tsx';
import { TagDescription } from '../../../features/tags/tag-description.tsx';
import { lazyExtra } from '../../../design/parts/feedback/lazy-extra.ts';
import { lazyPart } from '../../../design/parts/feedback/lazy-part.tsx';
import { usePageTitle } from '../../../design/parts/page/page-title.ts';
import { PageHead } from '../../../design/patterns/page-head.tsx';
import { RailLayout } from '../../../design/patterns/rail-layout.tsx';
import { useIdle } from '../../../shared/state/hooks/use-idle.ts';
import { useViewer } from '../../../shared/state/hooks/use-viewer.ts';
import { useWide } from '../../../shared/state/hooks/use-media.ts';
import { Welcome } from './welcome.tsx';
import classes from '../page.module.css';

// With its own calls, so it waits until the list is there.
const HomeRail = lazyExtra(async () => (await import('./home-rail.tsx')).HomeRail);

// Only where a search finds nothing. Until it is known what comes close, nothing is said.
const NothingFound = lazyPart(async () => (await import('./nothing-found.tsx')).NothingFound);

// A stable function, so that rows re-render only when they change.
const communityMark = (communityId: string) => <CommunityMark communityId={communityId} />;

/** All questions, search results, or the questions with a tag. */
export function HomePage() {
  const [parameters, setParameters] = useSearchParams();
  const username = useViewer();
  const list = useMemo(() => homeList(parameters, username), [parameters, username]);
  const { isThere } = useGetQuestionsInfiniteQuery(list, {
    selectFromResult: ({ currentData, isError }) => ({ isThere: currentData !== undefined || isError }),
  });
  const hasRail = [useWide(), useIdle(isThere), username !== ''].every(Boolean);
  const { order, tag = '', search: words = '' } = list;
  const title = tag !== '' ? tag : words !== '' ? 'Search Results' : 'All Questions';
  usePageTitle(title);
  const rail = (
    <Suspense>
      <HomeRail withUnanswered={order !== 'unanswered'} />
    </Suspense>
  );
  return (
    <RailLayout label="More to see" rail={hasRail ? rail : undefined}>
      {tag === '' && words === '' && <Welcome />}
      <PageHead
        title={title}
        below={
          <>
            <QuestionTotal list={list} />
            {tag === '' && words !== '' && (
              <>
                {' '}
                for “<bdi>{words}</bdi>”. <Link to={`/search?q=${encodeURIComponent(words)}`}>Search everything</Link>
              </>
            )}
          </>
        }
      >
        <Button component={Link} to="/new/question">
          Ask a Question
        </Button>
      </PageHead>
      {tag !== '' && <TagDescription key={tag} name={tag} />}
      <div className={classes.orders}>
        <QuestionOrders
          order={order}
          onChange={(next) => {
            setParameters(
              (before) => {
                const after = new URLSearchParams(before);
                if (next === 'newest') after.delete('order');
                else after.set('order', next);
                return after;
              },
              { preventScrollReset: true },
            );
          }}
        />
      </div>
      <QuestionList
        key={JSON.stringify(list)}
        list={list}
        community={communityMark}
        ifNone={(none) => (words === '' ? none : <NothingFound q={words} none={none} />)}
      />
    </RailLayout>
  );
}
