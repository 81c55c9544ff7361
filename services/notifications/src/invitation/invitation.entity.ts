import { Entity, PrimaryColumn } from 'typeorm';

/** A person has declined an invitation to a game. */
@Entity('declined_invitations')
export class DeclinedInvitationRow {
  @PrimaryColumn('text', { name: 'game_id', primaryKeyConstraintName: 'declined_invitations_pkey' })
  gameId!: string;

  @PrimaryColumn('text', { name: 'user_id', primaryKeyConstraintName: 'declined_invitations_pkey' })
  userId!: string;
}
