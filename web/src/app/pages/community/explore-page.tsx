import { useSearchParams } from 'react-router';
import { Explore } from '../../../features/communities/list/explore.tsx';
import { useLeaving } from '../../../shared/navigation/page-router.ts';
import { useSearchBox } from '../../../shared/navigation/use-search-box.ts';
import { usePageTitle } from '../../../design/parts/page/page-title.ts';
import { PageHead } from '../../../design/patterns/page-head.tsx';

/** All communities. The search is in the address, so that Back from a community restores it. */
export function ExplorePage() {
  const [parameters, setParameters] = useSearchParams();
  const isLeaving = useLeaving();
  const box = useSearchBox();
  usePageTitle('Explore');
  return (
    <>
      <PageHead title="Explore" below="All communities, public and private" />
      <Explore
        key={box}
        search={(parameters.get('search') ?? '').trim()}
        onSearch={(next) => {
          // Navigating here would pull back a person who has already chosen a community.
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
