import { limits } from '@parlour/contracts/limits';
import type { GetReported, Reported } from '@parlour/contracts/communities/reports';
import { statement, type Tx } from '@parlour/kernel/database/database';
import { isoTime } from '@parlour/kernel/database/row-expressions';

const reported = statement(
  'reports.people',
  `select case when u.id is not null then json_build_object('title', u.name,
         'excerpt', left(coalesce(b.text, ''), ${limits.reportedLength}), 'files', '[]'::json, 'at', ${isoTime('u.joined_at')},
         'deleted', null, 'url', '/user/' || search_address(u.name), 'before', null, 'reportedTexts', '[]'::json, 'version', 1,
         'personId', u.id, 'communityId', null, 'placeId', u.id, 'removable', false) end as thing
     from unnest($1::text[]) with ordinality as w(id, n)
     left join users u on u.id = w.id left join biographies b on b.user_id = u.id
    order by w.n`,
);

/** Describes people, in order, by their ids; null for deleted accounts. Everybody sees the rest. */
export async function readReported(tx: Tx, { things }: GetReported): Promise<{ things: readonly (Reported | null)[] }> {
  const rows = await tx.query<{ thing: Reported | null }>(reported, [things.map(({ id }) => id)]);
  return { things: rows.map(({ thing }) => thing) };
}
