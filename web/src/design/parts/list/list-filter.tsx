import { SearchField } from './search-field.tsx';
import { SegmentedControl } from '../form/segmented.tsx';
import classes from './list-filter.module.css';

/** A search above a list, once typing pauses, and the order of the list. */
export function ListFilter<Order extends string>({
  label,
  placeholder,
  search,
  maxLength,
  orders,
  order,
  onSearch,
  onOrder,
}: {
  readonly label: string;
  readonly placeholder: string;
  readonly search: string;
  readonly maxLength?: number;
  readonly orders: readonly { readonly value: Order; readonly label: string }[];
  readonly order: Order;
  readonly onSearch: (search: string) => void;
  readonly onOrder: (order: Order) => void;
}) {
  return (
    <div className={classes.filter}>
      <SearchField
        className={classes.search ?? ''}
        label={label}
        placeholder={placeholder}
        search={search}
        onSearch={onSearch}
        {...(maxLength !== undefined && { maxLength })}
        size="md"
      />
      <SegmentedControl
        className={classes.orders ?? ''}
        aria-label="Order"
        size="md"
        data={[...orders]}
        value={order}
        onChange={(value) => {
          const chosen = orders.find((known) => known.value === value);
          if (chosen) onOrder(chosen.value);
        }}
      />
    </div>
  );
}
