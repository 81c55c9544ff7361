import { answerOrders, type AnswerOrder } from '@parlour/contracts/qa/qa';
import { SegmentedControl } from '../../../design/parts/form/segmented.tsx';
import { answerOrder } from './answer-order.ts';
import { useAnswerOrder } from './use-answer-order.ts';
import classes from './answer-orders.module.css';

const labels: Record<AnswerOrder, string> = { best: 'Best', oldest: 'Oldest', newest: 'Newest' };
const data = answerOrders.map((value) => ({ value, label: labels[value] }));

/** Chooses the order of answers, for all questions. */
export function AnswerOrders() {
  return (
    <SegmentedControl
      aria-label="Order of answers"
      size="sm"
      radius="md"
      classNames={{ label: classes.label ?? '' }}
      data={data}
      value={useAnswerOrder()}
      onChange={answerOrder.choose}
    />
  );
}
