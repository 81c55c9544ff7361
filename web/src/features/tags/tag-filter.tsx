import { limits } from '@parlour/contracts/limits';
import { SearchField } from '../../design/parts/search-field.tsx';
import { SegmentedControl } from '../../design/parts/segmented.tsx';
import type { TagChoice } from './tag-list.tsx';
import classes from './tag-filter.module.css';

const orders = [
  { value: 'questions', label: 'Most questions' },
  { value: 'name', label: 'Name' },
];

/** Filters the tags by a part of the name, once typing pauses, and orders them. */
export function TagFilter({
  choice,
  onChoose,
}: {
  readonly choice: TagChoice;
  readonly onChoose: (choice: TagChoice) => void;
}) {
  const { search, order } = choice;
  return (
    <div className={classes.filter}>
      <SearchField
        className={classes.search ?? ''}
        label="Filter tags"
        placeholder="Filter by name"
        search={search}
        onSearch={(next) => onChoose({ search: next, order })}
        maxLength={limits.tagLength}
        size="md"
      />
      <SegmentedControl
        className={classes.orders ?? ''}
        aria-label="Order"
        size="md"
        data={orders}
        value={order ?? 'questions'}
        onChange={(value) => {
          onChoose({ search, order: value === 'name' ? 'name' : 'questions' });
        }}
      />
    </div>
  );
}
