import type { QuestionOrder } from '@parlour/contracts/qa/qa';
import { IconBaselineDensitySmall, IconChevronDown } from '../../../design/parts/look/icons.tsx';
import { FilterButton } from '../../../design/parts/list/filter-button.tsx';
import { setDensity, useDensity } from './density.ts';
import classes from './question-orders.module.css';

const labels: Record<QuestionOrder, string> = {
  newest: 'Newest',
  active: 'Active',
  mostViewed: 'Most Viewed',
  unanswered: 'Unanswered',
  unsolved: 'Unsolved',
  following: 'Following Feed',
};

const sorts = ['newest', 'active', 'mostViewed'] as const;

/** What leaves questions out; the newest come first. */
const filters = ['unanswered', 'unsolved', 'following'] as const;

/**
 * How a list is sorted, what it leaves out, and how much its rows show. On phones, where the
 * buttons would take two lines, how it is sorted is a menu.
 */
export function QuestionOrders({
  order,
  onChange,
}: {
  readonly order: QuestionOrder;
  readonly onChange: (order: QuestionOrder) => void;
}) {
  const isCompact = useDensity() === 'compact';
  const sorted = sorts.find((each) => each === order) ?? 'newest';
  return (
    <div className={classes.bar}>
      <div role="group" aria-label="Order" className={classes.orders}>
        <span className={classes.sorts}>
          {sorts.map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={each === order}
              className={classes.order}
              onClick={() => {
                onChange(each);
              }}
            >
              {labels[each]}
            </button>
          ))}
        </span>
        <span className={classes.menu}>
          {labels[sorted]}
          <IconChevronDown size={14} aria-hidden />
          <select
            aria-label="Sort"
            value={sorted}
            onChange={({ target: { value } }) => {
              onChange(sorts.find((each) => each === value) ?? 'newest');
            }}
          >
            {sorts.map((each) => (
              <option key={each} value={each}>
                {labels[each]}
              </option>
            ))}
          </select>
        </span>
        {filters.map((each) => (
          <FilterButton
            key={each}
            label={labels[each]}
            isOn={each === order}
            onPress={() => {
              onChange(each === order ? 'newest' : each);
            }}
          />
        ))}
      </div>
      <button
        type="button"
        className={classes.density}
        aria-pressed={isCompact}
        aria-label="Compact list"
        title="Compact list"
        onClick={() => {
          setDensity(isCompact ? 'comfortable' : 'compact');
        }}
      >
        <IconBaselineDensitySmall size={18} aria-hidden />
      </button>
    </div>
  );
}
