import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** To its owner: `new` waits for its link, `former` to be told that it was replaced. */
export type EmailState = 'new' | 'current' | 'former';

/**
 * An e-mail address: changed in place, not derived from a log, because addresses are in no event.
 * Several people may have the same one: refusing that would tell who is here.
 */
@Entity('emails')
@Index('emails_user_id', ['userId'])
@Index('emails_new', ['userId'], { unique: true, where: `state = 'new'` })
@Index('emails_current', ['userId'], { unique: true, where: `state = 'current'` })
@Index('emails_former', ['at'], { where: `state = 'former'` })
export class EmailRow {
  @PrimaryColumn('text') id!: string;
  @Column('text') userId!: string;
  @Column('text') address!: string;
  @Column('text') state!: EmailState;

  /** Since when it is in this state. */
  @Column('timestamptz', { default: () => 'now()' }) at!: Date;

  /** When the last link for a forgotten password was asked for. */
  @Column('timestamptz', { nullable: true }) forgottenAt!: Date | null;

  /** How often one was asked for again soon. */
  @Column('int', { default: 0 }) forgottenAgain!: number;

  /** How often in a row mail to it was refused for good. */
  @Column('int', { default: 0 }) refusals!: number;
}

/** What somebody typed who forgot their password, until it is looked up. */
@Entity('forgotten')
export class ForgottenRow {
  @PrimaryColumn('bigint', { generated: 'identity' }) id!: string;
  @Column('text') name!: string;
  @Column('timestamptz', { default: () => 'now()' }) at!: Date;
}
