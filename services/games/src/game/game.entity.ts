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
  @PrimaryColumn('text') id!: string;
  @Column('text') gameType!: string;
  @Column('boolean') private!: boolean;
  @Column('text') createdBy!: string;
  @Column('text', { nullable: true }) computer!: string | null;
  @Column('text', { nullable: true }) rematchOf!: string | null;

  /** For whom the seats of a rematch are reserved. */
  @Column('text', { nullable: true }) kept1!: string | null;
  @Column('text', { nullable: true }) kept2!: string | null;
  @Column('timestamptz') createdAt!: Date;
  @Column('text') status!: string;
  @Column('text', { nullable: true }) player1!: string | null;
  @Column('text', { nullable: true }) player2!: string | null;
  @Column('text', { nullable: true }) winner!: string | null;
  @Column('text', { nullable: true }) endedBy!: string | null;
  @Column('timestamptz') listedAt!: Date;
  @Column('bigint') listedPosition!: number;
  @Column('timestamptz') updatedAt!: Date;
  @Column('int') moveCount!: number;
  @Column('int') version!: number;
}

/** A move; odd numbers are player1's. */
@Entity('game_moves')
export class GameMoveRow {
  @PrimaryColumn('text') gameId!: string;
  @PrimaryColumn('int') number!: number;
  @Column('jsonb') move!: object;
}

/**
 * A viewer of a private game: its host, or invited. Sort columns are repeated here, so that an
 * index serves their list.
 */
@Entity('game_viewers')
@Index('game_viewers_list', { synchronize: false })
@Index('game_viewers_hosted', { synchronize: false })
export class GameViewerRow {
  @PrimaryColumn('text') gameId!: string;
  @PrimaryColumn('text') userId!: string;
  @Column('boolean') host!: boolean;
  @Column('bigint') invitedPosition!: number;
  @Column('int') place!: number;
  @Column('text') gameType!: string;
  @Column('text') status!: string;
  @Column('timestamptz') listedAt!: Date;
  @Column('bigint') listedPosition!: number;
}

/** The number of running and finished public games per type, so that no list has to count. */
@Entity('game_totals')
export class GameTotalRow {
  @PrimaryColumn('text') gameType!: string;
  @PrimaryColumn('text') status!: string;
  @Column('bigint') games!: number;
}
