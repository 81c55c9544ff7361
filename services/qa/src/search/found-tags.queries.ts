import {
  excerpt,
  type Finding,
  first,
  namedLike,
  score,
  stemTerms,
  whereTexts,
  type WordSearch,
} from '@parlour/search/word-search';
import type { ViewerValues } from '../question/page/viewer-values.ts';
import { audiencesOf } from '../question/visibility.ts';

/**
 * Tags with all words in name or description, or with the search in their name, if the viewer may
 * see a question with them.
 */
export function findTags(search: WordSearch, values: ViewerValues): Finding | undefined {
  // Nobody writes a tag, and it has no state.
  if (search.user !== undefined || search.states.length > 0) return undefined;
  const named = (key: string): string => namedLike(search, key, values);
  const matching = (): string => `t.key in (
      select t.key from tags t where search_terms(t.name || ' ' || t.description) @> ${stemTerms(search, values)}
      union
      select t.key from tags t where ${named('t.key')})`;
  const keys = [
    ...(search.phrases.length > 0 ? [matching()] : []),
    ...(search.tags.length > 0 ? [`t.key = any(${values.put(search.tags, 'text[]')})`] : []),
  ].join(' and ');
  const shown = first(
    `select t.key as id, t.questions from tags t where ${keys} and (t.questions > 0
      or exists (select from tag_counts c where c.key = t.key and c.questions > 0 and c.audience = any(${audiencesOf(values.viewer)})))`,
    't.questions desc, t.key',
  );
  return {
    candidates: whereTexts(shown, {
      ...{ search, values, table: '(select key as id, name, description from tags)', orderedBy: 'questions' },
      ...{ texts: ['x.name', 'x.description'], hasTerms: false, named: () => named('x.id') },
    }),
    from: `join tags t on t.key = f.id`,
    // The first question of a tag made it.
    newest: `coalesce((select first.position from question_tags first where first.key = t.key order by first.position limit 1), 0) desc`,
    best: () =>
      `${score(search, { title: 't.name', isName: true, text: 't.description' }, values)} + ln(1 + f.questions)`,
    row: `json_build_object('type', 'tags', 'id', t.key, 'title', t.name, 'excerpt', ${excerpt(search, 't.description', values)},
      'url', '/home?tag=' || search_address(t.name), 'at', null, 'by', null)`,
    values,
  };
}
