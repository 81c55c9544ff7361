import { Entity, PrimaryColumn } from 'typeorm';

/** A person has declined an invitation to a game. */
@Entity('declined_invitations')
export class DeclinedInvitationRow {
  @PrimaryColumn('text') gameId!: string;
  @PrimaryColumn('text') userId!: string;
}
