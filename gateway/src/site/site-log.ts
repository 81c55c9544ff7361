import { Injectable } from '@nestjs/common';
import { DomainError } from '@parlour/contracts/errors';
import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import type { PageRequest } from '@parlour/contracts/page.requests';
import type { SiteLogEntryWire } from '@parlour/contracts/site';
import { Answered } from '../http/answers/answer.ts';
import type { Caller } from '../http/requests/caller.ts';
import { ServiceCalls } from '../http/service-calls.ts';

/** The logs that the site's log is made of; a cursor has the position in each. */
const parts = [
  'identity.getSiteLog',
  'qa.getOperatorActs',
  'messaging.getOperatorActs',
  'communities.getOperatorActs',
] as const;

/** Above every position: a list that ends before it begins with its newest entry. */
const start = '999999999999999';

/** What operators did, in all services: merged page by page. Source: decisions M-27. */
@Injectable()
export class SiteLog {
  constructor(private readonly calls: ServiceCalls) {}

  /** @throws {DomainError} `request.invalid` for a cursor that this list has not returned */
  async page({ limit, cursor }: PageRequest, caller: Caller): Promise<Answered<readonly SiteLogEntryWire[]>> {
    const from = positionsOf(cursor);
    const pages = await Promise.all(
      parts.map((name, part) => this.calls.list(name, { limit, cursor: from[part] ?? start }, caller)),
    );
    const size = Math.min(Math.max(limit, 1), limits.page.greatest);
    const entries = pages.flatMap(({ body }) => body);
    const shown = merged(pages.map(({ body }, part) => body.map((entry) => ({ entry, part })))).slice(0, size);
    const next = from.map((position, part) => {
      const last = shown.findLast((each) => each.part === part);
      return last ? String(last.entry.position) : position;
    });
    const hasMore = entries.length > shown.length || pages.some(({ answer }) => (answer.page?.next ?? null) !== null);
    return new Answered({
      body: shown.map(({ entry }) => entry),
      positions: {},
      stale: pages.some(({ answer }) => answer.stale),
      page: {
        total: pages.reduce((sum, { answer }) => sum + (answer.page?.total ?? 0), 0),
        next: hasMore ? next.join('.') : null,
      },
    });
  }
}

interface Placed {
  readonly entry: SiteLogEntryWire;
  readonly part: number;
}

/** The latest first; each list stays in its own order, which cursors rely on. */
function merged(lists: readonly (readonly Placed[])[]): Placed[] {
  const heads = lists.map((list) => [...list].toReversed());
  const all: Placed[] = [];
  for (;;) {
    const left = heads.filter((list) => list.length > 0);
    if (left.length === 0) return all;
    const headOf = (list: readonly Placed[]): string => list.at(-1)?.entry.at ?? '';
    const latest = left.reduce((one, other) => (headOf(other) > headOf(one) ? other : one));
    all.push(latest.pop()!); // not empty
  }
}

function positionsOf(cursor: string | undefined): readonly string[] {
  if (cursor === undefined) return parts.map(() => start);
  const positions = cursor.split('.');
  if (positions.length === parts.length && positions.every((position) => /^\d{1,15}$/.test(position))) return positions;
  throw new DomainError('request.invalid', messages.requestInvalid);
}
