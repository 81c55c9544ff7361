import type { EnvelopeOf } from '@parlour/contracts/envelope';
import type { IdentityEvent, UserRowWire } from '@parlour/contracts/identity/identity';
import { deletedUserName } from '@parlour/contracts/limits';
import type { LiveMessage } from '@parlour/contracts/live';
import type { UserUpdateType } from '@parlour/contracts/socket';
import type { LiveOutput } from '@parlour/kernel/log/relay';

const nothing: LiveOutput = { liveMessages: [], endedSessions: [] };

/**
 * The people that the live messages of one batch show, as each sees themselves, read at the time of
 * sending.
 */
export type LiveRows = ReadonlyMap<string, UserRowWire>;

/** The hashes of deleted accounts' names, by account id. */
export type NameHashes = ReadonlyMap<string, readonly string[]>;

/** The people whose rows an event's messages show. */
export function shownBy(event: EnvelopeOf<IdentityEvent>): readonly string[] {
  switch (event.type) {
    case 'UserFollowed':
    case 'UserUnfollowed':
      return [event.data.followedId, event.data.followerId];
    case 'UserBlocked':
    case 'UserUnblocked':
      return [event.data.blockedId];
    case 'FollowVisibilityChanged':
    case 'BiographyUpdated':
    case 'PictureChosen':
    case 'UserRenamed':
    case 'UserSuspended':
    case 'UserRestored':
    case 'OperatorAdded':
    case 'OperatorRemoved':
      return [event.data.userId];
    case 'UserRegistered':
    case 'SessionEnded':
    case 'PasswordReset':
    case 'EmailChanged':
    case 'PasswordResetRequested':
    case 'SiteChanged':
    case 'SitePictureChosen':
    case 'InvitationCreated':
    case 'InvitationRevoked':
    case 'InvitationUsed':
    case 'MemberAdded':
    case 'ApprovalRequested':
    case 'ApprovalDecided':
    case 'UserDeleted':
      return [];
    default:
      event satisfies never;
      return [];
  }
}

/** The live output of an event: for everybody, and for gateways. */
export function live(event: EnvelopeOf<IdentityEvent>, rows: LiveRows, nameHashes: NameHashes = new Map()): LiveOutput {
  const { occurredAt, position } = event;
  switch (event.type) {
    case 'UserRegistered': {
      // Deleted before it was published.
      if (event.data.name === '') return nothing;
      const user = { ...blank, _id: event.data.userId, username: event.data.name, dateJoined: occurredAt };
      return outputOf(toEverybody(user, 'created', position));
    }
    case 'UserFollowed':
      return outputOf(...moved(event.data, rows, 'follow', position));
    case 'UserUnfollowed':
      return outputOf(...moved(event.data, rows, 'unfollow', position));
    case 'UserBlocked':
    case 'UserUnblocked': {
      const { blockerId, blockedId } = event.data;
      const username = rows.get(blockedId)?.username;
      if (username === undefined) return nothing;
      const payload = { username, blocked: event.type === 'UserBlocked' };
      return outputOf({ to: [`user:${blockerId}`], event: 'blockUpdate', payload, position });
    }
    case 'FollowVisibilityChanged':
    case 'BiographyUpdated':
    case 'PictureChosen':
    case 'UserSuspended':
    case 'UserRestored': {
      const row = rows.get(event.data.userId);
      return row ? outputOf(...updated(row, position)) : nothing;
    }
    case 'UserRenamed': {
      const { userId, formerName } = event.data;
      const row = rows.get(userId);
      return row ? outputOf(...updated(row, position, formerName)) : nothing;
    }
    case 'UserDeleted': {
      const { userId } = event.data;
      const user = { ...blank, _id: userId, username: deletedUserName, dateJoined: occurredAt };
      const gone = toEverybody(user, 'deleted', position);
      // One for each name that the person has had: a page may still show a former one.
      const hashes = nameHashes.get(userId) ?? [];
      if (hashes.length === 0) return outputOf(gone);
      return outputOf(...hashes.map((nameHash) => ({ ...gone, payload: { ...gone.payload, nameHash } })));
    }
    case 'OperatorAdded':
    case 'OperatorRemoved': {
      // Nobody learns of others whether they are operators.
      const row = rows.get(event.data.userId);
      return row ? outputOf(toHimself(row, 'updated', position)) : nothing;
    }
    case 'SessionEnded':
      return { liveMessages: [], endedSessions: [{ sessionId: event.data.sessionId, endedAt: occurredAt }] };
    // Pages read the site's settings with their document, invitations and who waits at each visit.
    case 'PasswordReset':
    case 'EmailChanged':
    case 'PasswordResetRequested':
    case 'SiteChanged':
    case 'SitePictureChosen':
    case 'InvitationCreated':
    case 'InvitationRevoked':
    case 'InvitationUsed':
    case 'MemberAdded':
    case 'ApprovalRequested':
    case 'ApprovalDecided':
      return nothing;
    default:
      event satisfies never;
      return nothing;
  }
}

const blank = { followVisibility: true, followerCount: 0, followingCount: 0, picture: null } as const;

function outputOf(...liveMessages: readonly LiveMessage[]): LiveOutput {
  return { liveMessages, endedSessions: [] };
}

/** A live message about a person. */
type UserMessage = Extract<LiveMessage, { readonly event: 'userUpdate' }>;

function toEverybody(user: UserRowWire, type: UserUpdateType, position: number): UserMessage {
  return { to: ['public'], event: 'userUpdate', payload: { user, type }, position };
}

function toHimself(user: UserRowWire, type: UserUpdateType, position: number): UserMessage {
  return { to: [`user:${user._id}`], event: 'userUpdate', payload: { user, type }, position };
}

/**
 * The counts of both sides changed; if a person hides them, nobody else even learns that they did.
 * Source: decisions U-1.
 */
function moved(
  { followerId, followedId }: { readonly followerId: string; readonly followedId: string },
  rows: LiveRows,
  type: 'follow' | 'unfollow',
  position: number,
): readonly LiveMessage[] {
  return [followedId, followerId].flatMap((userId) => {
    const row = rows.get(userId);
    if (!row) return [];
    return [row.followVisibility ? toEverybody(row, type, position) : toHimself(row, type, position)];
  });
}

/** With a former name, so that open pages find what shows it. It is blank once it is erased. */
function updated(row: UserRowWire, position: number, formerName = ''): readonly LiveMessage[] {
  const messages = row.followVisibility
    ? [toEverybody(row, 'updated', position)]
    : // The person last: their own page shows what they hide from others.
      [
        toEverybody({ ...row, followerCount: 0, followingCount: 0 }, 'updated', position),
        toHimself(row, 'updated', position),
      ];
  if (formerName === '') return messages;
  return messages.map((message) => ({ ...message, payload: { ...message.payload, formerName } }));
}
