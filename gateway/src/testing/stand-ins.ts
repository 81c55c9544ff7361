import { type Source, sources } from '@parlour/contracts/envelope';
import { addressOfFile } from '@parlour/contracts/files/file-id';
import { unedited } from '@parlour/contracts/posts/editable';
import { DomainError, type ErrorCode } from '@parlour/contracts/errors';
import type { SessionGrant, SignUpTerms, UserRowWire, UserWire } from '@parlour/contracts/identity/identity';
import type { EndedSession } from '@parlour/contracts/live';
import { type AdminCommunityWire, type AdminPersonWire, siteDefaults, type SiteWire } from '@parlour/contracts/site';
import { messages } from '@parlour/contracts/messages';
import type { QuestionRowWire, QuestionWire } from '@parlour/contracts/qa/qa';
import type { CallResult, Rpc, RpcName } from '@parlour/contracts/rpc';
import { Outcome } from '@parlour/kernel/log/commands';
import { type Call, refusalWireOf, serviceOf } from '@parlour/kernel/rpc/calls';
import type { InProcessServer } from '@parlour/kernel/rpc/in-process';
import { CheckedHub } from '@parlour/kernel/testing/copying-hub';
import { silentLogger } from '@parlour/kernel/testing/silent-logger';

export const ann = { id: '01900000-0000-7000-8000-00000000000a', name: 'Ann' };
export const questionId = '01900000-0000-7000-8000-0000000000f1';
export const unknownId = '01900000-0000-7000-8000-0000000000ff';
const longAgo = '2026-01-05T09:03:07.000Z';

type Handlers = { [Name in RpcName]?: (call: Call<Name>) => Answered<Name> | Promise<Answered<Name>> };
type Answered<Name extends RpcName> = Rpc[Name]['reply'] | CallResult<Name>;

/** Nothing is there whole: rows stay as they are. */
const none = { rows: [], total: 0, next: null };
const wholes: Handlers = {
  'qa.getWholeQuestions': () => none,
  'identity.getWholeUsers': () => none,
  'communities.getWholeCommunities': () => none,
  'messaging.getWholeChats': () => none,
  'games.getWholeGames': () => none,
};

function noInvitation(): never {
  throw new DomainError('invitation.over', messages.invitationOver);
}

/** What identity tells gateways of signing up. */
export const standInTerms: SignUpTerms = { isNew: false, passwordLength: 1 };

/** The site as identity tells it to gateways. */
export const standInSite: SiteWire = { name: 'Parlour', description: '', signUp: 'everyone', ...siteDefaults };

/**
 * Services that answer the gateway's calls from memory, over the real in-process transport. They
 * have no rules: they return what a test sets and record their requests, so that a test sees what
 * crosses the border.
 */
export class StandIns {
  readonly hub = new CheckedHub();
  readonly calls: { name: RpcName; call: Call<RpcName>; result?: CallResult<RpcName> }[] = [];
  ended: EndedSession[] = [];
  site: SiteWire = standInSite;
  rows: QuestionRowWire[] = [rowOf(questionId, 'How do tides work?')];
  next: string | null = null;
  private readonly servers = new Map<Source, InProcessServer>();
  private sessions = 0;

  constructor() {
    for (const source of sources) {
      this.servers.set(source, this.hub.serverOf(source, silentLogger));
      this.answer({
        [`${source}.health`]: () => ({ ready: true }),
        [`${source}.state`]: () => ({ ready: true, consumers: [], bytes: 8_192, daily: {}, waiting: {} }),
      });
      this.open(source);
    }
    this.reset();
  }

  /** Forgets the calls, and what a test set instead of the usual answers of these services. */
  reset(): void {
    this.calls.length = 0;
    this.answer(this.identity());
    this.answer(this.qa());
    this.answer(wholes);
  }

  /** Sets the answers to calls. */
  answer(handlers: Handlers): void {
    for (const [name, handler] of Object.entries(handlers) as [RpcName, (call: Call<RpcName>) => unknown][]) {
      this.serverOf(serviceOf(name)).addHandler(name, async (call: Call<RpcName>, handling: { stale: boolean }) => {
        // A gateway's own periodic calls are not caused by the test.
        const entry: StandIns['calls'][number] = { name, call };
        if (!['identity.endedSessions', 'identity.stayOnline'].includes(name)) this.calls.push(entry);
        try {
          entry.result = resultOf(await handler(call));
          handling.stale = entry.result.stale;
          return new Outcome(entry.result.reply, entry.result.positions);
        } catch (failure) {
          if (!(failure instanceof DomainError)) throw failure;
          throw Object.assign(new Error(failure.message), refusalWireOf(failure));
        }
      });
    }
  }

  refuse(name: RpcName, code: ErrorCode, text: string): void {
    this.answer({
      [name]: () => {
        throw new DomainError(code, text);
      },
    });
  }

  open(service: Source): void {
    this.serverOf(service).listen(() => undefined);
  }

  close(service: Source): Promise<void> {
    return this.serverOf(service).close();
  }

  private serverOf(service: Source): InProcessServer {
    const server = this.servers.get(service);
    if (!server) throw new Error(`${service} is no service`);
    return server;
  }

  /** The last call of a name. */
  last<Name extends RpcName>(name: Name): Call<Name> {
    return this.lastAnswered(name).call as Call<Name>; // found by its name
  }

  /** The same, with what the service answered. */
  lastAnswered(name: RpcName): StandIns['calls'][number] {
    const found = this.calls.findLast((given) => given.name === name);
    if (!found) throw new Error(`${name} was not called`);
    return found;
  }

  count(name: RpcName): number {
    return this.calls.filter((given) => given.name === name).length;
  }

  private identity(): Handlers {
    return {
      'identity.endedSessions': () => ({ sessions: this.ended, delays: [], site: this.site, signUp: standInTerms }),
      'identity.stayOnline': () => ({ known: true }),
      'identity.getOnline': ({ request }) => ({
        people: request.usernames.map((username) => ({ username, online: false })),
      }),
      'identity.getOnlineShown': () => ({ shown: true }),
      'identity.showOnline': ({ request }) => ({ shown: request.shown }),
      'identity.signup': ({ request }) => this.grant(request.username),
      'identity.login': ({ request }) => {
        if (request.password !== 'right') throw new DomainError('login.failed', messages.loginFailed);
        return this.grant(request.username);
      },
      'identity.refresh': ({ request }) => {
        if (request.refreshToken !== 'refresh-1') throw new DomainError('session.ended', messages.notSignedIn);
        return this.grant(ann.name);
      },
      'identity.logout': ({ request }) => {
        this.ended.push({ sessionId: request.sessionId, endedAt: new Date().toISOString() });
        return { loggedOut: true };
      },
      'identity.getSession': ({ context }) => userOf(context.actor?.name ?? 'nobody'),
      'identity.getUser': ({ request }) => {
        if (request.username === 'nobody') throw new DomainError('user.unknown', messages.userUnknown);
        return userOf(request.username);
      },
      ...this.profiles(),
      'identity.createInvitation': noInvitation,
      'identity.getInvitation': noInvitation,
      'identity.getInvitations': () => none,
      'identity.revokeInvitation': noInvitation,
      'identity.getUsers': () => ({ rows: [userRowOf('Ann'), userRowOf('Bob')], total: 2, next: null }),
    };
  }

  /** Ann operates the site. */
  private administration(): Handlers {
    const account = (): AdminPersonWire => ({
      _id: unknownId,
      username: 'Bob',
      dateJoined: longAgo,
      operator: false,
      suspended: false,
      isGoogleUser: false,
      own: false,
      sessions: 1,
    });
    const community = (): AdminCommunityWire => ({
      _id: unknownId,
      name: 'Bakers',
      visibility: 'private',
      owner: 'Bob',
      memberCount: 3,
      createdAt: longAgo,
      closedAt: null,
      readable: true,
    });
    const site = {
      ...siteDefaults,
      name: 'Harbour club',
      description: 'Knots and cake',
      signUp: 'code',
      code: 'reef',
    } as const;
    return {
      'identity.checkOperator': ({ context }) => ({ operator: context.actor?.name === ann.name }),
      'identity.getSite': () => site,
      // The limits stay, or one test would limit the next.
      'identity.setSitePicture': ({ request: { place, fileId } }) => ({
        ...site,
        [place]: fileId === null ? null : addressOfFile(fileId),
      }),
      'identity.changeSite': ({ request }) => ({
        ...{ ...site, ...request, limits: site.limits },
        files: { ...site.files, ...request.files },
      }),
      'identity.getSiteLog': () => ({ rows: [], total: 0, next: null }),
      'qa.getOperatorActs': () => ({ rows: [], total: 0, next: null }),
      'messaging.getOperatorActs': () => ({ rows: [], total: 0, next: null }),
      'communities.getOperatorActs': () => ({ rows: [], total: 0, next: null }),
      'communities.getAll': () => ({ rows: [community()], total: 40, next: '7' }),
      'communities.closeAny': () => ({ ...community(), closedAt: longAgo }),
      'identity.getAccounts': () => ({ rows: [], total: 0, next: null }),
      'identity.getSessionsOf': () => ({ sessions: [] }),
      'identity.getWaiting': () => none,
      'identity.approve': account,
      'identity.decline': () => ({ declined: true }),
      'identity.suspend': account,
      'identity.restore': account,
      'identity.makeOperator': account,
      'identity.removeOperator': account,
      'identity.rename': account,
      'identity.endSessionsOf': () => ({ ended: 1 }),
      'identity.addMembers': ({ request }) => ({
        members: request.rows.map(({ username }) => ({ status: 'new', userId: null, username })),
      }),
      'communities.findNamed': ({ request }) => ({ communities: request.names.map(() => null) }),
      'communities.admitListed': ({ request }) => ({ joined: request.members.map(() => []) }),
      'identity.replacePassword': () => ({ password: 'abcd-efgh' }),
    };
  }

  private profiles(): Handlers {
    const self = ({ context }: Call<RpcName>) => userOf(context.actor?.name ?? 'nobody');
    return {
      'identity.getFollowers': () => ({ usernames: ['Bob'] }),
      'identity.getFollowing': () => ({ usernames: ['Cay'] }),
      'identity.follow': self,
      'identity.unfollow': self,
      'identity.block': self,
      'identity.unblock': self,
      'identity.getBlocked': () => ({ rows: [], total: 0, next: null }),
      'identity.resetPassword': ({ context }) => this.grant(context.actor?.name ?? 'nobody'),
      'identity.setEmail': self,
      'identity.removeEmail': self,
      'identity.confirmEmail': () => ({ email: 'a@b.org' }),
      'identity.forgotPassword': () => ({ sent: true }),
      'identity.resetForgotten': () => this.grant(ann.name),
      'delivery.getMailState': () => ({ on: true, from: 'a@b.org', waiting: 0, waitingSince: null, lastFailure: null }),
      'delivery.sendTestMail': () => ({ sent: true }),
      'identity.updateBiography': self,
      'identity.toggleFollowVisibility': self,
      'identity.deleteUser': self,
      'identity.getSessions': () => ({ sessions: [] }),
      'identity.logoutEverywhere': () => ({ ended: 2 }),
      ...this.administration(),
      'identity.googleLogin': () => this.grant('Gail'),
    };
  }

  private qa(): Handlers {
    return {
      'qa.addQuestion': ({ request }) => ({
        reply: questionOf(request.title),
        positions: { qa: 7 },
        stale: false,
      }),
      'qa.getQuestions': () => ({ rows: this.rows, total: 2, next: this.next }),
      'qa.getQuestionById': ({ request }) => {
        if (request.id !== questionId) throw new DomainError('question.unknown', messages.questionUnknown);
        return questionOf('How do tides work?');
      },
      'qa.addAnswer': ({ request, context }) => ({
        reply: {
          _id: unknownId,
          text: request.text,
          ansBy: context.actor?.name ?? '',
          ansDateTime: longAgo,
          comments: [],
          score: 0,
          myVote: null,
          accepted: false,
          ...unedited,
        },
        positions: { qa: 8 },
        stale: false,
      }),
    };
  }

  private grant(username: string): SessionGrant {
    this.sessions++;
    return {
      user: userOf(username),
      sessionId: `01900000-0000-7000-8000-5e5510${String(this.sessions).padStart(6, '0')}`,
      refreshToken: `refresh-${this.sessions}`,
      authenticatedAt: new Date().toISOString(),
      refreshExpiresAt: new Date(Date.now() + 7 * 24 * 3_600_000).toISOString(),
    };
  }
}

function resultOf(answered: unknown): CallResult<RpcName> {
  const isResult = typeof answered === 'object' && answered !== null && 'positions' in answered;
  return (isResult ? answered : { reply: answered, positions: {}, stale: false }) as CallResult<RpcName>; // as Handlers say
}

/** A person's id, derived from the name. */
export function idOf(username: string): string {
  const digits = Buffer.from(username).toString('hex').slice(0, 12).padStart(12, '0');
  return `01900000-0000-7000-8000-${digits}`;
}

function userRowOf(username: string): UserRowWire {
  return {
    _id: idOf(username),
    username,
    dateJoined: longAgo,
    followVisibility: true,
    followerCount: 0,
    followingCount: 0,
    picture: null,
  };
}

export function userOf(username: string): UserWire {
  return {
    ...userRowOf(username),
    biography: '',
    followers: [],
    following: [],
    isFollowed: false,
    isGoogleUser: false,
  };
}

export function rowOf(id: string, title: string): QuestionRowWire {
  return {
    _id: id,
    title,
    tags: [{ name: 'sea', description: 'user added tag' }],
    askedBy: 'Ann',
    askDateTime: longAgo,
    onlyFollowers: false,
    communityId: null,
    acceptedAnswerId: null,
    answerCount: 0,
    viewCount: 0,
    upVoteCount: 0,
    downVoteCount: 0,
    excerpt: 'The moon is said to have a hand in it.',
    lastActivity: null,
    ...unedited,
  };
}

export function questionOf(title: string): QuestionWire {
  const empty = { answers: [], comments: [], upVotes: [], downVotes: [], views: [], following: [] };
  const { lastActivity: _, ...head } = rowOf(questionId, title);
  return { ...head, text: 'The moon is said to have a hand in it.', ...empty };
}
