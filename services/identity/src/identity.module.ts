import { eventsOf } from '@parlour/contracts/envelope';
import type { IdentityEvent, UserRowWire } from '@parlour/contracts/identity/identity';
import { KernelTables1795800000000 } from '@parlour/kernel/database/kernel-tables';
import type { MakeLive } from '@parlour/kernel/log/relay';
import { readsOf } from '@parlour/kernel/service/reads';
import { inSearchTurn } from '@parlour/search/word-search';
import { setSearchLanguage } from '@parlour/search/search-language';
import { SearchWords1795800000001 } from '@parlour/search/search-words.migrations';
import type { ServiceDefinition } from '@parlour/kernel/service/service-module';
import { AccountController } from './account/account.controller.ts';
import { AdministrationController } from './account/administration.controller.ts';
import { CredentialRow, GoogleAccountRow } from './account/account.entity.ts';
import { GoogleSignInController } from './account/google/google-sign-in.controller.ts';
import { GoogleTokens } from './account/google/google-tokens.ts';
import { OwnAccountController } from './account/own-account.controller.ts';
import { ChosenPasswords } from './account/passwords/chosen-passwords.ts';
import { PasswordRules } from './account/passwords/password-rules.ts';
import { Passwords } from './account/passwords/passwords.ts';
import { readNameHashes } from './account/signup/usernames.ts';
import { approvalLapses } from './approval/approval.ts';
import { ApprovalController } from './approval/approval.controller.ts';
import { WaitingRow } from './approval/waiting.entity.ts';
import { waitingTotal } from './approval/waiting.queries.ts';
import { BlockController } from './block/block.controller.ts';
import { BlockRow } from './block/block.entity.ts';
import { readBlocked } from './block/block.queries.ts';
import { blockView } from './block/block.projection.ts';
import { followEndingPolicy } from './block/follow-endings.ts';
import { FollowController } from './follow/follow.controller.ts';
import { FollowCountRow, FollowRow } from './follow/follow.entity.ts';
import { followView } from './follow/follow.projection.ts';
import { readFollows } from './follow/follow.queries.ts';
import { EmailController } from './email/email.controller.ts';
import { EmailRow, ForgottenRow } from './email/email.entity.ts';
import { forgottenPolicy, formerEmailPolicy } from './email/forgotten.ts';
import { LinkTokens } from './email/link-tokens.ts';
import { ResetController } from './email/reset.controller.ts';
import { IdentityConfig } from './identity-config.ts';
import { InvitationController } from './invitation/invitation.controller.ts';
import { InvitationCodeRow, InvitationRow, InvitedRow } from './invitation/invitation.entity.ts';
import { invitationView } from './invitation/invitation.projection.ts';
import { MemberController } from './member/member.controller.ts';
import { OnlineController } from './online/online.controller.ts';
import { OnlineHiddenRow, OnlinePlaceRow, OnlineRow } from './online/online.entity.ts';
import { liveOnline } from './online/online.live.ts';
import { readOnline, readOnlineChanges, readOnlineShown } from './online/online.queries.ts';
import { readReported } from './reported/reported.queries.ts';
import { readFoundPeople } from './search/found.queries.ts';
import { endedSessionView } from './session/ended-session.projection.ts';
import { sessionEndingPolicy, SessionEndings } from './session/session-endings.ts';
import { SessionController } from './session/session.controller.ts';
import { EndedSessionRow, SessionRow } from './session/session.entity.ts';
import { SiteLogRow, SiteCodeRow, SiteSettingRow } from './site/site.entity.ts';
import { SiteController } from './site/site.controller.ts';
import { siteLogView } from './site/site-log.projection.ts';
import { siteView } from './site/site.projection.ts';
import { UserController } from './user/user.controller.ts';
import { live, shownBy } from './user/user.live.ts';
import { BiographyRow, FormerNameRow, UserRow, UserTotalRow } from './user/user.entity.ts';
import { userView } from './user/user.projection.ts';
import { readUser, readUserRows, readUsers, readWholeUsers, readPictures } from './user/user.queries.ts';
import { Invitations1796000000003 } from './migrations/1796000000003-invitations.migrations.ts';
import { Pictures1796000000000 } from './migrations/1796000000000-pictures.migrations.ts';
import { Emails1796100000000 } from './migrations/1796100000000-emails.migrations.ts';
import { Waiting1796200000000 } from './migrations/1796200000000-waiting.migrations.ts';
import { AskedAgain1796210000000 } from './migrations/1796210000000-asked-again.migrations.ts';
import { Identity1795800000002 } from './migrations/1795800000002-identity.migrations.ts';

const makeLive: MakeLive = async (envelopes, database) => {
  const events = eventsOf<IdentityEvent>(envelopes);
  const shown = [...new Set(events.flatMap(shownBy))];
  const rows = shown.length > 0 ? await readUserRows(database, shown) : new Map<string, UserRowWire>();
  const deleted = events.flatMap(({ type, data }) => (type === 'UserDeleted' ? [data.userId] : []));
  const hashes = deleted.length > 0 ? await readNameHashes(database, deleted) : new Map<string, string[]>();
  const messages = events.map((event) => live(event, rows, hashes));
  return {
    liveMessages: messages.flatMap((each) => each.liveMessages),
    endedSessions: messages.flatMap((each) => each.endedSessions),
  };
};

/** The tables of this service, oldest migration first. */
export const identityMigrations = [
  KernelTables1795800000000,
  SearchWords1795800000001,
  Identity1795800000002,
  Pictures1796000000000,
  Invitations1796000000003,
  Emails1796100000000,
  Waiting1796200000000,
  AskedAgain1796210000000,
];

const reads = readsOf({
  'identity.getUser': (tx, { username }, viewer) => readUser(tx, username, viewer),
  'identity.getUsers': readUsers,
  'identity.getWholeUsers': (tx, { ids }, viewer) => readWholeUsers(tx, ids, viewer),
  'identity.getPictures': (tx, { usernames }) => readPictures(tx, usernames),
  'identity.getFollowers': (tx, { username }, viewer) => readFollows(tx, 'followers', username, viewer),
  'identity.getFollowing': (tx, { username }, viewer) => readFollows(tx, 'following', username, viewer),
  'identity.getBlocked': readBlocked,
  'identity.getOnline': readOnline,
  'identity.getOnlineShown': (tx, _, viewer) => readOnlineShown(tx, viewer),
  'identity.search': inSearchTurn(readFoundPeople),
  'identity.getReported': readReported,
});

/**
 * People, their accounts and sessions.
 * @param linkKeys sign the links in mails, and verify them; tools make none
 */
export function identityDefinition(config: IdentityConfig, linkKeys: readonly Buffer[] = []): ServiceDefinition {
  return {
    source: 'identity',
    database: {
      entities: [
        UserRow,
        FormerNameRow,
        UserTotalRow,
        FollowRow,
        FollowCountRow,
        BlockRow,
        EndedSessionRow,
        CredentialRow,
        GoogleAccountRow,
        EmailRow,
        ForgottenRow,
        WaitingRow,
        BiographyRow,
        SessionRow,
        SiteSettingRow,
        SiteCodeRow,
        SiteLogRow,
        InvitationRow,
        InvitedRow,
        InvitationCodeRow,
        OnlinePlaceRow,
        OnlineRow,
        OnlineHiddenRow,
      ],
      migrations: identityMigrations,
      afterMigrations: setSearchLanguage,
    },
    views: [userView, followView, blockView, endedSessionView, siteView, siteLogView, invitationView],
    live: makeLive,
    async liveState(keys, position, database) {
      return (await readOnlineChanges(database, keys)).map((change) => liveOnline(change, position));
    },
    controllers: [
      ...[AccountController, GoogleSignInController, OwnAccountController, SessionController, UserController],
      ...[EmailController, ResetController],
      ...[FollowController, BlockController, InvitationController],
      ...[AdministrationController, ApprovalController, MemberController],
      ...[SiteController, OnlineController, reads],
    ],
    providers: [
      { provide: IdentityConfig, useValue: config },
      { provide: LinkTokens, useValue: new LinkTokens(linkKeys) },
      ...[Passwords, PasswordRules, ChosenPasswords, GoogleTokens, SessionEndings],
    ],
    daily: [{ what: 'people', table: 'users', at: 'joined_at' }],
    waiting: { newcomers: waitingTotal },
    policies: [sessionEndingPolicy, followEndingPolicy, forgottenPolicy, formerEmailPolicy, approvalLapses],
    keptTables: [
      ...['credentials', 'google_accounts', 'emails', 'biographies', 'waiting'],
      ...['site_codes', 'invitation_codes', 'online_hidden'],
    ],
    // A restored session may have been ended since the backup.
    fleetingTables: ['sessions', 'forgotten', 'online_places', 'online'],
  };
}
