import { useSearchParams } from 'react-router';
import { type UserOrder, userOrders } from '@parlour/contracts/identity/identity';
import { PeopleList, PeopleOrder, PeopleTotal } from '../../../features/people/people-list.tsx';
import { useLeaving } from '../../../shared/navigation/page-router.ts';
import { useSearchBox } from '../../../shared/navigation/use-search-box.ts';
import { usePageTitle } from '../../../design/parts/page/page-title.ts';
import { UsernameSearch } from '../../../design/parts/form/username-search.tsx';
import { PageHead } from '../../../design/patterns/page-head.tsx';
import classes from '../page.module.css';

/** All people. The search and the order are in the address: Back from a profile restores them. */
export function UsersPage() {
  const [parameters, setParameters] = useSearchParams();
  const isLeaving = useLeaving();
  const search = (parameters.get('name') ?? '').trim();
  const order = userOrders.find((known) => known === parameters.get('order')) ?? 'name';
  const box = useSearchBox();
  usePageTitle('Users');
  const choose = (name: string, by: UserOrder) =>
    setParameters(
      { ...(name !== '' && { name }), ...(by !== 'name' && { order: by }) },
      { replace: true, preventScrollReset: true, state: { box } },
    );
  return (
    <>
      <PageHead title="Users" below={<PeopleTotal search={search} order={order} />}>
        <div className={classes.searchPlace}>
          <UsernameSearch
            key={box}
            initial={search}
            size="md"
            onSearch={(next) => {
              // Navigating here would pull back a person who has already chosen someone.
              if (isLeaving()) return;
              choose(next, order);
            }}
          />
        </div>
      </PageHead>
      <PeopleOrder order={order} onChoose={(next) => choose(search, next)} />
      <PeopleList search={search} order={order} />
    </>
  );
}
