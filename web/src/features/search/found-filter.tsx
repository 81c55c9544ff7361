import { ListFilter } from '../../design/parts/list/list-filter.tsx';
import type { FoundChoice } from './found-list.tsx';

const orders = [
  { value: 'best', label: 'Best match' },
  { value: 'newest', label: 'Newest' },
] as const;

/** What to search for, and in which order to list it. */
export function FoundFilter({
  choice,
  onChoose,
}: {
  readonly choice: FoundChoice;
  readonly onChoose: (choice: FoundChoice) => void;
}) {
  return (
    <ListFilter
      label="Search everything"
      placeholder="Words, a name, a tag …"
      search={choice.q}
      orders={orders}
      order={choice.order}
      onSearch={(q) => onChoose({ ...choice, q })}
      onOrder={(order) => onChoose({ ...choice, order })}
    />
  );
}
