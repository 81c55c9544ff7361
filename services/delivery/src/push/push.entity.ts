import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * What a session's browser has subscribed to. It is in no backup: each load of the page subscribes
 * again. Source: specification PU-3.
 */
@Entity('push_subscriptions')
@Index('push_subscriptions_user_id', ['userId', 'at'])
@Index('push_subscriptions_endpoint', ['endpoint'])
export class PushSubscriptionRow {
  @PrimaryColumn('text') sessionId!: string;
  @Column('text') userId!: string;
  @Column('text') endpoint!: string;
  /** The browser's public key, and its secret. */
  @Column('text') p256dh!: string;
  @Column('text') auth!: string;
  @Column('timestamptz', { default: () => 'now()' }) at!: Date;
  /** How often in a row its push service failed, and until when it is left alone. */
  @Column('int', { default: 0 }) failures!: number;
  @Column('timestamptz', { default: () => 'now()' }) restsUntil!: Date;
}
