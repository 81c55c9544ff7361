import { questionOrders, type QuestionOrder } from '@parlour/contracts/qa/qa';
import { IconBaselineDensitySmall } from '../../../design/parts/look/icons.tsx';
import { setDensity, useDensity } from './density.ts';
import classes from './question-orders.module.css';

const labels: Record<QuestionOrder, string> = {
  newest: 'Newest',
  unanswered: 'Unanswered',
  active: 'Active',
  mostViewed: 'Most Viewed',
  following: 'Following Feed',
  unsolved: 'Unsolved',
};

/** The buttons for a list's order, and for how much its rows show. */
export function QuestionOrders({
  order,
  onChange,
}: {
  readonly order: QuestionOrder;
  readonly onChange: (order: QuestionOrder) => void;
}) {
  const isCompact = useDensity() === 'compact';
  return (
    <div className={classes.bar}>
      <div role="group" aria-label="Order" className={classes.orders}>
        {questionOrders.map((each) => (
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
