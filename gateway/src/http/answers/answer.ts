import type { Positions } from '@parlour/contracts/envelope';
import type { SessionGrant } from '@parlour/contracts/identity/identity';
import type { CallResult, Page, Replies, RpcName } from '@parlour/contracts/rpc';
import { Json, type JsonPage, type UnparsedResult } from '@parlour/kernel/rpc/json';

/** A response body with its metadata for headers and cookies. */
export interface Answer<Body> {
  readonly body: Body | Json<Body>;
  readonly positions: Positions;
  readonly stale: boolean;
  /** For a list: the total number of rows, and the cursor of the next page. */
  readonly page?: { readonly total: number; readonly next: string | null };
  /** Private answers are never cached. */
  readonly isPrivate?: boolean;
  /**
   * A started or refreshed session sets its cookies, a re-issued one only the access cookie; an
   * ended one clears them.
   */
  readonly session?: SessionGrant | EnteredSession | 'ended';
}

/** A session that keeps its refresh token. */
export type EnteredSession = Omit<SessionGrant, 'refreshToken' | 'refreshExpiresAt'>;

/** Marks what controllers return, so that nothing else is taken for an answer. */
export class Answered<Body> {
  constructor(readonly answer: Answer<Body>) {}

  /** The body, parsed where PostgreSQL wrote it. */
  get body(): Body {
    const { body } = this.answer;
    return body instanceof Json ? body.parse() : body;
  }

  /** The same with another body: lists stay plain (decisions T-5). */
  map<Other>(of: (body: Body) => Other): Answered<Other> {
    return new Answered({ ...this.answer, body: of(this.body) });
  }
}

/** The body of an answer: the reply of a call, its rows if it is a page, or one of its fields. */
export type BodyOf<Name extends keyof Replies, Field extends string = never> = [Field] extends [never]
  ? Replies[Name] extends Page<infer Row>
    ? readonly Row[]
    : Replies[Name]
  : Replies[Name][Field & keyof Replies[Name]];

/** A reply as it is. */
export function answered<Name extends RpcName>(result: UnparsedResult<Name>): Answered<CallResult<Name>['reply']> {
  type Reply = CallResult<Name>['reply'];
  const body = result.reply as Reply | Json<Reply>; // a page is for answeredPage
  return new Answered({ body, positions: result.positions, stale: result.stale });
}

/** A page of a list: the rows are the body, the rest goes into headers (decisions T-5). */
export function answeredPage<Row>(
  result: { readonly reply: Page<Row> | JsonPage<Row> } & Pick<CallResult<RpcName>, 'positions' | 'stale'>,
): Answered<readonly Row[]> {
  const { rows, total, next } = result.reply;
  return new Answered({ body: rows, positions: result.positions, stale: result.stale, page: { total, next } });
}
