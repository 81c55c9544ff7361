import { refuse } from '@parlour/contracts/errors';
import { limits } from '@parlour/contracts/limits';
import type { QuestionRowWire } from '@parlour/contracts/qa/qa';
import type { Rpc } from '@parlour/contracts/rpc';
import { checkWellFormed } from '@parlour/contracts/text/checks';
import type { Viewer } from '@parlour/people/audience-sql';
import { statement, type Tx } from '@parlour/kernel/database/database';
import { Json } from '@parlour/kernel/rpc/json';
import { wordsOf } from '../../search/close-questions.queries.ts';
import { headJoins, questionById, rowJsonFor } from '../question-row.queries.ts';
import { firstParameters, sharedWith } from '../visibility.ts';
import { segmentsBefore } from './question-terms.queries.ts';

/** The words that count, the longest ones. */
const mostWords = 12;

/** How many questions with a word are read, the newest. */
const mostWithWord = 100;

/** How many questions have their titles compared. */
const compared = 50;

/** The least part of the title's words, by their weights, that is in a similar question. */
const leastPart = 0.25;

/** SQL: whether the terms `q` of a question in the segment `s` have the word `w`, also as a tag. */
const hasWord = `terms_in_segment(question_segment(q.number), q.terms)
    @@ (quote_literal(s.number || '~' || w.stem) || '|' || quote_literal(s.number || '#' || w.word))::tsquery and q.number <= s.latest`;

/**
 * A word weighs the more the fewer questions have it: of a frequent one, that is told by how far
 * back its newest hundred reach, and one of no question weighs like one of a single question. A
 * word in a title or tag counts twice.
 */
const similar = statement(
  'questions.similar',
  `with word as materialized (
     select w.stem, min(w.word) as word from (${wordsOf('$3')}) w
      where w.telling group by w.stem order by max(length(w.word)) desc, w.stem limit ${mostWords}
   ), hit as materialized (
     select w.stem, found.id, found.number, found.latest
       from word w cross join lateral (
         select m.id, m.number, s.latest from ${segmentsBefore(undefined)} cross join lateral (
           select q.id, q.number from question_terms q where ${hasWord} and ${sharedWith(firstParameters)}
            order by q.number desc limit ${mostWithWord}) m
          order by s.number desc, m.number desc limit ${mostWithWord}) found
   ), weight as materialized (
     select stem, ln(1 + case when count(*) < ${mostWithWord} then max(latest) else max(latest) - min(number) + 1 end / count(*)::float) as weight
       from hit group by stem
   ), whole as materialized (
     select sum(coalesce(g.weight, (select ln(1 + max(latest)) from hit))) as weight from word left join weight g using (stem)
   ), candidate as materialized (
     select h.id, max(h.number) as number, array_agg(h.stem) as stems
       from hit h join weight g using (stem) group by h.id order by sum(g.weight) desc, number desc limit ${compared}
   ), place as materialized (
     select c.id, c.number, s.score
       from candidate c cross join lateral ${questionById('c.id')} q
       cross join lateral (
         select tsvector_to_array(search_vector(q.title || ' ' || array_to_string(q.tag_keys, ' '))) as stems offset 0) head
       cross join lateral (
         select sum(case when g.stem = any(head.stems) then 2 when g.stem = any(c.stems) then 1 else 0 end * g.weight) as score from weight g) s
      where s.score >= ${leastPart} * 2 * (select weight from whole)
      order by s.score desc, c.number desc limit ${limits.similarQuestions}
   )
   select ${rowJsonFor(firstParameters.viewer)}::text as json
     from place cross join lateral ${questionById('place.id')} q ${headJoins}
    order by place.score desc, place.number desc`,
);

/** The questions most like a title, as the viewer may see them. Source: decisions Q-35. */
export async function readSimilar(
  tx: Tx,
  { title = '' }: Rpc['qa.similar']['request'],
  { viewer, fresh }: Viewer,
): Promise<Json<readonly QuestionRowWire[]>> {
  refuse(checkWellFormed(title));
  // A pasted text is no title.
  const rows = await tx.query<{ json: string }>(similar, [viewer, fresh, title.slice(0, 4 * limits.titleLength)]);
  return Json.list(rows);
}
