import type { AdminFileWire, FileToServe, FileWire, OwnFileWire } from '@parlour/contracts/files/files';
import { limits } from '@parlour/contracts/limits';
import type { PageRequest } from '@parlour/contracts/rpc';
import { type Database, type Statement, statement, type Tx } from '@parlour/kernel/database/database';
import { type PageRow, positionOfCursor, readPage, rowsRead } from '@parlour/kernel/database/pages';
import { isoTime, nameOf } from '@parlour/kernel/database/row-expressions';
import type { JsonPage } from '@parlour/kernel/rpc/json';
import { fileAddress } from '@parlour/people/file-address-sql';
import { refuseUnlessOperator } from '@parlour/people/operators';
import { fileUnknown } from './file.decider.ts';

/** SQL: a file `f` of the person `p`, as the fields of a `FileWire`. */
const fields = `'_id', f.id, 'name', f.name, 'type', f.type, 'size', f.bytes, 'width', f.width, 'height', f.height,
  'alt', f.alt, 'url', ${fileAddress('f.id')}, 'by', ${nameOf('p')}, 'at', ${isoTime('f.at')},
  'previews', (select coalesce(json_agg(json_build_object('width', (v ->> 'width')::int,
      'url', ${fileAddress('f.id')} || '?w=' || (v ->> 'width')) order by (v ->> 'width')::int), '[]')
    from jsonb_array_elements(f.previews -> 'list') v)`;

/** SQL: what of the owner of the file `f` has it, or has had it. */
const usesOf = `(${['post', 'message', 'person', 'community']
  .map(
    (what) =>
      `select split_part(u.post_id, '/', 1) as post_id, u.type, u.ended_at from ${what}_uses u where u.file_id = f.id and u.author = f.owner_id`,
  )
  .join(' union all ')})`;

/** SQL: what has it now, or had it until an edit, the latest first. */
const placesThat = (ended: string): string =>
  `(select * from ${usesOf} x where x.ended_at ${ended} order by x.post_id desc limit ${limits.filePlaces})`;
const placesOf = placesThat('is null');

/** SQL: these places as JSON, by type and id. */
const keysOf = (places: string): string =>
  `(select coalesce(json_agg(json_build_object('type', u.type, 'id', u.post_id)), '[]') from ${places} u)`;

const wire = statement(
  'files.wire',
  `select json_build_object(${fields}) as file from files f left join people p on p.id = f.owner_id where f.id = $1`,
);

/**
 * Reads a file.
 * @throws {DomainError} `file.unknown`
 */
export async function readFile(tx: Tx, fileId: string): Promise<FileWire> {
  const [row] = await tx.query<{ file: FileWire }>(wire, [fileId]);
  if (!row) throw fileUnknown();
  return row.file;
}

const toServe = statement(
  'files.toServe',
  `select f.id as "fileId", f.owner_id as "ownerId", f.name, f.type, f.hash, f.bytes, f.width, f.height, f.alt,
     f.previews -> 'list' as previews,
     ${keysOf(placesOf)} as places, ${keysOf(placesThat(`> '-infinity'`))} as "formerPlaces"
   from files f where f.id = $1`,
);

/**
 * Reads what serving a file needs.
 * @throws {DomainError} `file.unknown`
 */
export async function readFileToServe(tx: Tx, fileId: string): Promise<FileToServe> {
  const [row] = await tx.query<FileToServe>(toServe, [fileId]);
  if (!row) throw fileUnknown();
  return row;
}

const use = statement('files.use', 'select coalesce((select bytes from file_totals where owner_id = $1), 0) as bytes');

/** Reads what a person's files take, in bytes. */
export async function readUse(tx: Tx, ownerId: string): Promise<{ readonly bytes: number }> {
  const [row] = await tx.query<{ bytes: number }>(use, [ownerId]);
  return { bytes: row?.bytes ?? 0 };
}

// The gateway describes where it is used.
const uses = `(select coalesce(json_agg(json_build_object('type', u.type, 'id', u.post_id, 'title', '', 'url', null)), '[]')
  from ${placesOf} u)`;

function ownUpTo(most: number): Statement {
  return statement(
    `files.own.${most}`,
    `select json_build_object(${fields}, 'uses', ${uses})::text as json, f.position as key,
       (select coalesce(sum(t.files), 0)::int from file_totals t where t.owner_id = $1) as total
     from files f left join people p on p.id = f.owner_id
     where f.owner_id = $1 and f.position < $2::bigint order by f.position desc limit ${most}`,
  );
}

const total = statement(
  'files.ownTotal',
  'select coalesce(sum(files), 0)::int as total from file_totals where owner_id = $1',
);

/** Reads a page of one's own files, the newest first. */
export function readOwnFiles(tx: Tx, request: PageRequest, ownerId: string): Promise<JsonPage<OwnFileWire>> {
  return readPage<OwnFileWire, PageRow & { readonly key: number }>(tx, request, {
    rows: { statement: ownUpTo(rowsRead(request.limit)), values: [ownerId, positionOfCursor(request.cursor)] },
    total: () => ({ statement: total, values: [ownerId] }),
    cursorOf: ({ key }) => String(key),
  });
}

/** A file as deleting it needs it. */
export interface Deletable {
  readonly id: string;
  readonly ownerId: string;
  readonly bytes: number;
  readonly objects: readonly string[];
}

const toDelete = statement(
  'files.toDelete',
  `select f.id, f.owner_id as "ownerId",
     f.bytes + (select coalesce(sum((v ->> 'bytes')::bigint), 0) from jsonb_array_elements(f.previews -> 'list') v)::bigint as bytes,
     array(select o.hash from file_objects o where o.file_id = f.id order by o.hash) as objects
   from files f where f.id = $1`,
);

/** Reads a file that is to be deleted; undefined if there is none. */
export async function readDeletable(tx: Tx, fileId: string): Promise<Deletable | undefined> {
  const [file] = await tx.query<Deletable>(toDelete, [fileId]);
  return file;
}

// Files of texts that are still read again and again: so each round reads a part of all, in order.
const unused = statement(
  'files.unused',
  `select f.id, coalesce((select max(coalesce(u.ended_at, 'infinity')) from ${usesOf} u), f.at)
       <= clock_timestamp() - interval '${limits.unusedFileHours} hours' as due
     from files f where f.id > $1 order by f.id limit ${limits.filesLookedAt}`,
);

/** Reads the next files after this one, and which of them have been in no text for too long. */
export function readUnused(
  database: Database,
  after: string,
): Promise<{ readonly id: string; readonly due: boolean }[]> {
  return database.query(unused, [after]);
}

const left = statement('files.left', 'select exists (select from file_objects where hash = $1) as used');

/** Whether a file has this object. */
export async function isUsed(tx: Tx, hash: string): Promise<boolean> {
  const [row] = await tx.query<{ used: boolean }>(left, [hash]);
  return row?.used ?? false;
}

// One at a time: what is stored anew must not be removed.
const lock = statement(
  'files.lock',
  `select pg_advisory_xact_lock(hashtextextended(hash, 47)) from unnest($1::text[]) as o(hash) order by hash`,
);

/** Has others wait who store or remove these objects, until the transaction ends. */
export async function lockObjects(tx: Tx, hashes: readonly string[]): Promise<void> {
  await tx.query(lock, [hashes.toSorted()]);
}

function largestUpTo(most: number): Statement {
  return statement(
    `files.largest.${most}`,
    `select json_build_object('_id', f.id, 'name', f.name, 'type', f.type, 'size', f.bytes, 'width', f.width, 'height', f.height,
         'by', ${nameOf('p')}, 'at', ${isoTime('f.at')}, 'total', t.bytes)::text as json, f.bytes, f.position, s.files as total
       from (select * from files where (bytes, position) < ($1::bigint, $2::bigint) order by bytes desc, position desc limit ${most}) f
       left join people p on p.id = f.owner_id left join file_totals t on t.owner_id = f.owner_id
       cross join (select count(*)::int as files from (select from files limit ${limits.countedExactly + 1}) counted) s
      order by f.bytes desc, f.position desc`,
  );
}

const largestTotal = statement(
  'files.largestTotal',
  `select count(*)::int as total from (select from files limit ${limits.countedExactly + 1}) counted`,
);

/**
 * Reads a page of all files of the site, the largest first.
 * @throws {DomainError} `route.unknown` unless the viewer is an operator
 */
export async function readLargestFiles(tx: Tx, request: PageRequest, viewer: string): Promise<JsonPage<AdminFileWire>> {
  await refuseUnlessOperator(tx, viewer);
  const [bytes, position] = request.cursor?.split('.') ?? [];
  return readPage<AdminFileWire, PageRow & { readonly bytes: number; readonly position: number }>(tx, request, {
    rows: {
      statement: largestUpTo(rowsRead(request.limit)),
      values: [positionOfCursor(bytes), positionOfCursor(position)],
    },
    total: () => ({ statement: largestTotal, values: [] }),
    cursorOf: (last) => `${last.bytes}.${last.position}`,
  });
}
