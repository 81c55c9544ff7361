import { type FoundState, foundStates, type FoundType, parseFoundQuery } from '@parlour/contracts/search/found';
import { FilterLinks } from '../../design/parts/list/filter-links.tsx';
import classes from './search.module.css';

const titles: Readonly<Record<FoundState, string>> = {
  answered: 'Answered',
  unanswered: 'Unanswered',
  accepted: 'Accepted',
  mine: 'Mine',
};

/** The states that things of a type have. */
const statesOf: Readonly<Record<FoundType, readonly FoundState[]>> = {
  questions: foundStates,
  answers: ['accepted', 'mine'],
  comments: ['mine'],
  communities: ['mine'],
  messages: ['mine'],
  people: [],
  tags: [],
};

/** A search without its states: `is:mine` and the like. */
function withoutStates(q: string): string {
  const isState = (word: string) => foundStates.some((state) => word.toLowerCase() === `is:${state}`);
  return q
    .split(' ')
    .filter((word) => !isState(word))
    .join(' ');
}

/** States to choose, which are written into the search as somebody would type them. */
export function FoundStates({
  q,
  type,
  addressOf,
}: {
  readonly q: string;
  readonly type: FoundType;
  /** The address of another search of the same type. */
  readonly addressOf: (q: string) => string;
}) {
  const states = statesOf[type];
  if (q === '' || states.length === 0) return null;
  const chosen = parseFoundQuery(q).states;
  const rest = withoutStates(q);
  const links = states.map((state) => ({
    to: addressOf(`${rest} is:${state}`.trim()),
    title: titles[state],
    isCurrent: chosen.includes(state),
  }));
  return (
    <div className={classes.states}>
      <FilterLinks links={[{ to: addressOf(rest), title: 'Any', isCurrent: chosen.length === 0 }, ...links]} />
    </div>
  );
}
