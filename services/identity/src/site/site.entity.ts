import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { SiteAct, SiteChanges } from '@parlour/contracts/site';

/** A setting that an operator has changed; the others have their defaults. */
@Entity('site_settings')
export class SiteSettingRow {
  @PrimaryColumn('text') name!: string;
  @Column('text') value!: string;
}

/** The code for signing up: changed in place, not derived from a log, because it is a secret. */
@Entity('site_codes')
export class SiteCodeRow {
  @PrimaryColumn('boolean', { default: true }) one!: boolean;
  @Column('text') code!: string;
}

/** An entry of the site's log; its id is the event's. */
@Entity('site_log')
@Index('site_log_position', ['position'], { unique: true })
@Index('site_log_added', ['toId'], { where: "act = 'memberAdded'" })
export class SiteLogRow {
  @PrimaryColumn('text') id!: string;
  @Column('bigint') position!: number;
  @Column('text') act!: SiteAct;

  /** Null if it was done on the server. */
  @Column('text', { nullable: true }) byId!: string | null;
  @Column('text', { nullable: true }) toId!: string | null;
  @Column('jsonb', { nullable: true }) changes!: SiteChanges | null;
  @Column('timestamptz') at!: Date;
}
