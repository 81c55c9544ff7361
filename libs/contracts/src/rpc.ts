import { type CallKind, type Declared, type Page, read } from './calls.ts';
import { communitiesCalls } from './communities/communities.calls.ts';
import { deliveryCalls } from './delivery/delivery.calls.ts';
import type { Actor, Envelope, Positions, Source } from './envelope.ts';
import { filesCalls } from './files/files.calls.ts';
import { gamesCalls } from './games/games.calls.ts';
import { identityCalls } from './identity/identity.calls.ts';
import type { FileUseWire } from './files/files.ts';
import type { PendingWire } from './identity/approval.ts';
import type { ProvidersWire, UserWire } from './identity/identity.ts';
import type { InvitationWire, InvitedWire } from './identity/invitations.ts';
import type { MembersWire } from './identity/members.ts';
import { leaderboardCalls } from './leaderboard/leaderboard.calls.ts';
import { messagingCalls } from './messaging/messaging.calls.ts';
import { notificationsCalls } from './notifications/notifications.calls.ts';
import { qaCalls } from './qa/qa.calls.ts';
import type { PageRequest } from './page.requests.ts';
import type { OverviewWire, ServiceStateWire } from './site.ts';
import type { LiveEvents, SocketAnswer, SocketRequests } from './socket.ts';
import type { IsoTime } from './time.ts';

export type { Page } from './calls.ts';
export type { ClientInfo } from './identity/identity.calls.ts';
export type { PageRequest } from './page.requests.ts';

/** The calls that the kernel handles for every service. */
const kernelCalls = {
  /** Committed events after `after`, in order; `head` is the position of the log's last event. */
  feed: read<{ after: number; limit: number }, { logId: string; head: number; envelopes: readonly Envelope[] }>(),
  /**
   * Answers once this service has applied another log up to a position: a revoked right waits for
   * this.
   */
  awaitApplied: read<{ source: Source; position: number }, { applied: boolean }>(),
  /** Answers once the service can serve: its database is reachable. Says so if that is damaged. */
  health: read<object, { ready: boolean; damaged?: true }>(),
  /** For operators: how the service is, and what was made in it on each of so many days. */
  state: read<{ since: IsoTime; days: number }, ServiceStateWire>(),
};

const serviceCalls = {
  ...communitiesCalls,
  ...deliveryCalls,
  ...filesCalls,
  ...gamesCalls,
  ...identityCalls,
  ...leaderboardCalls,
  ...messagingCalls,
  ...notificationsCalls,
  ...qaCalls,
};

type ServiceCalls = typeof serviceCalls;
type KernelCalls = typeof kernelCalls;

/**
 * Every call between the gateway and the services, and among services, by its name
 * `<service>.<action>`.
 */
export type Calls = ServiceCalls & { [S in Source as `${S}.feed`]: KernelCalls['feed'] } & {
  [S in Source as `${S}.awaitApplied`]: KernelCalls['awaitApplied'];
} & { [S in Source as `${S}.health`]: KernelCalls['health'] } & {
  [S in Source as `${S}.state`]: KernelCalls['state'];
};

/** The types of every call's request and reply. */
export type Rpc = {
  [Name in keyof Calls]: { request: Calls[Name]['request']; reply: Calls[Name]['reply'] };
};

/** What crosses to browsers: `schemas.mjs` makes JSON schemas of it. */
export interface Wire {
  readonly replies: Replies;
  readonly events: LiveEvents;
  readonly requests: SocketRequests;
  readonly acknowledgement: SocketAnswer;
}

/** What every call of a service replies, and the gateway itself. */
export type Replies = { [Name in keyof ServiceCalls]: ServiceCalls[Name]['reply'] } & {
  'gateway.providers': ProvidersWire;
  'gateway.signedUp': UserWire | PendingWire;
  'gateway.overview': OverviewWire;
  'gateway.fileUse': FileUseWire;
  'gateway.invitation': InvitationWire;
  'gateway.invitations': Page<InvitationWire>;
  'gateway.members': MembersWire;
  'gateway.invited': InvitedWire;
};

/** The name of a call: `<service>.<action>`. */
export type RpcName = keyof Calls;

/** The names of the calls of some kinds. */
export type NameOfKind<Kind extends CallKind> = {
  [Name in RpcName]: Calls[Name]['kind'] extends Kind ? Name : never;
}[RpcName];

/** What a call replies. */
export type ReplyOf<Name extends RpcName> = Rpc[Name]['reply'];

/** The names of the calls that reply with a page of a list. */
export type PageName = {
  [Name in RpcName]: Rpc[Name] extends { request: PageRequest; reply: Page<unknown> } ? Name : never;
}[RpcName];

/** A row of the list of a call. */
export type RowOf<Name extends PageName> = ReplyOf<Name>['rows'][number];

/** The kind of a call. */
export function kindOf(name: RpcName): CallKind {
  return declared(name)?.kind ?? 'read';
}

/** How much longer than others a call may take, in milliseconds. */
export function waitOf(name: RpcName): number {
  return declared(name)?.waitMs ?? 0;
}

/** A call of a service itself; undefined for one of the kernel. */
function declared(name: RpcName): Pick<Declared<CallKind, unknown, unknown>, 'kind' | 'waitMs'> | undefined {
  const own: Partial<Record<string, Pick<Declared<CallKind, unknown, unknown>, 'kind' | 'waitMs'>>> = serviceCalls;
  return own[name];
}

/** The metadata of every call: the actor, tracing, and what makes a command idempotent. */
export interface CallContext {
  readonly requestId: string;
  /** The call's position in its trace, as W3C's traceparent; absent without tracing. */
  readonly traceparent?: string;
  readonly actor: Actor | null;
  readonly sessionId: string | null;
  /** The positions that the caller has seen; the service waits until it has applied them. */
  readonly minPositions: Positions;
  /** Identifies a command, together with the actor and the call's name. */
  readonly idempotency: { readonly key: string; readonly bodyHash: string } | null;
  /**
   * The time of an imported command, ISO-8601 with milliseconds; absent for commands that happen
   * now. The gateway never sets it, so clients can't.
   */
  readonly occurredAt?: string;
}

/** The metadata of every reply. */
export interface CallResult<Name extends RpcName> {
  readonly reply: Rpc[Name]['reply'];
  /** The position of the command's last event in its log; absent for a read. */
  readonly positions: Positions;
  /** Set if a read could not wait for `minPositions` to be applied. */
  readonly stale: boolean;
}
