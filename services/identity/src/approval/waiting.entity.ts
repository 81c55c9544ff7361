import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * Somebody who waits for approval: not derived from a log, because name and answer are somebody's
 * texts, which go with the decision. Their password or Google account stands where it will stay.
 */
@Entity('waiting')
@Index('waiting_canonical_name', ['canonicalName'], { unique: true })
@Index('waiting_since', ['since'])
export class WaitingRow {
  @PrimaryColumn('text') userId!: string;
  @Column('text') name!: string;
  @Column({ type: 'text', collation: 'C' }) canonicalName!: string;

  /** Blank if they gave none. */
  @Column('text') answer!: string;
  @Column('timestamptz', { default: () => 'now()' }) since!: Date;
}
