import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { type Source, sources } from '@parlour/contracts/envelope';
import { codeOf } from '@parlour/kernel/process/error-code';

// A backup is gzip over lines of UTF-8: `#parlour-backup` with the header, then for each table
// `#table` with its name and columns and one line of JSON a row, as PostgreSQL writes it; then for
// each object in the store of files `#object` with its hash and its length, and its bytes in lines
// of Base64; last `#end` with the number of rows and the SHA-256 of all that stands before that
// line.

/** The format version that this program writes; it reads this and all earlier versions. */
export const backupVersion = 2;

/** Services that came after the first format version: earlier backups have no log of them. */
const since: Partial<Record<Source, number>> = { files: 2 };

/** Whether a site of an earlier version has no log of this service. */
export function mayBeNew(source: Source): boolean {
  return since[source] !== undefined;
}

/** The log of a service that was not there yet: the restored site begins one. */
export const noLog: BackedUpLog = { logId: '00000000-0000-0000-0000-000000000000', position: 0, migrations: [] };

/** The state of a log when the backup was taken. */
export interface BackedUpLog {
  readonly logId: string;
  /** The type of the log's last event. */
  readonly position: number;
  /**
   * Names of the migrations applied to the schema. A program that does not know one of them is
   * older than the backup.
   */
  readonly migrations: readonly string[];
}

/** The first line of a backup. */
export interface BackupHeader {
  readonly version: number;
  /** ISO-8601, by the clock of the database. */
  readonly takenAt: string;
  /** Whether all logs were read in one snapshot, or each in its own, effects before causes. */
  readonly cut: 'snapshot' | 'ordered';
  readonly logs: Readonly<Record<Source, BackedUpLog>>;
}

/** The table and columns of the rows that follow. */
export interface BackupTable {
  readonly source: Source;
  readonly table: string;
  readonly columns: readonly string[];
}

/** An object of the store, whose bytes follow. */
export interface BackupObject {
  /** As the log says: what follows may be damaged. */
  readonly hash: string;
  readonly bytes: number;
  /** The id of a file that has it. */
  readonly file: string;
  /** The store did not have it when the backup was taken: no bytes follow. */
  readonly missing?: true;
}

/** The last line of a backup. */
interface BackupEnd {
  readonly rows: number;
  readonly sha256: string;
}

/** Why a backup cannot be taken or restored; the message is the whole explanation. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

const marks = { header: '#parlour-backup ', table: '#table ', object: '#object ', end: '#end ' } as const;

type Mark = BackupHeader | BackupTable | BackupObject | BackupEnd;

/** Formats a control record as a line. */
export function formatMark(kind: keyof typeof marks, value: Mark): string {
  return `${marks[kind]}${JSON.stringify(value)}\n`;
}

/** Formats a piece of an object as a line. */
export function formatPiece(piece: Buffer): string {
  return `${piece.toString('base64')}\n`;
}

/** One part of a backup, in file order. */
export type BackupPart =
  | { readonly kind: 'header'; readonly header: BackupHeader }
  | { readonly kind: 'table'; readonly table: BackupTable }
  | { readonly kind: 'row'; readonly json: string }
  | { readonly kind: 'object'; readonly object: BackupObject }
  | { readonly kind: 'piece'; readonly bytes: Buffer };

/**
 * Reads a backup part by part, in constant memory. The file is known to be intact only once this
 * has finished without throwing: so read it once to check it, and again to restore.
 * @throws {BackupError} when the file is not a backup, is damaged or cut off, or is of a newer
 * version
 */
export async function* readBackup(file: string): AsyncGenerator<BackupPart> {
  const hash = createHash('sha256');
  let rows = 0;
  let began = false;
  let inObject = false;
  let ended: BackupEnd | undefined;
  for await (const line of linesOf(file)) {
    if (ended) throw new BackupError(`${file} is damaged: there is data after its end.`);
    const text = line.toString();
    if (!began) {
      yield { kind: 'header', header: readHeader(file, text) };
      began = true;
    } else if (text.startsWith(marks.end)) {
      ended = parse<BackupEnd>(file, text.slice(marks.end.length));
      if (ended.rows !== rows || ended.sha256 !== hash.digest('hex')) throw damaged(file, 'its content has changed');
      continue;
    } else if (text.startsWith(marks.table)) {
      yield { kind: 'table', table: parse<BackupTable>(file, text.slice(marks.table.length)) };
    } else if (text.startsWith(marks.object)) {
      inObject = true;
      yield { kind: 'object', object: parse<BackupObject>(file, text.slice(marks.object.length)) };
    } else if (inObject) {
      yield { kind: 'piece', bytes: Buffer.from(text, 'base64') };
    } else {
      rows += 1;
      yield { kind: 'row', json: text };
    }
    hash.update(line).update('\n');
  }
  if (!began) throw new BackupError(`${file} is not a backup of Parlour.`);
  if (!ended) throw damaged(file, 'its end is missing');
}

function readHeader(file: string, line: string): BackupHeader {
  if (!line.startsWith(marks.header)) throw new BackupError(`${file} is not a backup of Parlour.`);
  const header = parse<BackupHeader>(file, line.slice(marks.header.length));
  if (header.version > backupVersion) {
    throw new BackupError(
      `${file} was written by a newer Parlour (format ${header.version}, this one reads ${backupVersion}).`,
    );
  }
  const added = sources.filter((source) => (since[source] ?? 0) > header.version);
  const logs = { ...Object.fromEntries(added.map((source) => [source, noLog])), ...header.logs };
  // A log missing here would be restored as an empty one.
  const missing = sources.filter((source) => !logs[source]);
  if (missing.length > 0) throw damaged(file, `it has no log of ${missing.join(', ')}`);
  return { ...header, logs };
}

function parse<Value>(file: string, json: string): Value {
  try {
    return JSON.parse(json) as Value; // written by formatMark; the hash at the end detects changes
  } catch {
    throw damaged(file, 'a line cannot be read');
  }
}

function damaged(file: string, why: string): BackupError {
  return new BackupError(`${file} is damaged: ${why}.`);
}

/** Split at line feeds only: readline also splits at characters that may occur in a text. */
async function* linesOf(file: string): AsyncGenerator<Buffer> {
  const unzipped = createGunzip();
  const reading = pipeline(createReadStream(file), unzipped);
  // Its errors are thrown below, when the reader gets to it.
  reading.catch(() => undefined);
  const begun: Buffer[] = [];
  try {
    // A stream without an encoding yields buffers, which the types do not say.
    for await (const piece of unzipped as AsyncIterable<Buffer>) {
      let from = 0;
      for (let at = piece.indexOf(10); at !== -1; at = piece.indexOf(10, from)) {
        begun.push(piece.subarray(from, at));
        yield Buffer.concat(begun.splice(0));
        from = at + 1;
      }
      if (from < piece.length) begun.push(piece.subarray(from));
    }
    await reading;
  } catch (failure) {
    if (failure instanceof BackupError) throw failure;
    throw unreadable(file, failure);
  }
  if (begun.length > 0) throw damaged(file, 'its end is missing');
}

function unreadable(file: string, failure: unknown): unknown {
  const code = codeOf(failure);
  if (code === 'ENOENT') return new BackupError(`There is no file ${file}.`);
  if (code === 'EACCES' || code === 'EISDIR') return new BackupError(`${file} cannot be read.`);
  if (code === 'Z_BUF_ERROR') return damaged(file, 'its end is missing');
  if (code === 'Z_DATA_ERROR') {
    return new BackupError(`${file} is not a backup of Parlour, or it is damaged: it cannot be unpacked.`);
  }
  return failure;
}
