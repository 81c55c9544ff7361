import type { Fault } from '../errors.ts';
import { checkDirection, checkWellFormed, lengthOf } from '../text/checks.ts';
import type { IsoTime } from '../time.ts';

/** The bounds of invitations. Source: specification IN-1. */
export const invitationLimits = {
  uses: 5_000,
  /** Of a member's invitation. */
  memberUses: 10,
  leastHours: 1,
  mostDays: 90,
  communities: 20,
  noteLength: 200,
  /** The latest people who came by an invitation that a list names. */
  peopleListed: 100,
} as const;

/** What is wrong with an invitation. */
export const invitationFaults = {
  end: `An invitation must end in ${invitationLimits.leastHours} hour to ${invitationLimits.mostDays} days, or not at all`,
  uses: (most: number) => `An invitation can be used 1 to ${most} times`,
  communities: `An invitation cannot lead to more than ${invitationLimits.communities} communities`,
  note: `Note cannot be more than ${invitationLimits.noteLength} characters`,
} as const;

/** The state of an invitation: only an open one admits people. */
export type InvitationStatus = 'open' | 'usedUp' | 'ended' | 'revoked';

/** A community that an invitation leads into. */
export interface InvitingCommunity {
  readonly _id: string;
  readonly name: string;
}

/** What an invitation is, whoever reads it. */
interface Invitation {
  /** The username of the inviter. */
  readonly by: string;
  /** Null for no end. */
  readonly expiresAt: IsoTime | null;
}

/** Identity to gateway: an invitation, for its inviter and for operators. */
export interface StoredInvitation extends Invitation {
  readonly _id: string;
  readonly code: string;
  /** Its path on this site. */
  readonly url: string;
  readonly status: InvitationStatus;
  readonly uses: number;
  /** How many people came by it. */
  readonly used: number;
  readonly note: string;
  readonly createdAt: IsoTime;
  readonly communityIds: readonly string[];
  /** The usernames of the latest of them, without deleted accounts. */
  readonly people: readonly string[];
}

/** Gateway to browser: an invitation, for its inviter and for operators. */
export interface InvitationWire extends Omit<StoredInvitation, 'communityIds'> {
  /** The open ones of them. */
  readonly communities: readonly InvitingCommunity[];
}

/** Identity to gateway: an open invitation, for whoever has its code. */
export interface OpenInvitation extends Invitation {
  readonly inviterId: string;
  readonly communityIds: readonly string[];
}

/** Gateway to browser: an open invitation, for whoever has its code. */
export interface InvitedWire extends Invitation {
  /** The name of the site. */
  readonly site: string;
  /** Those that the newcomer would be a member of. */
  readonly communities: readonly InvitingCommunity[];
}

/**
 * A person made an invitation; its code and note are in a table of identity only. Stream
 * `invitation/<id>`; ordering key the invitation.
 */
export interface InvitationCreated {
  readonly type: 'InvitationCreated';
  readonly data: {
    readonly invitationId: string;
    readonly by: string;
    readonly expiresAt: IsoTime | null;
    readonly uses: number;
    readonly communityIds: readonly string[];
  };
}

/** Its inviter or an operator revoked an invitation. Stream as for `InvitationCreated`. */
export interface InvitationRevoked {
  readonly type: 'InvitationRevoked';
  readonly data: { readonly invitationId: string; readonly by: string };
}

/** A person signed up by an invitation. Stream `user/<id>`, right after `UserRegistered`. */
export interface InvitationUsed {
  readonly type: 'InvitationUsed';
  readonly data: {
    readonly invitationId: string;
    readonly userId: string;
    readonly inviterId: string;
    readonly communityIds: readonly string[];
  };
}

/** An invitation as it is asked for. */
export interface WantedInvitation {
  readonly expiresAt: string | null;
  readonly uses: number;
  readonly communityIds: readonly string[];
  readonly note: string;
}

/** Whether somebody may make this invitation, the note trimmed by the caller; `now` as ISO-8601. */
export function checkInvitation(
  { expiresAt, uses, communityIds, note }: WantedInvitation,
  isOperator: boolean,
  now: string,
): Fault | undefined {
  if (expiresAt !== null) {
    // oxlint-disable-next-line no-restricted-globals -- reckons with given times, and reads no clock
    const hours = (Date.parse(expiresAt) - Date.parse(now)) / 3_600_000;
    const isWithin = hours >= invitationLimits.leastHours && hours <= invitationLimits.mostDays * 24;
    if (!isWithin) return { code: 'invitation.end', text: invitationFaults.end };
  }
  const most = isOperator ? invitationLimits.uses : invitationLimits.memberUses;
  if (!Number.isInteger(uses) || uses < 1 || uses > most) {
    return { code: 'invitation.uses', text: invitationFaults.uses(most) };
  }
  if (communityIds.length > invitationLimits.communities) {
    return { code: 'invitation.communities', text: invitationFaults.communities };
  }
  if (lengthOf(note) > invitationLimits.noteLength) return { code: 'invitation.note', text: invitationFaults.note };
  return checkWellFormed(note) ?? checkDirection(note);
}
