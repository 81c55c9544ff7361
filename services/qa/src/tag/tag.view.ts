import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { canonicalName } from '@parlour/contracts/checks';
import { type Envelope, eventsOf } from '@parlour/contracts/envelope';
import { newTagDescription } from '@parlour/contracts/limits';
import type { QaEvent, TagWire } from '@parlour/contracts/qa';
import { statement, type Tx } from '@parlour/kernel/database/database';
import type { View } from '@parlour/kernel/view/view';
import { audienceOf } from '../question/visibility.ts';

/** A tag: it keeps the spelling and the description that it came with (decisions Q-8). `questions` are those for everybody. */
@Entity('tags')
@Index('tags_by_count', { synchronize: false })
export class TagRow {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'tags_pkey' })
  key!: string;

  @Column('text')
  name!: string;

  @Column('text')
  description!: string;

  @Column('bigint')
  questions!: number;
}

/** How many questions of a tag there are for the followers of a person. */
@Entity('tag_counts')
@Index('tag_counts_of_audience', ['audience', 'key'])
export class TagCountRow {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'tag_counts_pkey' })
  key!: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'tag_counts_pkey' })
  audience!: string;

  @Column('bigint')
  questions!: number;
}

/** How many tags have questions for everybody; one row. */
@Entity('tag_totals')
export class TagTotalRow {
  @PrimaryColumn('boolean', { primaryKeyConstraintName: 'tag_totals_pkey' })
  one!: boolean;

  @Column('bigint')
  tags!: number;
}

/** The questions of a tag, in the order of asking. */
@Entity('question_tags')
export class QuestionTagRow {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'question_tags_pkey' })
  key!: string;

  @PrimaryColumn('bigint', { primaryKeyConstraintName: 'question_tags_pkey' })
  position!: number;

  @Column('text', { name: 'question_id' })
  questionId!: string;
}

// Which tags had no question for everybody before is seen by all parts of a statement alike.
const create = statement(
  'tags.create',
  `with n as (
     select * from unnest($1::text[], $2::text[], $3::text[], $4::int[]) as n(key, name, description, questions)
   ), first as (
     select count(*) as tags from n left join tags t on t.key = n.key where n.questions > 0 and coalesce(t.questions, 0) = 0
   ), counted as (
     insert into tag_totals (one, tags) select true, tags from first where tags > 0
     on conflict (one) do update set tags = tag_totals.tags + excluded.tags
   )
   insert into tags (key, name, description, questions) select key, name, description, questions from n
   on conflict (key) do update set questions = tags.questions + excluded.questions`,
);

const count = statement(
  'tags.count',
  `insert into tag_counts (key, audience, questions)
   select key, audience, count(*) from unnest($1::text[], $2::text[]) as n(key, audience) group by 1, 2
   on conflict (key, audience) do update set questions = tag_counts.questions + excluded.questions`,
);

const place = statement(
  'tags.place',
  `insert into question_tags (key, position, question_id)
   select * from unnest($1::text[], $2::bigint[], $3::text[]) on conflict do nothing`,
);

// What it is for was said by its first question. All questions have their places by now.
const blank = statement(
  'tags.blank',
  `update tags t set description = $2
     from question_tags own
    where own.question_id = any($1::text[]) and own.key = t.key
      and own.position = (select min(first.position) from question_tags first where first.key = t.key)`,
);

/** A tag of a question that was asked. */
interface Tagging {
  readonly key: string;
  readonly tag: TagWire;
  readonly questionId: string;
  readonly position: number;
  readonly audience: string;
}

/** Tags as they are created by questions, with their questions and how many there are. */
export const tagView: View = {
  name: 'qa.tags',
  source: 'qa',
  tables: ['tags', 'tag_counts', 'tag_totals', 'question_tags'],
  async apply(events: readonly Envelope[], tx: Tx): Promise<void> {
    const taggings: Tagging[] = [];
    const blanked: string[] = [];
    for (const event of eventsOf<QaEvent>(events)) {
      if (event.type === 'QuestionBlanked') blanked.push(event.data.questionId);
      if (event.type !== 'QuestionAsked') continue;
      const { data, position } = event;
      for (const tag of data.tags) {
        const key = canonicalName(tag.name);
        taggings.push({ key, tag, questionId: data.questionId, position, audience: audienceOf(data) });
      }
    }
    await write(taggings, tx);
    if (blanked.length > 0) await tx.query(blank, [blanked, newTagDescription]);
  },
};

async function write(taggings: readonly Tagging[], tx: Tx): Promise<void> {
  if (taggings.length === 0) return;
  const restricted = taggings.filter(({ audience }) => audience !== '');
  const writes = [
    { statement: create, values: tagsOf(taggings) },
    { statement: count, values: [restricted.map(({ key }) => key), restricted.map(({ audience }) => audience)] },
    {
      statement: place,
      values: [
        taggings.map(({ key }) => key),
        taggings.map(({ position }) => position),
        taggings.map(({ questionId }) => questionId),
      ],
    },
  ].filter(({ values: [rows] }) => rows && rows.length > 0);
  await Promise.all(writes.map((each) => tx.query(each.statement, each.values)));
}

function tagsOf(taggings: readonly Tagging[]): unknown[][] {
  const tags = new Map<string, { tag: TagWire; questions: number }>();
  for (const { key, tag, audience } of taggings) {
    const known = tags.get(key) ?? { tag, questions: 0 };
    if (audience === '') known.questions++;
    tags.set(key, known);
  }
  const values = [...tags.values()];
  return [
    [...tags.keys()],
    values.map(({ tag }) => tag.name),
    values.map(({ tag }) => tag.description),
    values.map(({ questions }) => questions),
  ];
}
