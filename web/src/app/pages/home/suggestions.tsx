import type { QuestionRowWire } from '@parlour/contracts/qa/qa';
import { PersonLink } from '../../../design/parts/person/person-link.tsx';
import { TagLink } from '../../../design/parts/text/tag-link.tsx';
import { FollowButton } from '../../../features/people/follow-button.tsx';
import { useGetQuestionsInfiniteQuery } from '../../../features/questions/questions.api.ts';
import { useUnblocked } from '../../../shared/state/blocked.slice.ts';
import classes from './welcome.module.css';

const shown = { people: 3, tags: 5 };

/** Who is active, to follow, and what is asked about: from the newest questions. */
export function Suggestions({ username }: { readonly username: string }) {
  const { data } = useGetQuestionsInfiniteQuery({ order: 'newest', search: '', username });
  const rows = data?.pages[0]?.rows ?? [];
  const people = mostFrequent(useUnblocked(rows).map(({ askedBy }) => askedBy)).filter((name) => name !== username);
  const tags = mostFrequent(rows.flatMap((row) => row.tags.map(({ name }) => name)));
  // The place is kept while the list loads and where nobody has asked, so that nothing below moves.
  return (
    <div className={classes.suggestions}>
      {data && people.length === 0 && <p>People who ask questions will show up here.</p>}
      {people.length > 0 && (
        <ul className={classes.people} aria-label="Active people">
          {people.slice(0, shown.people).map((name) => (
            <li key={name}>
              <PersonLink username={name} avatar="s" />
              <FollowButton username={name} />
            </li>
          ))}
        </ul>
      )}
      {tags.length > 0 && (
        <ul className={classes.tags} aria-label="Popular tags">
          {tags.slice(0, shown.tags).map((name) => (
            <li key={name}>
              <TagLink name={name} description={descriptionOf(rows, name)} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Each once, the most frequent first; of equals, the first one. */
function mostFrequent(names: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].toSorted(([, one], [, other]) => other - one).map(([name]) => name);
}

function descriptionOf(rows: readonly QuestionRowWire[], tag: string): string {
  return rows.flatMap((row) => row.tags).find(({ name }) => name === tag)?.description ?? '';
}
