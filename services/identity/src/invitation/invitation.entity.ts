import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** An invitation, as the log tells it. */
@Entity('invitations')
@Index('invitations_position', ['position'], { unique: true })
@Index('invitations_of_inviter', ['byId', 'position'])
export class InvitationRow {
  @PrimaryColumn('text') id!: string;
  @Column('bigint') position!: number;
  @Column('text') byId!: string;

  /** Null for no end. */
  @Column('timestamptz', { nullable: true }) expiresAt!: Date | null;
  @Column('int') uses!: number;
  @Column('int', { default: 0 }) used!: number;
  @Column('text', { array: true }) communityIds!: string[];
  @Column('timestamptz') createdAt!: Date;
  @Column('boolean', { default: false }) revoked!: boolean;
}

/** A person who came by an invitation. */
@Entity('invited')
@Index('invited_by', ['invitationId', 'position'])
export class InvitedRow {
  @PrimaryColumn('text') userId!: string;
  @Column('text') invitationId!: string;
  @Column('bigint') position!: number;
}

/**
 * The code and the note of an invitation: not derived from a log, because the code is a secret and
 * the note somebody's text. Not as a hash: its inviter can copy the link again, it opens nothing
 * that is already here, and it ends.
 */
@Entity('invitation_codes')
@Index('invitation_codes_code', ['code'], { unique: true })
@Index('invitation_codes_of_inviter', ['byId'])
export class InvitationCodeRow {
  @PrimaryColumn('text') invitationId!: string;
  @Column('text') byId!: string;
  @Column('text') code!: string;
  @Column('text') note!: string;
}
