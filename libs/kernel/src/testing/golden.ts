import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Envelope, Source } from '@parlour/contracts/envelope';
import { type EventTypes, eventTypes } from '@parlour/contracts/event-types';
import { upcast } from '../log/event-catalogue.ts';
import { envelopesOf, type GivenEvent } from './envelopes.ts';

const goldenFolder = join(import.meta.dirname, '../../../contracts/golden');

/**
 * An event as it was stored in one version of its type: the content of
 * `libs/contracts/golden/<source>/<Type>.v<version>.json`, or of `<Type>.v<version>.<variant>.json`
 * if some of its fields can be absent.
 */
export interface GoldenEvent {
  readonly type: string;
  readonly schemaVersion: number;
  readonly data: object;
}

interface GoldenFile {
  readonly path: string;
  readonly type: string;
  readonly schemaVersion: number;
}

/**
 * The golden events of a log, of every type and version, as a consumer of today is given them: in
 * their present version. A golden file never changes. Source:
 * docs/design/architecture.md#schema-versions.
 * @throws Error naming every file that is missing, or that tells of another type or version than
 * its name
 */
export function readGoldenEvents(
  source: Source,
  types: EventTypes = eventTypes[source],
  folder: string = goldenFolder,
): Envelope[] {
  const required = filesOf(source, types, folder);
  const missing = required.filter(({ path }) => !existsSync(path));
  if (missing.length > 0) throw new Error(`golden files are missing:\n${missing.map(({ path }) => path).join('\n')}`);
  const files = required.flatMap((file) => [file, ...variantsOf(file)]);
  const stored = files.map((file): GivenEvent => {
    const event = JSON.parse(readFileSync(file.path, 'utf8')) as GoldenEvent;
    if (event.type !== file.type || event.schemaVersion !== file.schemaVersion) {
      throw new Error(`${file.path} contains ${event.type} in version ${event.schemaVersion}`);
    }
    return event;
  });
  return envelopesOf(source, stored).map((envelope) => upcast(types, envelope));
}

function filesOf(source: Source, { versions }: EventTypes, folder: string): GoldenFile[] {
  return Object.entries(versions).flatMap(([type, current]) =>
    Array.from({ length: current }, (_, index) => {
      const schemaVersion = index + 1;
      return { type, schemaVersion, path: join(folder, source, `${type}.v${schemaVersion}.json`) };
    }),
  );
}

function variantsOf(file: GoldenFile): GoldenFile[] {
  const begin = `${basename(file.path, '.json')}.`;
  return readdirSync(dirname(file.path))
    .filter((name) => name.startsWith(begin) && name !== basename(file.path))
    .toSorted()
    .map((name) => ({ ...file, path: join(dirname(file.path), name) }));
}
