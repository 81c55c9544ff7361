import { SearchField } from '../../design/parts/search-field.tsx';
import { SegmentedControl } from '../../design/parts/segmented.tsx';
import type { FoundChoice } from './found-list.tsx';
import classes from './search.module.css';

const orders = [
  { value: 'best', label: 'Best match' },
  { value: 'newest', label: 'Newest' },
];

/** What to search for, once typing pauses, and in which order to list it. */
export function FoundFilter({
  choice,
  onChoose,
}: {
  readonly choice: FoundChoice;
  readonly onChoose: (choice: FoundChoice) => void;
}) {
  return (
    <div className={classes.filter}>
      <SearchField
        className={classes.search ?? ''}
        label="Search everything"
        placeholder="Words, a name, a tag …"
        search={choice.q}
        onSearch={(q) => onChoose({ ...choice, q })}
        size="md"
      />
      <SegmentedControl
        aria-label="Order"
        size="md"
        data={orders}
        value={choice.order}
        onChange={(value) => onChoose({ ...choice, order: value === 'newest' ? 'newest' : 'best' })}
      />
    </div>
  );
}
