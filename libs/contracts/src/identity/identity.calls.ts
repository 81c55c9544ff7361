import { command, idempotent, type Page, read, type WholesRequest } from '../calls.ts';
import type {
  BlockedPersonWire,
  EndedDelay,
  OnlineWire,
  SessionGrant,
  SessionWire,
  SignUpTerms,
  UserRowWire,
  UserWire,
} from './identity.ts';
import type {
  ForgotPassword,
  GetUsers,
  GoogleLogin,
  Login,
  OfLink,
  ResetForgotten,
  SetEmail,
  ShowOnline,
  Signup,
} from './identity.requests.ts';
import type { Addressed, AddressMail, AddressNotice } from '../delivery/delivery.ts';
import type { PendingWire, WaitingWire } from './approval.ts';
import type { OpenInvitation, StoredInvitation, WantedInvitation } from './invitations.ts';
import type { ListedMember, ListedRow, ListRun } from './members.ts';
import { limits } from '../limits.ts';
import type { NoticeKind } from '../notifications/notifications.ts';
import type { EndedSession } from '../live.ts';
import type { FoundWire } from '../search/found.ts';
import type { PageRequest } from '../page.requests.ts';
import type { GetReported, Reported } from '../communities/reports.ts';
import type { Search } from '../search/search.requests.ts';
import type {
  ChangeSite,
  EndSessions,
  GetAccounts,
  OfAccount,
  OfWaiting,
  RenameAccount,
  SetSitePicture,
} from '../site.requests.ts';
import type { AdminPersonWire, SiteLogEntryWire, SiteSettingsWire, SiteWire } from '../site.ts';

/** Where a session is used from, for its owner's list of sessions. */
export interface ClientInfo {
  readonly address: string;
  readonly userAgent: string;
}

/** The calls that identity answers. */
export const identityCalls = {
  /** Begins no session if the newcomer waits for approval; nor does the last of these three. */
  'identity.signup': command<Signup & ClientInfo, SessionGrant | PendingWire>(limits.passwordWaitMs),
  /** With a temporary password, which is valid only for this, a new one must be given. */
  'identity.login': command<Login & ClientInfo, SessionGrant>(limits.passwordWaitMs),
  /**
   * Signs in to or creates the account of a Google subject; the token is an ID token, which
   * identity verifies, with this nonce if one was sent. With `again`, the id of a user who must
   * reauthenticate, it refuses every other account and creates none.
   */
  'identity.googleLogin': command<
    GoogleLogin & { nonce?: string; again?: string } & ClientInfo,
    SessionGrant | PendingWire
  >(),
  'identity.refresh': command<{ refreshToken: string } & ClientInfo, SessionGrant>(),
  /** Ends one of the caller's sessions; one that has ended is no error. */
  'identity.logout': command<{ sessionId: string }, { loggedOut: true }>(),
  'identity.logoutEverywhere': command<object, { ended: number }>(),
  'identity.getSession': read<object, UserWire>(),
  'identity.getSessions': read<object, { sessions: readonly SessionWire[] }>(),
  /**
   * Sessions that ended after `since` (ISO-8601), for gateways to refuse, accounts whose sign-in
   * delay the operator ended since, the site as it is, and what sign-up asks for.
   */
  'identity.endedSessions': read<
    { since: string },
    { sessions: readonly EndedSession[]; delays: readonly EndedDelay[]; site: SiteWire; signUp: SignUpTerms }
  >(),
  'identity.getUser': read<{ username: string }, UserWire>(),
  'identity.getUsers': read<GetUsers, Page<UserRowWire>>(),
  /** People by their ids, with their lists. `next` is the first id left out. */
  'identity.getWholeUsers': read<WholesRequest, Page<UserWire>>(),
  'identity.getFollowers': read<{ username: string }, { usernames: readonly string[] }>(),
  'identity.getFollowing': read<{ username: string }, { usernames: readonly string[] }>(),
  /** Returns the caller's current state, like the following calls. */
  'identity.follow': command<{ username: string }, UserWire>(),
  'identity.unfollow': command<{ username: string }, UserWire>(),
  'identity.block': command<{ username: string }, UserWire>(),
  'identity.unblock': command<{ username: string }, UserWire>(),
  /** The people whom the caller has blocked, the latest first. */
  'identity.getBlocked': read<PageRequest, Page<BlockedPersonWire>>(),
  'identity.updateBiography': command<{ biography: string }, UserWire>(),
  /** A file of the caller, or null for none; the gateway has seen that it is theirs. */
  'identity.setPicture': command<{ fileId: string | null }, UserWire>(),
  /** The pictures of these people, of those who have one, by their names. */
  'identity.getPictures': read<{ usernames: readonly string[] }, { pictures: Readonly<Record<string, string>> }>(),
  'identity.toggleFollowVisibility': command<object, UserWire>(),
  'identity.deleteUser': command<object, UserWire>(),
  /** Starts a session that replaces all others. */
  'identity.resetPassword': command<{ password: string } & ClientInfo, SessionGrant>(limits.passwordWaitMs),
  /** Sends a link to this address; with a recent login, like the next one. Answers the caller. */
  'identity.setEmail': command<SetEmail, UserWire>(),
  'identity.removeEmail': command<object, UserWire>(),
  /** Also for visitors, like the next two: the link says whose address it is. */
  'identity.confirmEmail': command<OfLink, { email: string }>(),
  /** Looked up later, so the answer tells nothing of who is here. */
  'identity.forgotPassword': command<ForgotPassword, { sent: true }>(),
  /** Ends all sessions of the account, and begins a new one. */
  'identity.resetForgotten': command<ResetForgotten & ClientInfo, SessionGrant>(limits.passwordWaitMs),
  /** For delivery, at the time of sending. Null if nothing is to be sent there any more. */
  'identity.addressMail': read<AddressMail | AddressNotice, { mail: Addressed | null }>(),
  /** Whose mail of which kind a link ends, for the gateway: also for visitors. */
  'identity.readUnsubscribe': read<OfLink, { userId: string; kind: NoticeKind }>(),
  /** For delivery: whether a mail to this address was refused for good, or it took one again. */
  'identity.noteSent': command<{ emailId: string; isRefused: boolean }, { noted: true }>(),
  /** The gateway has seen that the caller may invite to these communities. */
  'identity.createInvitation': command<WantedInvitation, StoredInvitation>(),
  /** The caller's own invitations, for operators all, the latest first. */
  'identity.getInvitations': read<PageRequest, Page<StoredInvitation>>(),
  /** For whoever has its code, visitors too: the answer for every other code is the same. */
  'identity.getInvitation': read<{ code: string }, OpenInvitation>(),
  'identity.revokeInvitation': command<{ code: string }, StoredInvitation>(),
  /** For gateways: whether the caller may use the calls below, which are unknown to others. */
  'identity.checkOperator': read<object, { operator: boolean }>(),
  'identity.getSite': read<object, SiteSettingsWire>(),
  'identity.changeSite': command<ChangeSite, SiteSettingsWire>(),
  /** A file of the caller, or null for none; the gateway has seen that it is theirs. */
  'identity.setSitePicture': command<Pick<SetSitePicture, 'place' | 'fileId'>, SiteSettingsWire>(),
  'identity.getSiteLog': read<PageRequest, Page<SiteLogEntryWire>>(),
  'identity.getAccounts': read<GetAccounts, Page<AdminPersonWire>>(),
  /** Those who wait for approval, the longest first. */
  'identity.getWaiting': read<PageRequest, Page<WaitingWire>>(),
  /** Opens the account, and answers it. */
  'identity.approve': command<OfWaiting, AdminPersonWire>(),
  /** Erases the account; its name is free again. */
  'identity.decline': command<OfWaiting, { declined: true }>(),
  'identity.getSessionsOf': read<OfAccount, { sessions: readonly SessionWire[] }>(),
  /** Answers the account as it is then, like the next three. */
  'identity.suspend': command<OfAccount, AdminPersonWire>(),
  'identity.restore': command<OfAccount, AdminPersonWire>(),
  'identity.makeOperator': command<OfAccount, AdminPersonWire>(),
  'identity.removeOperator': command<OfAccount, AdminPersonWire>(),
  /** `username` may be a former name. Answers the account as it is then. */
  'identity.rename': command<RenameAccount, AdminPersonWire>(),
  'identity.endSessionsOf': command<EndSessions, { ended: number }>(),
  /** Answers a temporary password, which is stored nowhere. */
  'identity.replacePassword': command<OfAccount, { password: string }>(limits.passwordWaitMs),
  /**
   * Opens accounts for people on a list, and answers what became of each row, in order, with
   * temporary passwords that are stored nowhere.
   */
  'identity.addMembers': command<ListRun & { rows: readonly ListedRow[] }, { members: readonly ListedMember[] }>(
    limits.passwordWaitMs,
  ),
  /**
   * A gateway's report, every few seconds: who came to its sockets, and who has left them all.
   * The first one, whose `number` is 1, begins a lease; every other follows the one before it. A
   * number that is not above the last one arrives late or twice, and is ignored. Without a lease,
   * or after a gap, `known` is false and nothing is noted, so the gateway reports all of its people
   * again, as another place. Source: decisions P-10.
   */
  'identity.stayOnline': idempotent<
    { place: string; number: number; came: readonly string[]; left: readonly string[] },
    { known: boolean }
  >(),
  /**
   * Whether these people are online, as far as the caller may know; offline otherwise. `acquainted`
   * are those who, by other services, share something with the caller. `userId` stands with those
   * whose coming and going the caller may follow. Source: decisions P-9.
   */
  'identity.getOnline': read<
    { usernames: readonly string[]; acquainted: readonly string[] },
    { people: readonly (OnlineWire & { readonly userId?: string })[] }
  >(),
  /** Whether others may see that the caller is online. */
  'identity.getOnlineShown': read<object, { shown: boolean }>(),
  'identity.showOnline': idempotent<ShowOnline, { shown: boolean }>(),
  /** People that a search finds, as far as the caller may see them. */
  'identity.search': read<Search, Page<FoundWire>>(),
  /** Describes people, in order; null for what the caller may not see. */
  'identity.getReported': read<GetReported, { things: readonly (Reported | null)[] }>(),
};
