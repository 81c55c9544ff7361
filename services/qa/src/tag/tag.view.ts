import { Column, Entity, PrimaryColumn } from 'typeorm';
import { canonicalName } from '@parlour/contracts/checks';
import { type Envelope, eventsOf } from '@parlour/contracts/envelope';
import type { QaEvent, TagWire } from '@parlour/contracts/qa';
import { statement, type Tx } from '@parlour/kernel/database/database';
import type { View } from '@parlour/kernel/view/view';

/** A tag: it keeps the spelling and the description that it came with. Source: decisions Q-8. */
@Entity('tags')
export class TagRow {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'tags_pkey' })
  key!: string;

  @Column('text')
  name!: string;

  @Column('text')
  description!: string;
}

const create = statement(
  'tags.create',
  `insert into tags (key, name, description)
   select key, name, description from unnest($1::text[], $2::text[], $3::text[]) as t(key, name, description)
   on conflict (key) do nothing`,
);

/** Tags as they are created by questions. */
export const tagView: View = {
  name: 'qa.tags',
  source: 'qa',
  tables: ['tags'],
  async apply(events: readonly Envelope[], tx: Tx): Promise<void> {
    const tags = new Map<string, TagWire>();
    for (const event of eventsOf<QaEvent>(events)) {
      if (event.type !== 'QuestionAsked') continue;
      for (const tag of event.data.tags) {
        const key = canonicalName(tag.name);
        if (!tags.has(key)) tags.set(key, tag);
      }
    }
    if (tags.size === 0) return;
    const values = [...tags.values()];
    await tx.query(create, [[...tags.keys()], values.map((tag) => tag.name), values.map((tag) => tag.description)]);
  },
};
