import { DomainError } from '@parlour/contracts/errors';
import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import type { GetReports } from '@parlour/contracts/communities/reports.requests';
import type { OwnReportWire, ReportedKey, ReportWire, ThingKey } from '@parlour/contracts/communities/reports';
import { type Statement, statement, type Tx } from '@parlour/kernel/database/database';
import { type PageRow, positionOfCursor, readPage, rowsRead } from '@parlour/kernel/database/pages';
import { isoTime, nameOf } from '@parlour/kernel/database/row-expressions';
import { Json, type JsonPage } from '@parlour/kernel/rpc/json';
import { isOperatorOf } from '@parlour/people/operators';
import { joinViewer, known, leading, refuseUnlessAllowed } from '../community/community-access.queries.ts';
import { reportUnknown } from './report.decider.ts';

/** SQL: whether the viewer $1 is an operator. */
const operates = isOperatorOf('$1::text');

/** SQL: whether the viewer $1 leads the community of the case. */
const leadsCommunityOf = (row: string): string =>
  `exists (select from community_members l
    where l.community_id = ${row}.community_id and l.user_id = $1::text and l.standing in ('owner', 'moderator'))`;

/**
 * SQL: whether the viewer $1 gets the case: never one that is about them. Source: decisions M-20.
 */
export const shown = (row: string): string =>
  `((${operates} or ${leadsCommunityOf(row)}) and ${row}.person_id <> $1::text)`;

/** SQL: the communities that the viewer $1 leads. */
const led = `select l.community_id from community_members l
  where l.user_id = $1::text and l.standing in ('owner', 'moderator')`;

const reports = `(select coalesce(json_agg(json_build_object('by', ${nameOf('reporter')}, 'reason', o.reason,
    'text', o.text, 'at', ${isoTime('o.at')}) order by o.position), '[]')
  from (select * from reports x where x.case_id = r.id order by x.position limit ${limits.reportsListed}) o
  left join people reporter on reporter.id = o.reporter_id)`;

// What is resolved keeps nothing. Source: decisions M-20.
const versions = `case when r.resolved_position is null then (
  select coalesce(json_agg(x.version order by x.version), '[]')
    from (select distinct o.version from reports o where o.case_id = r.id
           order by o.version desc limit ${limits.reportsListed}) x) else '[]' end`;

const earlierOf = `report_cases e where e.person_id = r.person_id and e.position < r.position and ${shown('e')}`;

const earlier = `(select coalesce(json_agg(json_build_object('_id', e.id, 'type', e.type, 'reason', e.reason,
    'at', ${isoTime('e.opened_at')}, 'action', e.action) order by e.position desc), '[]')
  from (select * from ${earlierOf} order by e.position desc limit ${limits.earlierReports}) e)`;

// Whoever owns the community can't be banned, only the owner bans moderators, and nobody is banned
// from a closed one. Somebody who is banned already can be banned again, which changes nothing: the
// report may have stayed open.
const bannable = `c.closed_position is null and exists (select from community_members l
   where l.community_id = r.community_id and l.user_id = $1::text and l.standing in ('owner', 'moderator')
     and not exists (select from community_members m where m.community_id = r.community_id and m.user_id = r.person_id
       and (m.standing = 'owner' or m.standing = 'moderator' and l.standing <> 'owner')))`;

const actions = `case when r.resolved_position is null then to_json(array_remove(array['dismiss',
    case when not person.deleted then 'warn' end,
    case when not person.deleted and ${bannable} then 'ban' end,
    case when not person.deleted and not person.operator and ${operates} then 'suspend' end], null)) else '[]' end`;

const resolved = `case when r.resolved_position is not null then json_build_object('by', ${nameOf('resolver')},
    'action', r.action, 'text', r.resolution, 'at', ${isoTime('r.resolved_at')}) end`;

/** SQL: the case `r` as JSON (`ReportWire`) for the viewer $1; needs `joins`. */
const caseJson = `json_build_object('_id', r.id, 'type', r.type, 'id', r.thing_id,
  'community', case when c.id is not null then json_build_object('_id', c.id, 'name', c.name) end,
  'person', ${nameOf('person')}, 'reports', ${reports},
  'reportCount', (select count(*) from reports o where o.case_id = r.id),
  'versions', ${versions}, 'earlier', ${earlier}, 'earlierCount', (select count(*) from ${earlierOf}),
  'actions', ${actions}, 'resolved', ${resolved}, 'thing', null)::text`;

const joins = `left join communities c on c.id = r.community_id left join people person on person.id = r.person_id
  left join people resolver on resolver.id = r.resolved_by`;

const keys = { open: 'position', resolved: 'resolved_position' } as const;

/** Whose reports a list has: of all communities, of those that the viewer leads, or of one. */
type Reach = 'all' | 'led' | 'one';

function listOf(state: keyof typeof keys, reach: Reach, most: number): Statement {
  const key = keys[state];
  const all = `report_cases r where r.resolved_position is ${state === 'open' ? '' : 'not '}null
    and r.person_id <> $1::text`;
  const page = (rows: string): string =>
    `select r.* from ${rows} and r.${key} < $2::bigint order by r.${key} desc limit ${most}`;
  const ofOne = `${all} and r.community_id = l.community_id`;
  const [counted, listed] = {
    all: [all, page(all)],
    one: [`${all} and r.community_id = $3::text`, page(`${all} and r.community_id = $3::text`)],
    // Each community's own first ones are read by its index.
    led: [
      `(${led}) l cross join lateral (select from ${ofOne}) r`,
      `select r.* from (${led}) l cross join lateral (${page(ofOne)}) r order by r.${key} desc limit ${most}`,
    ],
  }[reach];
  return statement(
    `reports.list.${state}.${reach}.${most}`,
    `select ${caseJson} as json, r.${key} as key, (select count(*) from ${counted}) as total
       from (${listed}) r ${joins}
      order by r.${key} desc`,
  );
}

const reaching = statement('reports.reach', `select ${operates} as "all", exists (${led}) as led`);

const allowed = statement(
  'reports.allowed',
  `select (${leading} or ${operates}) as allowed from communities c ${joinViewer('$1')}
    where c.id = $2 and (${known} or ${operates})`,
);

/**
 * One page of the reports that the viewer can resolve: of all communities that they lead, or of
 * one; operators get all.
 * @throws {DomainError} `community.unknown`; `community.position` unless they lead that community
 */
export async function readReports(tx: Tx, request: GetReports, viewer: string): Promise<JsonPage<ReportWire>> {
  const { communityId, state = 'open' } = request;
  const of = communityId === undefined ? [] : [communityId];
  if (communityId !== undefined) {
    const [row] = await tx.query<{ allowed: boolean }>(allowed, [viewer, communityId]);
    refuseUnlessAllowed(row);
  }
  const start = positionOfCursor(request.cursor);
  const reach = communityId === undefined ? await reachOf(tx, viewer) : 'one';
  if (reach === null) return { rows: Json.list([]), total: 0, next: null };
  const list = listOf(state, reach, rowsRead(request.limit));
  return readPage<ReportWire, PageRow & { readonly key: number }>(tx, request, {
    rows: { statement: list, values: [viewer, start, ...of] },
    total: () => ({ statement: list, values: [viewer, positionOfCursor(undefined), ...of] }),
    cursorOf: ({ key }) => String(key),
  });
}

/** Null for most people, who get no reports: nothing is read for them. */
async function reachOf(tx: Tx, viewer: string): Promise<'all' | 'led' | null> {
  const [row] = await tx.query<{ all: boolean; led: boolean }>(reaching, [viewer]);
  if (row?.all === true) return 'all';
  return row?.led === true ? 'led' : null;
}

const one = statement(
  'reports.one',
  `select ${caseJson} as json, r.type, r.thing_id as id, r.community_id as "communityId", ${operates} as operates
     from report_cases r ${joins} where r.id = $2 and ${shown('r')}`,
);

/** What resolving a case needs. */
export interface FoundCase {
  readonly report: Json<ReportWire>;
  readonly thing: ThingKey;
  readonly communityId: string | null;
  readonly operates: boolean;
}

/** @throws {DomainError} `report.unknown`, also for those who can't resolve it */
export async function readCase(tx: Tx, caseId: string, viewer: string): Promise<FoundCase> {
  const [row] = await tx.query<ThingKey & Omit<FoundCase, 'report' | 'thing'> & { json: string }>(one, [
    viewer,
    caseId,
  ]);
  if (!row) throw reportUnknown();
  const { json, type, id, communityId, operates: isOperator } = row;
  return { report: new Json(json), thing: { type, id }, communityId, operates: isOperator };
}

const found = statement(
  'reports.found',
  `select r.type, r.thing_id as id, ${versions} as versions
     from unnest($2::text[], $3::text[]) as w(type, thing_id)
     join report_cases r on r.type = w.type and r.thing_id = w.thing_id and ${shown('r')}
    order by r.position desc limit ${limits.reportsListed}`,
);

/** Which of these things the viewer gets reports of, each as a list of reports asks for it. */
export async function findReports(
  tx: Tx,
  things: readonly ThingKey[],
  viewer: string,
): Promise<{ things: readonly ReportedKey[] }> {
  const [types, ids] = [things.map(({ type }) => type), things.map(({ id }) => id)];
  return { things: await tx.query<ReportedKey>(found, [viewer, types, ids]) };
}

/** SQL: how many reports of a person are open. */
const openOf = (reporterId: string): string =>
  `(select count(*)::int from reports x join report_cases y on y.id = x.case_id
     where x.reporter_id = ${reporterId} and y.resolved_position is null)`;

const countOpen = statement('reports.openOf', `select ${openOf('$1')} as number`);

/** How many reports of a person are open. */
export async function countOpenReports(tx: Tx, reporterId: string): Promise<number> {
  const [row] = await tx.query<{ number: number }>(countOpen, [reporterId]);
  return row?.number ?? 0;
}

const own = statement(
  'reports.own',
  `select json_build_object('_id', o.id, 'reason', o.reason, 'text', o.text, 'at', ${isoTime('o.at')}) as report,
          ${openOf('w.reporter_id')} as number
     from unnest($1::text[], $2::text[], $3::text[]) with ordinality as w(type, thing_id, reporter_id, n)
     join report_cases r on r.thing_id = w.thing_id and r.type = w.type and r.resolved_position is null
     join reports o on o.case_id = r.id and o.reporter_id = w.reporter_id
    order by w.n`,
);

/**
 * Reads people's open reports of things, as replies of the commands that made them, and counts all
 * of theirs. The transactions that make some come one after the other, so of two at once the second
 * one finds itself beyond the limit. Source: decisions M-19.
 * @throws {DomainError} `report.full`, so that they are not made
 */
export async function readOwnReports(
  tx: Tx,
  asked: readonly (ThingKey & { readonly by: string })[],
): Promise<OwnReportWire[]> {
  const rows = await tx.query<{ report: OwnReportWire; number: number }>(own, [
    asked.map(({ type }) => type),
    asked.map(({ id }) => id),
    asked.map(({ by }) => by),
  ]);
  if (rows.some(({ number }) => number > limits.openReports)) {
    throw new DomainError('report.full', messages.reportsFull);
  }
  return rows.map(({ report }) => report);
}
