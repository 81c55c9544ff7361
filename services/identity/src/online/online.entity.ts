import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A gateway, the place of open sockets, which renews this before it expires. */
@Entity('online_places')
export class OnlinePlaceRow {
  @PrimaryColumn('text') place!: string;
  @Column('timestamptz') expiresAt!: Date;

  /** The number of its last report: an earlier one that arrives late is ignored. */
  @Column('int', { default: 0 }) reports!: number;
}

/** A person who has a socket at a gateway. */
@Entity('online')
@Index('online_at_place', ['place'])
export class OnlineRow {
  @PrimaryColumn('text') userId!: string;
  @PrimaryColumn('text') place!: string;
}

/** A person who does not want others to see that they are online. */
@Entity('online_hidden')
export class OnlineHiddenRow {
  @PrimaryColumn('text') userId!: string;
}
