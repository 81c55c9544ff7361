import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An account that is entered by Google: changed in place, no fold of any log, for an e-mail address is in no event. */
@Entity('google_accounts')
export class GoogleAccountRow {
  @PrimaryColumn('text', { name: 'user_id', primaryKeyConstraintName: 'google_accounts_pkey' })
  userId!: string;

  /** As Google told it at the last signing in; shown to its owner alone. */
  @Column('text')
  email!: string;
}
