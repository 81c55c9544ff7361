import { foundOrders, foundTypes, type FoundType } from '@parlour/contracts/search/found';
import { useSearchParams } from 'react-router';
import { usePageTitle } from '../../../design/parts/page/page-title.ts';
import { PageHead } from '../../../design/patterns/page-head.tsx';
import { FoundFilter } from '../../../features/search/found-filter.tsx';
import { type FoundChoice, FoundList, FoundTotal } from '../../../features/search/found-list.tsx';
import { FoundTabs } from '../../../features/search/found-tabs.tsx';
import { SearchChips } from '../../../features/search/search-chips.tsx';
import { useLeaving } from '../../../shared/navigation/page-router.ts';
import classes from '../page.module.css';

/** One search over everything. What is searched for, and how it is listed, is in the address. */
export function SearchPage() {
  const [parameters, setParameters] = useSearchParams();
  const isLeaving = useLeaving();
  const choice: FoundChoice = {
    q: (parameters.get('q') ?? '').trim(),
    type: foundTypes.find((type) => type === parameters.get('type')) ?? 'questions',
    order: foundOrders.find((order) => order === parameters.get('order')) ?? 'best',
  };
  usePageTitle(choice.q === '' ? 'Search' : `Search: ${choice.q}`);
  const addressWith = (other: Partial<FoundChoice>): string =>
    `/search?${parametersOf({ ...choice, ...other }).toString()}`;
  const addressOf = (type: FoundType): string => addressWith({ type });
  return (
    <div className={classes.column}>
      <PageHead title="Search" below={<FoundTotal choice={choice} />} />
      <FoundFilter
        choice={choice}
        onChoose={(next) => {
          // Navigating here would pull back a person who has already chosen a result.
          if (isLeaving()) return;
          setParameters(parametersOf(next), { replace: true, preventScrollReset: true });
        }}
      />
      <FoundTabs q={choice.q} type={choice.type} addressOf={addressOf} />
      <SearchChips q={choice.q} type={choice.type} addressOf={(q) => addressWith({ q })} />
      <FoundList key={choice.type} choice={choice} addressOf={addressOf} />
    </div>
  );
}

function parametersOf({ q, type, order }: FoundChoice): URLSearchParams {
  return new URLSearchParams({
    ...(q !== '' && { q }),
    ...(type !== 'questions' && { type }),
    ...(order !== 'best' && { order }),
  });
}
