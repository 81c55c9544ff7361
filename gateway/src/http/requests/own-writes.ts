import { Injectable } from '@nestjs/common';
import { type Positions, sources } from '@parlour/contracts/envelope';
import type { Session } from '../../session/session.ts';

/** People whose writes are remembered, the most recent first: some 2 MB at most. */
const mostPeople = 10_000;

/**
 * The positions of what people wrote last through this gateway. Clients that send no
 * `X-Min-Position`, as those written from the specification, read their own writes by it, whichever
 * service a call goes to. Source: docs/design/architecture.md#read-your-writes.
 */
@Injectable()
export class OwnWrites {
  private readonly byPerson = new Map<string, Positions>();

  /** Remembers a command's positions. */
  add(session: Session, written: Positions): void {
    const { id } = session.user;
    const positions = { ...this.byPerson.get(id) };
    for (const source of sources) {
      const position = Math.max(positions[source] ?? 0, written[source] ?? 0);
      if (position > 0) positions[source] = position;
    }
    this.byPerson.delete(id);
    this.byPerson.set(id, positions);
    if (this.byPerson.size <= mostPeople) return;
    for (const longestAgo of this.byPerson.keys()) {
      this.byPerson.delete(longestAgo);
      break;
    }
  }

  /** What a call of this session must have seen. */
  of(session: Session | null): Positions {
    return (session && this.byPerson.get(session.user.id)) ?? {};
  }
}
