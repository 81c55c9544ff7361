import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { ModeratedPost, ModerationAct } from '@parlour/contracts/communities/communities';

/** An act on a person, a poll or the community; its id is the event's. */
@Entity('moderation_entries')
@Index('moderation_entries_latest', { synchronize: false })
@Index('moderation_entries_reports', { synchronize: false })
export class ModerationEntryRow {
  static readonly derived = {
    number: `coalesce((select e.number from moderation_entries e where e.community_id = n.community_id
        order by e.position desc limit 1), 0)
      + row_number() over (partition by n.community_id order by n.position)`,
  };

  @PrimaryColumn('text') id!: string;
  @Column('text') communityId!: string;
  @Column('bigint') position!: number;

  /** Its number in its community, from 1: the last one is the total. */
  @Column('int') number?: number;
  @Column('text') act!: ModerationAct;
  @Column('text', { nullable: true }) byId!: string | null;
  @Column('text', { nullable: true }) toId!: string | null;
  @Column('text', { nullable: true }) pollId!: string | null;
  @Column('jsonb', { nullable: true }) post!: ModeratedPost | null;
  @Column('text', { nullable: true }) reason!: string | null;
  @Column('timestamptz') at!: Date;
}
