import { CountBadge } from '../../design/parts/count-badge.tsx';
import { count } from '../../shared/text/count.ts';

/** How many people ask to join, for those who decide; nothing if nobody does. */
export function RequestBadge({ number }: { readonly number: number }) {
  return <CountBadge number={number} label={count(number, 'request')} />;
}
