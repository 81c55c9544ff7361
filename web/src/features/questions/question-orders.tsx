import { useEffect, useRef } from 'react';
import { questionOrders, type QuestionOrder } from '@parlour/contracts/qa';
import classes from './question-orders.module.css';

const labels: Record<QuestionOrder, string> = {
  newest: 'Newest',
  unanswered: 'Unanswered',
  active: 'Active',
  mostViewed: 'Most Viewed',
  following: 'Following Feed',
};

/** The order in the address; the default for any other value. */
export function parseOrder(text: string | null): QuestionOrder {
  return questionOrders.find((order) => order === text) ?? 'newest';
}

/** The buttons for a list's order. */
export function QuestionOrders({
  order,
  onChange,
}: {
  readonly order: QuestionOrder;
  readonly onChange: (order: QuestionOrder) => void;
}) {
  const group = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // On a phone, the buttons are wider than the screen, and the current one may be outside. Not
    // scrollIntoView, which would scroll the page too.
    const chosen = group.current?.querySelector<HTMLElement>('[aria-pressed="true"]');
    if (!group.current || !chosen) return;
    const { left, right } = chosen.getBoundingClientRect();
    const frame = group.current.getBoundingClientRect();
    if (right > frame.right) group.current.scrollLeft += right - frame.right;
    else if (left < frame.left) group.current.scrollLeft -= frame.left - left;
  }, [order]);
  return (
    <div ref={group} role="group" aria-label="Order" className={classes.orders}>
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
