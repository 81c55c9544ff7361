import { canonicalName } from '@parlour/contracts/checks';
import type { EnvelopeOf } from '@parlour/contracts/envelope';
import { newTagDescription } from '@parlour/contracts/limits';
import type { QaEvent } from '@parlour/contracts/qa';
import { type BoundStatement, statement } from '@parlour/kernel/database/database';
import { projection } from '@parlour/kernel/view/projection';
import { increase, insert } from '@parlour/kernel/view/row-changes';
import { audienceOf } from '../question/visibility.ts';
import { QuestionTagRow, TagCountRow, TagRow, TagTotalRow } from './tag.entity.ts';

/** Tags, created by questions, with their questions and counts. */
export const tagView = projection<QaEvent>({
  name: 'qa.tags',
  source: 'qa',
  entities: [TagRow, TagCountRow, TagTotalRow, QuestionTagRow],
  changes: {
    QuestionAsked: ({ data, position }) => {
      const audience = audienceOf(data);
      const isPublic = audience === '';
      return data.tags.flatMap(({ name, description }) => {
        const key = canonicalName(name);
        return [
          increase(TagRow, { key }, { questions: isPublic ? 1 : 0 }, { name, description }),
          ...(isPublic ? [] : [increase(TagCountRow, { key, audience }, { questions: 1 })]),
          insert(QuestionTagRow, { key, position, questionId: data.questionId }),
        ];
      });
    },
  },
  after: (events) => [...countTags(events), ...blankDescriptions(events)],
});

// A tag with no more public questions than this batch asked had none before.
const count = statement(
  'tags.count',
  `insert into tag_totals (one, tags)
   select true, count(*) from unnest($1::text[], $2::int[]) as n(key, questions) join tags t using (key)
    where t.questions = n.questions
   having count(*) > 0
   on conflict (one) do update set tags = tag_totals.tags + excluded.tags`,
);

function countTags(events: readonly EnvelopeOf<QaEvent>[]): BoundStatement[] {
  const asked = new Map<string, number>();
  for (const event of events) {
    if (event.type !== 'QuestionAsked' || audienceOf(event.data) !== '') continue;
    for (const { name } of event.data.tags) {
      const key = canonicalName(name);
      asked.set(key, (asked.get(key) ?? 0) + 1);
    }
  }
  return asked.size === 0 ? [] : [{ statement: count, values: [[...asked.keys()], [...asked.values()]] }];
}

// A tag's description comes from its first question.
const blank = statement(
  'tags.blank',
  `update tags t set description = $2
     from question_tags own
    where own.question_id = any($1::text[]) and own.key = t.key
      and own.position = (select min(first.position) from question_tags first where first.key = t.key)`,
);

function blankDescriptions(events: readonly EnvelopeOf<QaEvent>[]): BoundStatement[] {
  const blanked = events.flatMap((event) => (event.type === 'QuestionBlanked' ? [event.data.questionId] : []));
  return blanked.length === 0 ? [] : [{ statement: blank, values: [blanked, newTagDescription] }];
}
