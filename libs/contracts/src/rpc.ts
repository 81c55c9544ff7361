import type { Actor, Envelope, Positions, Source } from './envelope.ts';
import type { EndedSession } from './live.ts';
import type { SessionGrant, UserRowWire, UserWire } from './identity.ts';
import type { AddQuestion, AnswerWire, QuestionOrder, QuestionRowWire, QuestionWire } from './qa.ts';

/** One page of a list. `total` is exact for whole lists; above `limits.countedExactly` a search's is that number plus one. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
  /** Opaque; asks for the rows after these. Null on the last page. */
  readonly next: string | null;
}

/** Which page of a list is wanted. */
export interface PageRequest {
  readonly limit: number;
  readonly cursor?: string;
}

/** The calls that the kernel answers for every service. */
type KernelRpc = {
  /** Committed events above `after`, in order; `head` is the position of the last one of the log. */
  [S in Source as `${S}.feed`]: {
    request: { after: number; limit: number };
    reply: { logId: string; head: number; envelopes: readonly Envelope[] };
  };
} & {
  /** Answers when the service can serve: its database is reached. */
  [S in Source as `${S}.health`]: { request: object; reply: { ready: boolean } };
};

/** Every call between the gateway and the services, and among services: request and reply, both JSON. */
export type Rpc = KernelRpc & {
  'identity.signup': { request: Credentials & ClientInfo; reply: SessionGrant };
  'identity.login': { request: Credentials & ClientInfo; reply: SessionGrant };
  'identity.refresh': { request: { refreshToken: string } & ClientInfo; reply: SessionGrant };
  'identity.logout': { request: { sessionId: string }; reply: { loggedOut: true } };
  'identity.getSession': { request: object; reply: UserWire };
  /** Sessions that ended after `since` (ISO-8601), for gateways to refuse. */
  'identity.endedSessions': { request: { since: string }; reply: { sessions: readonly EndedSession[] } };
  'identity.getUser': { request: { username: string }; reply: UserWire };
  'identity.getUsers': {
    request: PageRequest & { search?: string; exclude?: string };
    reply: Page<UserRowWire>;
  };
  'qa.addQuestion': { request: AddQuestion; reply: QuestionWire };
  'qa.getQuestions': {
    request: PageRequest & { order: QuestionOrder; search?: string; communityId?: string };
    reply: Page<QuestionRowWire>;
  };
  /** Counts the viewer's first view, as an event. */
  'qa.getQuestionById': { request: { id: string }; reply: QuestionWire };
  'qa.addAnswer': { request: { qid: string; text: string }; reply: AnswerWire };
};

/** The name of a call: `<service>.<what>`. */
export type RpcName = keyof Rpc;

interface Credentials {
  readonly username: string;
  readonly password: string;
}

/** Where a session is used from, for its owner's list of sessions. */
export interface ClientInfo {
  readonly address: string;
  readonly userAgent: string;
}

/** What goes beside every call: who acts, for tracing, and what makes a command happen once. */
export interface CallContext {
  readonly requestId: string;
  readonly actor: Actor | null;
  readonly sessionId: string | null;
  /** The positions that the caller has seen; the service waits until it has applied them. */
  readonly minPositions: Positions;
  /** Together with the actor and the call's name, what a command is known by. */
  readonly idempotency: { readonly key: string; readonly bodyHash: string } | null;
}

/** What comes back beside every reply. */
export interface CallResult<Name extends RpcName> {
  readonly reply: Rpc[Name]['reply'];
  /** Where the command's last event stands in its log; absent of a read. */
  readonly positions: Positions;
  /** A read that could not wait for `minPositions` to be applied. */
  readonly stale: boolean;
}
