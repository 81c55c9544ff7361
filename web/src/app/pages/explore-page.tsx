import { useLocation, useSearchParams } from 'react-router';
import { Explore } from '../../features/communities/explore.tsx';
import { useLeaving } from '../../shared/navigation/page-router.ts';
import { usePageTitle } from '../../shared/parts/page-title.ts';
import classes from './page.module.css';

/** Which search box is on the page: what is typed goes to the address without making another box of it. */
function boxOf(state: unknown): unknown {
  return typeof state === 'object' && state !== null && 'box' in state ? state.box : undefined;
}

/** All communities. What is searched for stands in the address, so that one comes back to it from a community. */
export function ExplorePage() {
  const [parameters, setParameters] = useSearchParams();
  const location = useLocation();
  const isLeaving = useLeaving();
  const kept = boxOf(location.state);
  const box = typeof kept === 'string' ? kept : location.key;
  usePageTitle('Explore');
  return (
    <>
      <div className={classes.head}>
        <h1 className={classes.title} tabIndex={-1}>
          Explore
        </h1>
      </div>
      <Explore
        key={box}
        search={(parameters.get('search') ?? '').trim()}
        onSearch={(next) => {
          // Whoever has already chosen a community would be held back here.
          if (isLeaving()) return;
          setParameters(next === '' ? {} : { search: next }, {
            replace: true,
            preventScrollReset: true,
            state: { box },
          });
        }}
      />
    </>
  );
}
