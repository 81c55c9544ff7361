import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { isNativeError } from 'node:util/types';
import { createGunzip } from 'node:zlib';
import { type Source, sources } from '@parlour/contracts/envelope';

// A backup is gzip over lines of UTF-8: `#parlour-backup` with the header, then for each table `#table` with its name and columns and one line of
// JSON a row, as PostgreSQL writes it; last `#end` with the number of rows and the SHA-256 of all that stands before that line.

/** The version of the format that this program writes; it reads all up to this one. */
export const backupVersion = 1;

/** What a log was when the backup was taken. */
export interface BackedUpLog {
  readonly logId: string;
  /** Of its last event. */
  readonly position: number;
  /** The names of the migrations that its schema had: a program that does not know one of them is older than the backup. */
  readonly migrations: readonly string[];
}

/** The first line of a backup. */
export interface BackupHeader {
  readonly version: number;
  /** ISO-8601, by the clock of the database. */
  readonly takenAt: string;
  /** Whether all logs were read at one moment, or each at a moment of its own, effects before causes. */
  readonly cut: 'snapshot' | 'ordered';
  readonly logs: Readonly<Record<Source, BackedUpLog>>;
}

/** Of which table the rows are that follow, and in which columns. */
export interface BackupTable {
  readonly source: Source;
  readonly table: string;
  readonly columns: readonly string[];
}

/** The last line of a backup. */
interface BackupEnd {
  readonly rows: number;
  readonly sha256: string;
}

/** A reason for which a backup cannot be taken or restored, told whole by its message. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

const marks = { header: '#parlour-backup ', table: '#table ', end: '#end ' } as const;

/** The line that a control record is written as. */
export function formatMark(kind: keyof typeof marks, value: BackupHeader | BackupTable | BackupEnd): string {
  return `${marks[kind]}${JSON.stringify(value)}\n`;
}

/** One thing that is read from a backup, in the order of the file. */
export type BackupPart =
  | { readonly kind: 'header'; readonly header: BackupHeader }
  | { readonly kind: 'table'; readonly table: BackupTable }
  | { readonly kind: 'row'; readonly json: string };

/**
 * Reads a backup part by part, in constant memory. Only when it has ended without a throw was the file whole: so it is read once for that, and again to
 * be restored.
 * @throws {BackupError} when it is no backup, damaged, cut off, or of a newer version
 */
export async function* readBackup(file: string): AsyncGenerator<BackupPart> {
  const hash = createHash('sha256');
  let rows = 0;
  let began = false;
  let ended: BackupEnd | undefined;
  for await (const line of linesOf(file)) {
    if (ended) throw new BackupError(`${file} is damaged: something stands behind its end.`);
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
    } else {
      rows += 1;
      yield { kind: 'row', json: text };
    }
    hash.update(line).update('\n');
  }
  if (!began) throw new BackupError(`${file} is no backup of Parlour.`);
  if (!ended) throw damaged(file, 'its end is missing');
}

function readHeader(file: string, line: string): BackupHeader {
  if (!line.startsWith(marks.header)) throw new BackupError(`${file} is no backup of Parlour.`);
  const header = parse<BackupHeader>(file, line.slice(marks.header.length));
  if (header.version > backupVersion) {
    throw new BackupError(
      `${file} was written by a newer Parlour (format ${header.version}, this one reads ${backupVersion}).`,
    );
  }
  // A log that it lacks would be restored as an empty one.
  const missing = sources.filter((source) => !header.logs[source]);
  if (missing.length > 0) throw damaged(file, `it has no log of ${missing.join(', ')}`);
  return header;
}

function parse<Value>(file: string, json: string): Value {
  try {
    return JSON.parse(json) as Value; // written by formatMark; the hash at the end tells whether it still is
  } catch {
    throw damaged(file, 'a line cannot be read');
  }
}

function damaged(file: string, why: string): BackupError {
  return new BackupError(`${file} is damaged: ${why}.`);
}

/** Split at line feeds alone: what readline takes for an end of line besides may stand in a text. */
async function* linesOf(file: string): AsyncGenerator<Buffer> {
  const unzipped = createGunzip();
  const reading = pipeline(createReadStream(file), unzipped);
  // Told below, once the reader has come to it.
  reading.catch(() => undefined);
  const begun: Buffer[] = [];
  try {
    // The cast: a stream without an encoding gives buffers.
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
  const code = isNativeError(failure) && 'code' in failure ? failure.code : undefined;
  if (code === 'ENOENT') return new BackupError(`There is no file ${file}.`);
  if (code === 'EACCES' || code === 'EISDIR') return new BackupError(`${file} cannot be read.`);
  if (code === 'Z_BUF_ERROR') return damaged(file, 'its end is missing');
  if (code === 'Z_DATA_ERROR') {
    return new BackupError(`${file} is no backup of Parlour, or damaged: it cannot be unpacked.`);
  }
  return failure;
}
