import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** One person follows another; lists are in the order of following, both ways. */
@Entity('follows')
@Index('follows_followers', ['followedId', 'position'])
@Index('follows_following', ['followerId', 'position'])
export class FollowRow {
  @PrimaryColumn('text') followerId!: string;
  @PrimaryColumn('text') followedId!: string;
  @Column('bigint') position!: number;
}

/**
 * Followers and followed per person, so that no list has to count; and whether others may know,
 * because lists by followers take those of people who hide them as 0.
 */
@Entity('follow_counts')
@Index('follow_counts_most', { synchronize: false })
export class FollowCountRow {
  @PrimaryColumn('text') userId!: string;
  @Column('int') followers!: number;
  @Column('int') following!: number;
  @Column('boolean', { default: true }) visible!: boolean;
}
