import { questionOrders, type QuestionOrder } from '@parlour/contracts/qa';
import classes from './question-orders.module.css';

const labels: Record<QuestionOrder, string> = {
  newest: 'Newest',
  unanswered: 'Unanswered',
  active: 'Active',
  mostViewed: 'Most Viewed',
  following: 'Following Feed',
};

/** The order that an address asks for; anything else is the default. */
export function parseOrder(text: string | null): QuestionOrder {
  return questionOrders.find((order) => order === text) ?? 'newest';
}

/** The ordering buttons of a list. */
export function QuestionOrders({
  order,
  onChange,
}: {
  readonly order: QuestionOrder;
  readonly onChange: (order: QuestionOrder) => void;
}) {
  return (
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
  );
}
