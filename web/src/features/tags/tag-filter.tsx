import { limits } from '@parlour/contracts/limits';
import { ListFilter } from '../../design/parts/list/list-filter.tsx';
import type { TagChoice } from './tag-list.tsx';

const orders = [
  { value: 'questions', label: 'Most questions' },
  { value: 'name', label: 'Name' },
] as const;

/** Filters the tags by a part of the name, and orders them. */
export function TagFilter({
  choice: { search, order },
  onChoose,
}: {
  readonly choice: TagChoice;
  readonly onChoose: (choice: TagChoice) => void;
}) {
  return (
    <ListFilter
      label="Filter tags"
      placeholder="Filter by name"
      search={search}
      maxLength={limits.tagLength}
      orders={orders}
      order={order ?? 'questions'}
      onSearch={(next) => onChoose({ search: next, order })}
      onOrder={(next) => onChoose({ search, order: next })}
    />
  );
}
