import { canonicalName } from '@parlour/contracts/text/checks';
import type { EnvelopeOf } from '@parlour/contracts/envelope';
import { newTagDescription } from '@parlour/contracts/limits';
import type { TagWire } from '@parlour/contracts/qa/qa';
import type { PostPlace, QaEvent, QuestionPlace, QuestionTexts } from '@parlour/contracts/qa/qa.events';
import { type BoundStatement, statement } from '@parlour/kernel/database/database';
import { projection } from '@parlour/kernel/view/projection';
import { add, increase, insert, type RowChange } from '@parlour/kernel/view/row-changes';
import { audienceOf, type Restrictions } from '../question/visibility.ts';
import { QuestionTagRow, TagCountRow, TagRow, TagTotalRow } from './tag.entity.ts';

/** Tags, created by questions, with their questions and counts. */
export const tagView = projection<QaEvent>({
  name: 'qa.tags',
  source: 'qa',
  entities: [TagRow, TagCountRow, TagTotalRow, QuestionTagRow],
  changes: {
    QuestionAsked: ({ data, position }) => {
      return data.tags.flatMap(({ name, description }) => {
        const key = canonicalName(name);
        return [
          ...countTag(data, key, { name, description, describedBy: data.questionId }),
          insert(QuestionTagRow, { key, position, questionId: data.questionId }),
        ];
      });
    },
    // The questions of the tags follow in `after`.
    PostEdited: ({ data }) => {
      if (data.kind !== 'question') return [];
      const { added, removed } = changedTags(data);
      return [
        ...added.flatMap(({ name, description }) =>
          countTag(data, canonicalName(name), { name, description, describedBy: data.questionId }),
        ),
        ...removed.map((key) => recountTag(data, key, -1)),
      ];
    },
    PostDeleted: ({ data }) => recountTags(data, -1),
    PostRestored: ({ data }) => recountTags(data, 1),
    // Below, in `after`.
    TagDescribed: () => [],
    TagBlanked: () => [],
    PostErased: () => [],
  },
  after: (events) => [
    ...countTags(events),
    ...replaceTags(events),
    ...describeTags(events),
    ...blankDescribed(events),
    // Last: it also erases what a description of the same batch has replaced.
    ...blankDescriptions(events),
  ],
});

/** One more question of a tag; a new tag begins with the fields `first`. */
function countTag(
  question: Restrictions | QuestionPlace,
  key: string,
  first: { readonly name: string; readonly description: string; readonly describedBy: string },
): RowChange[] {
  const audience = audienceOf(question);
  const isPublic = audience === '';
  return [
    increase(TagRow, { key }, { questions: isPublic ? 1 : 0 }, first),
    ...(isPublic ? [] : [increase(TagCountRow, { key, audience }, { questions: 1 })]),
  ];
}

function recountTags(post: QuestionPlace | PostPlace<'answer' | 'comment'>, by: 1 | -1): readonly RowChange[] {
  return post.kind === 'question' ? post.tagsBefore.map((name) => recountTag(post, canonicalName(name), by)) : [];
}

/** One question more or less of a tag that is there. */
function recountTag(question: QuestionPlace, key: string, by: 1 | -1): RowChange {
  const audience = audienceOf(question);
  if (audience === '') return add(TagRow, { key }, { questions: by });
  return add(TagCountRow, { key, audience }, { questions: by });
}

/** The tags that an edit adds, and the keys of those that it removes. */
function changedTags({ tags, tagsBefore }: QuestionTexts & QuestionPlace): {
  readonly added: readonly TagWire[];
  readonly removed: readonly string[];
} {
  const before = new Set(tagsBefore.map(canonicalName));
  const after = new Set(tags.map(({ name }) => canonicalName(name)));
  return {
    added: tags.filter(({ name }) => !before.has(canonicalName(name))),
    removed: [...before].filter((key) => !after.has(key)),
  };
}

// How many of these tags have public questions now, less how many had before this batch.
const count = statement(
  'tags.count',
  `insert into tag_totals (one, tags)
   select true, sum((t.questions > 0)::int - (t.questions - n.questions > 0)::int)
     from unnest($1::text[], $2::int[]) as n(key, questions) join tags t using (key)
   having sum((t.questions > 0)::int - (t.questions - n.questions > 0)::int) <> 0
   on conflict (one) do update set tags = tag_totals.tags + excluded.tags`,
);

function countTags(events: readonly EnvelopeOf<QaEvent>[]): BoundStatement[] {
  const changed = new Map<string, number>();
  const change = (key: string, by: number): unknown => changed.set(key, (changed.get(key) ?? 0) + by);
  for (const { type, data } of events) {
    if (type === 'QuestionAsked' && audienceOf(data) === '') {
      for (const { name } of data.tags) change(canonicalName(name), 1);
    }
    if (!('kind' in data) || data.kind !== 'question' || type === 'PostErased' || audienceOf(data) !== '') continue;
    if (type === 'PostEdited') {
      const { added, removed } = changedTags(data);
      for (const { name } of added) change(canonicalName(name), 1);
      for (const key of removed) change(key, -1);
    } else {
      for (const name of data.tagsBefore) change(canonicalName(name), type === 'PostDeleted' ? -1 : 1);
    }
  }
  return changed.size === 0 ? [] : [{ statement: count, values: [[...changed.keys()], [...changed.values()]] }];
}

// Only the rows have the position of the asking. All of a question's rows are there until here.
const replace = statement(
  'question_tags.replace',
  `with given as (
     select * from unnest($1::text[], $2::text[]) as g(question_id, key)
   ), added as (
     insert into question_tags (key, position, question_id)
     select g.key, asked.position, g.question_id
       from given g
       join (select t.question_id, min(t.position) as position from question_tags t
              where t.question_id = any($1::text[]) group by t.question_id) asked using (question_id)
     on conflict do nothing
   )
   delete from question_tags t
    where t.question_id = any($1::text[])
      and not exists (select from given g where g.question_id = t.question_id and g.key = t.key)`,
);

function replaceTags(events: readonly EnvelopeOf<QaEvent>[]): BoundStatement[] {
  const latest = new Map<string, readonly TagWire[]>();
  for (const { type, data } of events) {
    if (type === 'PostEdited' && data.kind === 'question') latest.set(data.id, data.tags);
  }
  if (latest.size === 0) return [];
  const pairs = [...latest].flatMap(([id, tags]) => tags.map(({ name }) => [id, canonicalName(name)] as const));
  return [{ statement: replace, values: [pairs.map(([id]) => id), pairs.map(([, key]) => key)] }];
}

const describe = statement(
  'tags.describe',
  `update tags t set first_description = coalesce(t.first_description, t.description),
          description = n.text, version = n.version, edited_at = n.at
     from unnest($1::text[], $2::text[], $3::int[], $4::timestamptz[]) as n(key, text, version, at)
    where t.key = n.key`,
);

function describeTags(events: readonly EnvelopeOf<QaEvent>[]): BoundStatement[] {
  const latest = new Map<string, readonly [text: string, version: number, at: string]>();
  for (const { type, data, occurredAt } of events) {
    if (type === 'TagDescribed') latest.set(data.key, [data.text, data.version, occurredAt]);
  }
  if (latest.size === 0) return [];
  const [texts, versions, times] = [0, 1, 2].map((field) => [...latest.values()].map((values) => values[field]));
  return [{ statement: describe, values: [[...latest.keys()], texts, versions, times] }];
}

// The tag keeps the description of the question that described it, also without that question.
const blank = statement(
  'tags.blank',
  `update tags t set description = case when t.first_description is null then $2 else t.description end,
          first_description = case when t.first_description is not null then $2 end
    where coalesce(t.described_by, (select first.question_id from question_tags first
                                     where first.key = t.key order by first.position limit 1)) = any($1::text[])`,
);

function blankDescriptions(events: readonly EnvelopeOf<QaEvent>[]): BoundStatement[] {
  const blanked = events.flatMap(({ type, data }) =>
    type === 'PostErased' && data.kind === 'question' ? [data.id] : [],
  );
  return blanked.length === 0 ? [] : [{ statement: blank, values: [blanked, newTagDescription] }];
}

// Only of the description that the tag has.
const blankText = statement(
  'tags.blankText',
  `update tags t set description = $3
     from unnest($1::text[], $2::int[]) as n(key, version) where t.key = n.key and t.version = n.version`,
);

function blankDescribed(events: readonly EnvelopeOf<QaEvent>[]): BoundStatement[] {
  const blanked = events.flatMap(({ type, data }) => (type === 'TagBlanked' ? [data] : []));
  if (blanked.length === 0) return [];
  const values = [blanked.map(({ key }) => key), blanked.map(({ version }) => version), newTagDescription];
  return [{ statement: blankText, values }];
}
