import { canonicalCommunityName } from '@parlour/contracts/communities/community-checks';
import { looksOf } from '@parlour/contracts/text/look-alikes';
import { type Database, statement } from '@parlour/kernel/database/database';
import { isSameName, lookScope, nameScope } from './community.decider.ts';

const lookFor = statement(
  'communities.lookForName',
  `select (select name from communities where id = $2) as former,
          exists (select from communities where name_key = $1 and id <> $2 and closed_position is null) as known`,
);

// A community may be taking one of these names back. As its row is written together with its
// reservations, the next statement sees it once these are locked. In the order of an append.
const lock = statement(
  'communities.lockNames',
  `select 1 as one from reservations
    where (scope = '${nameScope}' and key = $2) or (scope = '${lookScope}' and key = any($1::text[]))
    order by scope desc, array_position($1::text[], key) for update`,
);

// A community's rows are written with its events, so a reservation of an open community is never
// deleted here.
const release = statement(
  'communities.releaseNames',
  `delete from reservations r
    where ((r.scope = '${nameScope}' and r.key = $2) or (r.scope = '${lookScope}' and r.key = any($1::text[])))
      and not exists (select from communities c where c.id = r.owner and c.closed_position is null
                       and r.key = any(case r.scope when '${nameScope}' then array[c.name_key] else array[c.look, c.written_look] end))`,
);

/** Who has a name that a community wants. */
export interface KnownName {
  /** Whether another open community has it. */
  readonly isKnown: boolean;
  /** Whether the community itself has it, so that nothing is to be reserved. */
  readonly isKept: boolean;
}

/**
 * Before a community takes a name: frees those of communities that are closed or have another name
 * now, and returns whether another one has this very name, and whether the community itself has it.
 */
export async function lookForName(database: Database, name: string, communityId: string): Promise<KnownName> {
  const { plain, written } = looksOf(name);
  const looks = [...new Set([plain, written])];
  const key = canonicalCommunityName(name);
  await database.transaction(async (tx) => {
    await tx.query(lock, [looks, key]);
    await tx.query(release, [looks, key]);
  });
  const found = await database.query<{ former: string | null; known: boolean }>(lookFor, [key, communityId]);
  const [{ former, known } = { former: null, known: false }] = found;
  return { isKnown: known, isKept: former !== null && isSameName(former, name) };
}
