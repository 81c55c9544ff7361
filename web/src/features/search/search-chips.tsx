import {
  type FoundState,
  foundStates,
  type FoundType,
  parseFoundQuery,
  withoutParts,
} from '@parlour/contracts/search/found';
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

/**
 * What the signs of a search mean, each to be removed, and states to choose, which are written into
 * the search as somebody would type them.
 */
export function SearchChips({
  q,
  type,
  addressOf,
}: {
  readonly q: string;
  readonly type: FoundType;
  /** The address of another search of the same type. */
  readonly addressOf: (q: string) => string;
}) {
  const { user, tags, without, states } = parseFoundQuery(q);
  const removed = (title: string, ...part: Part) => ({ title, to: addressOf(withoutParts(q, ...part)), removes: true });
  const parts = [
    ...(user === undefined ? [] : [removed(`By ${user}`, 'user')]),
    ...tags.map((tag) => removed(`Tagged ${tag}`, 'tag', tag)),
    ...without.map((text) => removed(`Without ${text}`, 'without', text)),
  ];
  const rest = withoutParts(q, 'state');
  const choices = statesOf[type].map((state) => ({
    to: addressOf(`${rest} is:${state}`.trim()),
    title: titles[state],
    isCurrent: states.includes(state),
  }));
  const any = { to: addressOf(rest), title: 'Any', isCurrent: states.length === 0 };
  const links = [...parts, ...(choices.length === 0 || q === '' ? [] : [any, ...choices])];
  if (links.length === 0) return null;
  return (
    <div className={classes.states}>
      <FilterLinks links={links} />
    </div>
  );
}

type Part = readonly [kind: 'user' | 'tag' | 'without', value?: string];
