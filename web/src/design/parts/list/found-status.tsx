import { count } from '../../../shared/text/count.ts';

/**
 * Says to screen readers how many a search has found, and to everybody that it has found none.
 * Always mounted: a status that comes with its text is not read out.
 */
export function FoundStatus({
  search,
  number,
  isMore = false,
  noun = 'user',
  none = 'No Users Found',
  empty = none,
  className,
}: {
  readonly search: string;
  /** How many are shown; undefined while they are being searched. */
  readonly number: number | undefined;
  /** Whether more of them can be loaded. */
  readonly isMore?: boolean;
  readonly noun?: string;
  readonly none?: string;
  /** Said if there are none without a search. */
  readonly empty?: string;
  /** While there are none. */
  readonly className?: string | undefined;
}) {
  const isNone = number === 0 && !isMore;
  return (
    <p role="status" className={isNone ? className : 'visually-hidden'}>
      {isNone && (search === '' ? empty : none)}
      {search !== '' && number !== undefined && number > 0 && `${count(number, noun)}${isMore ? ', and more' : ''}`}
    </p>
  );
}
