import { messages } from '@parlour/contracts/messages';
import { idOfName, isoTime, nameOf } from '@parlour/kernel/database/row-expressions';
import {
  excerpt,
  type Finding,
  first,
  newestOf,
  operand,
  score,
  termsFound,
  whereTexts,
  type WordSearch,
} from '@parlour/search/word-search';
import { segmentsBefore } from '../question/lists/question-terms.queries.ts';
import { joinedRowJsonFor } from '../question/question-row.queries.ts';
import type { ViewerValues } from '../question/page/viewer-values.ts';
import { sharedWith, visibleTo } from '../question/visibility.ts';

/** SQL: the conditions for the states of the question `x`. */
const states = {
  answered: 'x.answer_count > 0',
  unanswered: 'x.answer_count = 0',
  accepted: 'x.accepted_answer_id is not null',
} as const;

/**
 * Questions are found by their terms, which also have the stems of their words, without reading
 * those that are only counted. `words` is the query for them, by default for all.
 */
export function findQuestions(search: WordSearch, values: ViewerValues, words?: string): Finding {
  const tags = search.tags.map((tag) => operand('#', tag));
  const terms = termsFound(
    'terms_in_segment(question_segment(q.number), q.terms)',
    search,
    values,
    tags.length > 0 ? [`(${tags.join(' | ')})`] : [],
    words,
  );
  const ofPeople = [
    ...(search.user === undefined ? [] : [`q.asked_by = ${idOfName(values.put(search.user, 'text'))}`]),
    ...(search.states.includes('mine') ? [`q.asked_by = ${values.viewer.viewer}`] : []),
  ];
  const ofStates = search.states.flatMap((state) => (state === 'mine' ? [] : [states[state]]));
  const inState =
    ofStates.length === 0 ? [] : [`exists (select from questions x where x.id = q.id and ${ofStates.join(' and ')})`];
  const found = [sharedWith(values.viewer), 'q.number <= s.latest', ...ofPeople, ...inState].join(' and ');
  const candidates =
    terms === null
      ? withoutTerms(search, values, [...ofPeople, ...inState])
      : newestOf(
          `select q.id, q.position from question_terms q where ${terms} and ${found}`,
          segmentsBefore(undefined),
        );
  return {
    candidates: whereTexts(candidates, { search, values, table: 'questions', texts: ['x.title', 'x.text'] }),
    from: 'join questions q on q.id = f.id left join people author on author.id = q.asked_by',
    newest: 'f.position desc',
    best: () => `${score(search, { title: 'q.title', text: 'q.text' }, values)} + ln(1 + greatest(q.up_vote_count - q.down_vote_count, 0))
      + (q.accepted_answer_id is not null)::int`,
    row: `json_build_object('type', 'questions', 'id', q.id, 'title', q.title, 'excerpt', ${excerpt(search, 'q.text', values)},
      'url', '/question/' || q.id, 'at', ${isoTime('q.asked_at')}, 'by', ${nameOf('author')}, 'question', ${joinedRowJsonFor(values.viewer.viewer)})`,
    values,
  };
}

/** SQL: the newest questions `q` that a search without words finds. */
function withoutTerms({ tags }: WordSearch, values: ViewerValues, conditions: readonly string[]): string {
  const isLeft = `q.text <> ${values.put(messages.removedByOperator, 'text')}`;
  const all = [visibleTo(values.viewer), isLeft, ...conditions].join(' and ');
  if (tags.length === 0) return first(`select q.id, q.position from questions q where ${all}`);
  return first(`select distinct q.id, q.position from question_tags t join questions q on q.id = t.question_id
    where t.key = any(${values.put(tags, 'text[]')}) and ${all}`);
}
