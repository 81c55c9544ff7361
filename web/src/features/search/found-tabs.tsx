import { type FoundType, foundTypes } from '@parlour/contracts/search/found';
import { NavTabs } from '../../design/parts/page/nav-tabs.tsx';
import { foundNames, foundNumber } from './found-names.ts';
import { useFoundTotals } from './use-found-totals.ts';

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
  const totals = useFoundTotals(q);
  const tabs = foundTypes.map((one) => {
    const total = totals[one];
    return {
      to: addressOf(one),
      label: foundNames[one].tab,
      current: one === type,
      count: total === undefined ? undefined : foundNumber(total),
    };
  });
  return <NavTabs label="Results" tabs={tabs} />;
}
