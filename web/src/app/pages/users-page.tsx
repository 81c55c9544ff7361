import { useLocation, useSearchParams } from 'react-router';
import { PeopleList, PeopleSearch, PeopleTotal } from '../../features/people/people-list.tsx';
import { useLeaving } from '../../shared/navigation/page-router.ts';
import { usePageTitle } from '../../shared/parts/page-title.ts';
import classes from './page.module.css';

/** Keeps one search box mounted: typing changes the address but must not replace the box. */
function boxOf(state: unknown): unknown {
  return typeof state === 'object' && state !== null && 'box' in state ? state.box : undefined;
}

/** All people, by name. The search is in the address, so that Back from a profile restores it. */
export function UsersPage() {
  const [parameters, setParameters] = useSearchParams();
  const location = useLocation();
  const isLeaving = useLeaving();
  const search = (parameters.get('name') ?? '').trim();
  const kept = boxOf(location.state);
  const box = typeof kept === 'string' ? kept : location.key;
  usePageTitle('Users');
  return (
    <>
      <div className={classes.head}>
        <div className={classes.words}>
          <h1 className={classes.title} tabIndex={-1}>
            Users
          </h1>
          <p className={classes.below}>
            <PeopleTotal search={search} />
          </p>
        </div>
        <div className={classes.searchPlace}>
          <PeopleSearch
            key={box}
            search={search}
            onSearch={(next) => {
              // Navigating here would pull back a person who has already chosen someone.
              if (isLeaving()) return;
              setParameters(next === '' ? {} : { name: next }, {
                replace: true,
                preventScrollReset: true,
                state: { box },
              });
            }}
          />
        </div>
      </div>
      <PeopleList search={search} />
    </>
  );
}
