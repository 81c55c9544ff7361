import { useSearchParams } from 'react-router';
import { usePageTitle } from '../../../design/parts/page/page-title.ts';
import { PageHead } from '../../../design/patterns/page-head.tsx';
import { TagFilter } from '../../../features/tags/tag-filter.tsx';
import { TagList, TagTotal } from '../../../features/tags/tag-list.tsx';
import { useLeaving } from '../../../shared/navigation/page-router.ts';

/** All tags, each linking to its questions. The filter is in the address: Back restores it. */
export function TagsPage() {
  usePageTitle('Tags');
  const [parameters, setParameters] = useSearchParams();
  const isLeaving = useLeaving();
  const choice = {
    search: (parameters.get('name') ?? '').trim(),
    order: parameters.get('order') === 'name' ? 'name' : 'questions',
  } as const;
  return (
    <>
      <PageHead title="Tags" below={<TagTotal choice={choice} />} />
      <TagFilter
        choice={choice}
        onChoose={({ search, order }) => {
          // Navigating here would pull back a person who has already chosen a tag.
          if (isLeaving()) return;
          const next = { ...(search !== '' && { name: search }), ...(order === 'name' && { order }) };
          setParameters(next, { replace: true, preventScrollReset: true });
        }}
      />
      <TagList choice={choice} />
    </>
  );
}
