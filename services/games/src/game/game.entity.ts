import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * A game as lists show it. `listed_at` and `listed_position` are of the last event that changes
 * lists, which moves do not: games keep their places while somebody pages, and a move touches no
 * index.
 */
@Entity('games')
@Index('games_open', { synchronize: false })
@Index('games_open_of_type', { synchronize: false })
@Index('games_public', { synchronize: false })
@Index('games_public_of_type', { synchronize: false })
@Index('games_created', { synchronize: false })
@Index('games_kept1', { synchronize: false })
@Index('games_kept2', { synchronize: false })
@Index('games_of_player1', { synchronize: false })
@Index('games_of_player2', { synchronize: false })
@Index('games_played1', { synchronize: false })
@Index('games_played2', { synchronize: false })
@Index('games_between', { synchronize: false })
@Index('games_rematch', { synchronize: false })
export class GameRow {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'games_pkey' })
  id!: string;

  @Column('text', { name: 'game_type' })
  gameType!: string;

  @Column('boolean')
  private!: boolean;

  @Column('text', { name: 'created_by' })
  createdBy!: string;

  @Column('text', { nullable: true })
  computer!: string | null;

  @Column('text', { name: 'rematch_of', nullable: true })
  rematchOf!: string | null;

  /** For whom the seats of a rematch are reserved. */
  @Column('text', { nullable: true })
  kept1!: string | null;

  @Column('text', { nullable: true })
  kept2!: string | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('text')
  status!: string;

  @Column('text', { nullable: true })
  player1!: string | null;

  @Column('text', { nullable: true })
  player2!: string | null;

  @Column('text', { nullable: true })
  winner!: string | null;

  @Column('text', { name: 'ended_by', nullable: true })
  endedBy!: string | null;

  @Column('timestamptz', { name: 'listed_at' })
  listedAt!: Date;

  @Column('bigint', { name: 'listed_position' })
  listedPosition!: number;

  @Column('timestamptz', { name: 'updated_at' })
  updatedAt!: Date;

  @Column('int', { name: 'move_count' })
  moveCount!: number;

  @Column('int')
  version!: number;
}

/** A move; odd numbers are player1's. */
@Entity('game_moves')
export class GameMoveRow {
  @PrimaryColumn('text', { name: 'game_id', primaryKeyConstraintName: 'game_moves_pkey' })
  gameId!: string;

  @PrimaryColumn('int', { primaryKeyConstraintName: 'game_moves_pkey' })
  number!: number;

  @Column('jsonb')
  move!: object;
}

/**
 * A viewer of a private game: its host, or invited. Sort columns are repeated here, so that an
 * index serves their list.
 */
@Entity('game_viewers')
@Index('game_viewers_list', { synchronize: false })
@Index('game_viewers_hosted', { synchronize: false })
export class GameViewerRow {
  @PrimaryColumn('text', { name: 'game_id', primaryKeyConstraintName: 'game_viewers_pkey' })
  gameId!: string;

  @PrimaryColumn('text', { name: 'user_id', primaryKeyConstraintName: 'game_viewers_pkey' })
  userId!: string;

  @Column('boolean')
  host!: boolean;

  @Column('bigint', { name: 'invited_position' })
  invitedPosition!: number;

  @Column('int')
  place!: number;

  @Column('text', { name: 'game_type' })
  gameType!: string;

  @Column('text')
  status!: string;

  @Column('timestamptz', { name: 'listed_at' })
  listedAt!: Date;

  @Column('bigint', { name: 'listed_position' })
  listedPosition!: number;
}

/** The number of running and finished public games per type, so that no list has to count. */
@Entity('game_totals')
export class GameTotalRow {
  @PrimaryColumn('text', { name: 'game_type', primaryKeyConstraintName: 'game_totals_pkey' })
  gameType!: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'game_totals_pkey' })
  status!: string;

  @Column('bigint')
  games!: number;
}
