import { type FoundType, foundTypes } from '@parlour/contracts/found';
import { skipToken } from '@reduxjs/toolkit/query';
import { NavTabs } from '../../design/parts/nav-tabs.tsx';
import { foundNames, foundNumber } from './found-names.ts';
import { useGetFoundTotalQuery } from './search.api.ts';

function useTotal(q: string, type: FoundType): string | undefined {
  const { currentData } = useGetFoundTotalQuery(q === '' ? skipToken : { q, type });
  return currentData === undefined ? undefined : foundNumber(currentData);
}

/** What was found, a tab for each type with its number. */
export function FoundTabs({
  q,
  type,
  addressOf,
}: {
  readonly q: string;
  readonly type: FoundType;
  readonly addressOf: (type: FoundType) => string;
}) {
  const totals: Record<FoundType, string | undefined> = {
    questions: useTotal(q, 'questions'),
    answers: useTotal(q, 'answers'),
    comments: useTotal(q, 'comments'),
    people: useTotal(q, 'people'),
    tags: useTotal(q, 'tags'),
    communities: useTotal(q, 'communities'),
    messages: useTotal(q, 'messages'),
  };
  const tabs = foundTypes.map((one) => ({
    to: addressOf(one),
    label: foundNames[one].tab,
    current: one === type,
    count: totals[one],
  }));
  return <NavTabs label="Results" tabs={tabs} />;
}
