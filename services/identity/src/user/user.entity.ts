import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A person. */
@Entity('users')
@Index('users_canonical_name', ['canonicalName'], { unique: true })
@Index('users_newest', ['joinedAt', 'id'])
@Index('users_look', ['look'])
@Index('users_written_look', ['writtenLook'])
@Index('users_operator', ['id'], { where: 'operator' })
@Index('users_name_pieces', { synchronize: false })
export class UserRow {
  @PrimaryColumn('text') id!: string;
  @Column('text') name!: string;
  @Column({ type: 'text', collation: 'C' }) canonicalName!: string;

  /** The look of the name, in both forms: a new one must not have it. Blank if there is none. */
  @Column({ type: 'text', collation: 'C', default: '' }) look!: string;
  @Column({ type: 'text', collation: 'C', default: '' }) writtenLook!: string;
  @Column('timestamptz') joinedAt!: Date;
  @Column('boolean', { default: true }) followVisibility!: boolean;
  @Column('text', { nullable: true }) picture!: string | null;
  @Column('boolean', { default: false }) suspended!: boolean;
  @Column('boolean', { default: false }) operator!: boolean;
}

/** A name that a person had before. It leads to them, and nobody else gets it. */
@Entity('former_names')
@Index('former_names_user_id', ['userId'])
export class FormerNameRow {
  @PrimaryColumn('text', { collation: 'C' }) canonicalName!: string;
  @Column('text') userId!: string;
}

/** The number of people, so that no list has to count. */
@Entity('user_totals')
export class UserTotalRow {
  @PrimaryColumn('boolean', { default: true }) one!: boolean;
  @Column('bigint') users!: number;
}

/** A biography: changed in place, not derived from a log, so that it can be erased for good. */
@Entity('biographies')
@Index('biographies_found', { synchronize: false })
export class BiographyRow {
  @PrimaryColumn('text') userId!: string;
  @Column('text') text!: string;
}
