import { DomainError } from '@parlour/contracts/errors';
import { fileLimitNames } from '@parlour/contracts/files/file-limits';
import { defaultSiteName, deletedUserName } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import {
  siteDefaults,
  type SignUpMode,
  type SiteLogEntryWire,
  type SitePicture,
  sitePictures,
  type SiteSettingsWire,
} from '@parlour/contracts/site';
import type { PageRequest } from '@parlour/contracts/rpc';
import { statement, type Tx } from '@parlour/kernel/database/database';
import { type PageRow, positionOfCursor, readPage, rowsRead } from '@parlour/kernel/database/pages';
import { isoTime } from '@parlour/kernel/database/row-expressions';
import type { JsonPage } from '@parlour/kernel/rpc/json';
import { fileAddress } from '@parlour/people/file-address-sql';

/** SQL: the address of a picture of the site. */
function pictureAt(place: SitePicture): string {
  return `(select ${fileAddress('value')} from site_settings where name = '${place}') as "${place}"`;
}

const settings = statement(
  'site.settings',
  `select (select value from site_settings where name = 'name') as name,
          (select value from site_settings where name = 'description') as description,
          (select value from site_settings where name = 'signUp') as "signUp",
          (select value from site_settings where name = 'contact') as contact,
          (select value from site_settings where name = 'question') as question,
          (select value from site_settings where name = 'language') as language,
          (select value from site_settings where name = 'colour') as colour,
          (select value from site_settings where name = 'limits') as limits,
          (select json_object_agg(name, value::int) from site_settings
             where name in (${fileLimitNames.map((name) => `'${name}'`).join(', ')})) as files,
          (select value from site_settings where name = 'inviters') as inviters,
          ${sitePictures.map(pictureAt).join(',\n          ')},
          (select code from site_codes) as code`,
);

/**
 * The site's settings: as operators have changed them, otherwise as its environment has them.
 * Source: decisions O-6.
 */
export async function readSite(tx: Tx, { SIGNUP_CODE }: { readonly SIGNUP_CODE: string }): Promise<SiteSettingsWire> {
  const [changed] = await tx.query<{ [Name in keyof SiteSettingsWire]: SiteSettingsWire[Name] | null }>(settings);
  return {
    name: changed?.name ?? defaultSiteName,
    description: changed?.description ?? '',
    signUp: changed?.signUp ?? modeOf(SIGNUP_CODE),
    contact: changed?.contact ?? siteDefaults.contact,
    question: changed?.question ?? siteDefaults.question,
    language: changed?.language ?? siteDefaults.language,
    colour: changed?.colour ?? siteDefaults.colour,
    limits: changed?.limits ?? siteDefaults.limits,
    files: { ...siteDefaults.files, ...changed?.files },
    inviters: changed?.inviters ?? siteDefaults.inviters,
    logo: changed?.logo ?? siteDefaults.logo,
    logoDark: changed?.logoDark ?? siteDefaults.logoDark,
    icon: changed?.icon ?? siteDefaults.icon,
    code: changed?.code ?? SIGNUP_CODE,
  };
}

/** Its name, as operators have changed it. */
export async function readSiteName(tx: Tx): Promise<string> {
  return (await readSite(tx, { SIGNUP_CODE: '' })).name;
}

function modeOf(code: string): SignUpMode {
  return code === '' ? 'everyone' : 'code';
}

const writeCode = statement(
  'site.writeCode',
  'insert into site_codes (code) values ($1) on conflict (one) do update set code = excluded.code',
);

const keepCode = statement('site.keepCode', 'insert into site_codes (code) values ($1) on conflict (one) do nothing');

/** The effect of a change of settings on the code. */
export interface CodeChange {
  /** The new code, if there is one. */
  readonly given: string | undefined;
  /** The code in force, if sign-up by code begins: it must not end with the environment's. */
  readonly kept: string | undefined;
}

/** Writes the code, in the transaction of its event. */
export async function changeCode(tx: Tx, { given, kept }: CodeChange): Promise<void> {
  if (given !== undefined) await tx.query(writeCode, [given]);
  else if (kept !== undefined) await tx.query(keepCode, [kept]);
}

const operates = statement('site.operates', 'select 1 as one from users where id = $1 and operator and not suspended');

/** Whether this person is an operator who can sign in. */
export async function isOperating(tx: Tx, userId: string): Promise<boolean> {
  return (await tx.query(operates, [userId])).length > 0;
}

/**
 * Administration does not exist for others.
 * @throws {DomainError} `route.unknown`
 */
export async function refuseUnlessOperating(tx: Tx, userId: string | undefined): Promise<void> {
  if (userId !== undefined && (await isOperating(tx, userId))) return;
  throw new DomainError('route.unknown', messages.notFound);
}

/** SQL: the name of a person, joined as `alias`; deleted people are in no table. */
function nameOf(alias: string): string {
  return `coalesce(${alias}.name, '${deletedUserName}')`;
}

/**
 * SQL: the names and the reason of a rename, from its event: deleting the account empties them
 * there, so that the log needs no copy.
 */
const renamed = `case when r.data ->> 'name' <> '' then
      json_build_object('from', r.data ->> 'formerName', 'to', r.data ->> 'name') end as names,
    nullif(r.data ->> 'reason', '') as reason`;

/** One page of the site's log, newest first. */
export function readSiteLog(tx: Tx, request: PageRequest): Promise<JsonPage<SiteLogEntryWire>> {
  const size = rowsRead(request.limit);
  const entry = `e.id as "_id", e.act, case when e.by_id is not null then ${nameOf('actor')} end as by,
    case when e.to_id is not null then ${nameOf('target')} end as to,
    ${isoTime('e.at')} as at, e.changes, ${renamed}, e.position`;
  const rows = statement(
    `siteLog.list.${size}`,
    `select json_strip_nulls((select to_json(fields) from (select ${entry}) fields))::text as json, e.position,
            (select count(*) from site_log) as total
       from (select * from site_log where position < $1 order by position desc limit ${size}) e
       left join users actor on actor.id = e.by_id left join users target on target.id = e.to_id
       left join events r on e.act = 'renamed' and r.position = e.position
      order by e.position desc`,
  );
  return readPage<SiteLogEntryWire, PageRow & { readonly position: number }>(tx, request, {
    rows: { statement: rows, values: [positionOfCursor(request.cursor)] },
    total: () => ({ statement: rows, values: [positionOfCursor(undefined)] }),
    cursorOf: ({ position }) => String(position),
  });
}
