import { Inject, Injectable } from '@nestjs/common';
import { limits } from '@parlour/contracts/limits';
import type { CallContext, Page, PageRequest, RpcName } from '@parlour/contracts/rpc';
import { type JsonPage, Json } from '@parlour/kernel/rpc/json';
import { gatewayEnvironment, type GatewayEnvironment } from '../gateway-environment.ts';
import { Answered } from '../http/answers/answer.ts';
import { contractLists, contractReplies, type Kind } from './contract.ts';
import { withPlaceholders } from './placeholders.ts';

/** A row, or anything whole. */
export type Thing = Readonly<Record<string, unknown>>;

/** How each kind of entity is read whole, and the field with its id. */
const kinds = {
  question: { call: 'qa.getWholeQuestions', id: '_id' },
  user: { call: 'identity.getWholeUsers', id: '_id' },
  community: { call: 'communities.getWholeCommunities', id: '_id' },
  chat: { call: 'messaging.getWholeChats', id: '_id' },
  game: { call: 'games.getWholeGames', id: 'gameID' },
} as const satisfies Record<Kind, { call: RpcName; id: string }>;

/** A list at the root of the host ends after this many bytes, with a Link to the rest. */
export const contractBytes = 8 * 1024 * 1024;

/** Games have no text: this many, of the longest kind, fit into a reply of a service. */
export const idsAtOnce = 50;

/** Reads a page of a list. */
type ReadPage<Row> = (page?: PageRequest) => Promise<Answered<readonly Row[]>>;

interface Completed<Row> {
  readonly things: readonly Row[];
  /** How many of the rows were looked at. */
  readonly rows: number;
  readonly bytes: number;
}

/**
 * Completes what our own page gets as lean rows: calls at the root of the host answer whole
 * entities. Source: decisions T-6.
 */
@Injectable()
export class Wholes {
  constructor(@Inject(gatewayEnvironment) private readonly environment: GatewayEnvironment) {}

  /** A list, as long as the contract's clients expect it: they know no pages. */
  async list<Row>(
    name: RpcName,
    asked: PageRequest,
    read: ReadPage<Row>,
    context: CallContext,
    { isLimited }: { readonly isLimited: boolean },
  ): Promise<Answered<readonly Row[]>> {
    const kind = contractLists[name];
    if (kind === undefined) return read();
    const most = isLimited ? asked.limit : limits.page.atRoot;
    const all: Row[] = [];
    let left = contractBytes;
    let at = asked.cursor;
    for (;;) {
      const limit = Math.min(most - all.length, limits.page.greatest);
      const page = await read(pageFrom(limit, at));
      const { things, rows, bytes } = await this.completed(kind, page.body, context, left);
      all.push(...things);
      left -= bytes;
      // The same rows once more, for the cursor that follows them.
      const { answer } = rows < page.body.length ? await read(pageFrom(rows, at)) : page;
      at = answer.page?.next ?? undefined;
      if (isLimited || at === undefined || all.length >= most || left <= 0)
        return new Answered({ ...answer, body: all });
    }
  }

  /** A reply that is an entity, or has some. */
  async reply<Reply>(name: RpcName, reply: Answered<Reply>, context: CallContext): Promise<Answered<Reply>> {
    const kind = contractReplies[name];
    if (!kind) return isReadable(reply) ? reply : reply.map(withPlaceholders);
    const { body } = reply;
    const minPositions = { ...context.minPositions, ...reply.answer.positions };
    const whole = await this.one(kind, idOf(kind, body), { ...context, minPositions });
    return whole ? reply.map(() => ({ ...body, ...whole })) : reply;
  }

  /** An entity by its id; undefined if the caller may not see it. */
  async one(kind: Kind, id: string, context: CallContext): Promise<Thing | undefined> {
    const { wholes } = await this.read(kind, [id], context);
    return wholes.get(id);
  }

  private async completed<Row>(
    kind: Kind | null,
    rows: readonly Row[],
    context: CallContext,
    left: number,
  ): Promise<Completed<Row>> {
    if (!kind) return { things: rows, rows: rows.length, bytes: JSON.stringify(rows).length };
    const ids = rows.map((row) => idOf(kind, row));
    const things: Row[] = [];
    let bytes = 0;
    let done = 0;
    while (done < ids.length && bytes < left) {
      const part = ids.slice(done, done + idsAtOnce);
      const read = await this.read(kind, part, context);
      const next = read.next === null ? -1 : ids.indexOf(read.next, done + 1);
      const end = next === -1 ? done + part.length : next;
      for (const row of rows.slice(done, end)) {
        // Who may not see it any more has its row.
        things.push({ ...row, ...read.wholes.get(idOf(kind, row)) });
      }
      bytes += read.bytes;
      done = end;
    }
    return { things, rows: done, bytes };
  }

  /** Entities by their ids, up to 50, as the caller may see them; `next` did not fit any more. */
  async read(
    kind: Kind,
    ids: readonly string[],
    context: CallContext,
  ): Promise<{ wholes: Map<string, Thing>; bytes: number; next: string | null }> {
    const { call } = kinds[kind];
    const { reply } = await this.environment.rpc.forward(call, { ids }, { ...context, idempotency: null });
    const { rows, next } = reply as Page<unknown> | JsonPage<unknown>; // by the calls' names
    const text = rows instanceof Json ? rows.text : JSON.stringify(rows);
    const things = withPlaceholders(JSON.parse(text) as readonly Thing[]); // as above
    const own = context.actor?.name ?? '';
    const wholes = new Map(
      things.map((thing) => [idOf(kind, thing), kind === 'community' ? withOwnPlace(thing, own) : thing]),
    );
    return { wholes, bytes: text.length, next };
  }
}

/** Who waits to be let in, or is banned, finds at least themselves in that list. */
function withOwnPlace(community: Thing, own: string): Thing {
  if (community['position'] === 5) return { ...community, pendingMembers: [own] };
  return community['position'] === 4 ? { ...community, bannedMembers: [own] } : community;
}

/** Whether nothing in it is deleted, which is told without parsing. */
function isReadable({ answer: { body } }: Answered<unknown>): boolean {
  return body instanceof Json && !/"deleted" ?: ?\{/.test(body.text);
}

function idOf(kind: Kind, thing: unknown): string {
  return String((thing as Thing)[kinds[kind].id]); // entities are objects
}

function pageFrom(limit: number, cursor: string | undefined): PageRequest {
  return { limit, ...(cursor !== undefined && { cursor }) };
}
