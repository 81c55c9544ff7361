import { createHash } from 'node:crypto';
import { appendFile, cp, mkdir, mkdtemp, open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sources } from '@parlour/contracts/envelope';
import { newFileId } from '@parlour/contracts/files/file-id';
import { fileKinds } from '@parlour/contracts/files/file-kinds';
import { BackupError } from '@parlour/deployment/backup/backup-format';
import { backedUpTables, knownTables } from '@parlour/deployment/backup/backup-tables';
import { restoreBackup, type Restored } from '@parlour/deployment/backup/restore-backup';
import { takeBackup } from '@parlour/deployment/backup/take-backup';
import { type FileStore, ObjectGone } from '@parlour/deployment/files/file-store';
import { FolderStore } from '@parlour/deployment/files/folder-store';
import { hold } from '@parlour/kernel/testing/held-lock';
import { until } from '@parlour/kernel/testing/until';
import { followedSources } from '@parlour/kernel/service/service-module';
import { faultsOf } from './backup-report.ts';
import { withStartedServices } from './opened-services.ts';
import { serviceDefinitions } from './service-definitions.ts';
import type { AllServices, Person } from './testing/all-services.ts';
import { contentsOf, createPlace, drained, type Place, readModels, running } from './testing/whole-site.ts';

const never = (): never => {
  throw new Error('a backup only reads');
};
const unused: FileStore = { workFolder: '', put: never, read: never, has: never, remove: never };
const toAll = { onlyFollowers: false, communityId: null };
const strange = 'Ünïcödé 🂡 "quoted" \\ back\u2028slash\u2029 \n<b>NUL-free</b> \u{10FFFF}';

let folder: string;
let file: string;
/** The store of the site that is backed up, and that of those restored from it. */
let store: FolderStore;
let restored: FolderStore;
const places: Place[] = [];

async function newPlace(): Promise<Place> {
  const place = await createPlace();
  places.push(place);
  return place;
}

const restoreInto = async (place: Place, from = file, replace = false, store = restored): Promise<Restored> =>
  restoreBackup(from, (await place.tool()).services, { replace, store });

/** The rows of a backup, without those that name others' logs by id. */
async function rowsOf(path: string): Promise<string[]> {
  const lines = gunzipSync(await readFile(path))
    .toString()
    .split('\n');
  return lines.filter((line) => line.startsWith('{') && !line.includes('"consumer"'));
}

/**
 * A small site: people, one of them deleted, a question with an answer, followers, a chat that
 * was read, a poll, and a parked event.
 */
async function live(services: AllServices): Promise<void> {
  const ann = await services.signup('ann', 'of Ann');
  const bob = await services.signup('bob', 'of Bob');
  const carl = await services.signup('carl');
  await services.as(ann, 'identity.updateBiography', { biography: strange });
  await services.as(bob, 'identity.follow', { username: 'ann' });
  const tags = [{ name: 'cards', description: strange }];
  const first = await services.as(ann, 'qa.addQuestion', { title: 'One of two', text: strange, tags, ...toAll });
  await services.as(ann, 'qa.addQuestion', { title: 'Two of two', text: 'Again', tags, ...toAll }, 'a key of ann');
  await services.as(bob, 'qa.addAnswer', { qid: first._id, text: strange });
  await services.as(carl, 'qa.addAnswer', { qid: first._id, text: 'of one who will be gone' });
  const chat = await services.as(ann, 'messaging.createChat', {
    participants: ['ann', 'bob'],
    messages: ['One', 'Two'],
  });
  await services.as(bob, 'messaging.markRead', { chatId: chat._id });
  await services.as(ann, 'messaging.addChatMessage', { chatId: chat._id, msg: 'Three' });
  await services.as(bob, 'messaging.addMessage', { msg: strange });
  await services.as(carl, 'identity.deleteUser', {});
  const community = await services.as(ann, 'communities.create', {
    name: 'Card players',
    description: strange,
    visibility: 'public',
  });
  await services.as(ann, 'communities.addPoll', {
    communityId: community._id,
    questionText: 'Which?',
    options: ['this', 'that'],
    expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
  });
  for (const name of ['whole', 'flipped', 'lost']) await upload(services, ann, name);
  await services.as(ann, 'files.delete', { fileId: await upload(services, ann, 'deleted') });
}

const idOfFile = (name: string): string =>
  newFileId({
    kind: fileKinds[5]!,
    /* a text */ width: 0,
    height: 0,
    size: 7,
    now: 0,
    random: Buffer.from(name.padEnd(8)),
  });
const bytesOfFile = (name: string): Buffer => Buffer.from(`${name}\n`.repeat(40_000));
const hashOfFile = (name: string): string => createHash('sha256').update(bytesOfFile(name)).digest('hex');

/** As the gateway does. */
async function upload({ as }: AllServices, person: Person, name: string, to = store): Promise<string> {
  await mkdir(to.workFolder, { recursive: true });
  const path = join(to.workFolder, name);
  await writeFile(path, bytesOfFile(name));
  await to.put(hashOfFile(name), path);
  const object = { hash: hashOfFile(name), bytes: bytesOfFile(name).length };
  const known = { name, alt: '', type: 'text/plain', width: 0, height: 0, previews: [], personMegabytes: 10 };
  const { _id } = await as(person, 'files.add', { fileId: idOfFile(name), ...known, ...object });
  return _id;
}

let original: Place;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parlour-backup-'));
  file = join(folder, 'site.backup');
  store = new FolderStore(join(folder, 'files'));
  restored = new FolderStore(join(folder, 'restored files'));
  original = await newPlace();
  await running(
    original,
    async (services) => {
      await live(services);
      await drained(original);
    },
    store,
  );
  // An event of a newer program, which this one only copies; and a parked one.
  await original.sql(
    'qa',
    `with raised as (update head set position = position + 1 returning position)
     insert into events select position, gen_random_uuid(), 'future/1', 1, 'future', 'QuestionDreamt', 7, '{"of": 1.10}',
       '{"commandId": "1", "actor": null, "correlationId": "1", "causationId": null}', '2026-01-01 00:00:00.123456Z' from raised`,
  );
  await original.sql(
    'notifications',
    `insert into dead_letters (consumer, log_id, position, ordering_key, type, failure)
     select 'views:identity', log_id, 4, 'a key', 'BiographyUpdated', 'why'
       from checkpoints where consumer = 'views:identity'`,
  );
  // Writers continue during the backup: its snapshot must be consistent.
  await running(original, async (services) => {
    const ann = await services.login('ann', 'of Ann');
    let writing = true;
    const writer = (async () => {
      for (let number = 0; writing && number < 500; number += 1) {
        await services.as(ann, 'messaging.addMessage', { msg: `while it is read, ${number}` });
      }
    })();
    await takeBackup(file, serviceDefinitions(), original.connections, store);
    writing = false;
    await writer;
  });
});
afterAll(async () => {
  for (const place of places) await place.drop();
  await rm(folder, { recursive: true, force: true });
});

describe('a backup', () => {
  it('includes every table of every service', async () => {
    for (const definition of serviceDefinitions()) {
      const tables = await original.sql<{ name: string }>(
        definition.source,
        'select tablename as name from pg_tables where schemaname = current_schema() order by 1',
      );
      expect(tables.map(({ name }) => name)).toEqual([...knownTables(definition)].toSorted());
    }
  });

  it('is readable by its owner only, and never overwritten', async () => {
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const again = takeBackup(file, serviceDefinitions(), original.connections, store);
    await expect(again).rejects.toThrow(`${file} already exists: choose another name.`);
    const nowhere = takeBackup(join(folder, 'none', 'a'), serviceDefinitions(), original.connections, store);
    await expect(nowhere).rejects.toThrow('There is no folder for');
  });

  it('has the state of its beginning, not a later one', async () => {
    const lock = await hold(original.connections.notifications, 'lock table head in access exclusive mode');
    const taking = takeBackup(join(folder, 'held'), serviceDefinitions(), original.connections, store);
    await lock.waiters(1);
    const [row] = (await original.sql('qa', 'select clock_timestamp() as now')) as [{ now: Date }]; // as selected
    await lock.release();
    const { header } = await taking;
    expect(Date.parse(header.takenAt)).toBeLessThan(row.now.getTime());
  });

  it('is refused for a site that was never started', async () => {
    const empty = await newPlace();
    const taking = takeBackup(join(folder, 'empty'), serviceDefinitions(), empty.connections, store);
    await expect(taking).rejects.toThrow('the site has never been started');
    await expect(stat(join(folder, 'empty'))).rejects.toThrow('ENOENT');
    // Other tools need its tables too.
    const opening = withStartedServices(serviceDefinitions(), empty.connections, async () => undefined);
    await expect(opening).rejects.toThrow('start Parlour first');
  });

  it('contains neither sessions nor erased texts', async () => {
    const text = gunzipSync(await readFile(file)).toString();
    expect(text).toContain('"table":"credentials"');
    expect(text).not.toContain('"table":"sessions"');
    expect(text).not.toContain('carl');
    expect(text).not.toContain('a browser');
  });
});

describe('a restored site', () => {
  let place: Place;

  beforeAll(async () => {
    place = await newPlace();
    await restoreInto(place);
  });

  it('has the logs of the backup, and the tables not derived from them, to the last digit', async () => {
    const again = join(folder, 'again.backup');
    await takeBackup(again, serviceDefinitions(), place.connections, restored);
    expect(await rowsOf(again)).toEqual(await rowsOf(file));
    expect((await rowsOf(again)).join()).toContain('{"of": 1.10}');
    expect((await rowsOf(again)).join()).toContain('00:00:00.123456');
  });

  it('has new log ids, already published, and consumers at the same positions in them', async () => {
    const heads = (of: Place): Promise<object[][]> =>
      Promise.all(sources.map((source) => of.sql(source, 'select log_id, position, published from head')));
    const [before, after] = [await heads(original), await heads(place)];
    const idOf = (rows: object[]): unknown => (rows[0] as { log_id: string }).log_id; // the row of head
    for (const [index, rows] of after.entries()) {
      expect(idOf(rows)).not.toBe(idOf(before[index]!));
      const [head] = rows as [{ position: number; published: number }]; // as selected above
      expect(head.published).toBe(head.position);
    }
    const readers = await Promise.all(sources.map((source) => place.sql(source, 'select log_id from checkpoints')));
    const followed = readers.flat().map((row) => idOf([row]));
    expect(followed).not.toEqual([]);
    expect(after.map(idOf)).toEqual(expect.arrayContaining([...new Set(followed)]));
    const letter = await place.sql('notifications', 'select log_id from dead_letters');
    expect(idOf(letter)).toBe(idOf(after[0]!));
  });

  it('accepts passwords, but no old session, and recognises earlier commands', async () => {
    await running(place, async (services) => {
      const ann = await services.login('Ann', 'of Ann');
      expect(await services.as(ann, 'identity.getUser', { username: 'ann' })).toMatchObject({ biography: strange });
      expect((await services.as(ann, 'identity.getSessions', {})).sessions).toHaveLength(1);
      await expect(services.login('carl')).rejects.toThrow('Login failed');
      await expect(services.signup('Carl')).rejects.toMatchObject({ code: 'username.taken' });
      // The earlier command, by its key: it gets the same answer, and nothing happens twice.
      const tags = [{ name: 'cards', description: strange }];
      await services.as(ann, 'qa.addQuestion', { title: 'Two of two', text: 'Again', tags, ...toAll }, 'a key of ann');
      const page = await services.as(ann, 'qa.getQuestions', { order: 'newest', limit: 10 });
      expect(page.rows.map(({ title }) => title)).toEqual(['Two of two', 'One of two']);
    });
  });

  it('has the read models of its logs, with what was read in chats', async () => {
    const served = await contentsOf(place, readModels);
    expect(served['messaging']!['chat_participants']).toEqual(
      (await contentsOf(original, readModels))['messaging']!['chat_participants'],
    );
    expect(served['messaging']!['chat_participants']).toContainEqual(expect.objectContaining({ unread: 1 }));
    const other = await newPlace();
    const copy = join(folder, 'copy.backup');
    await takeBackup(copy, serviceDefinitions(), place.connections, restored);
    await restoreInto(other, copy);
    expect(await contentsOf(other, readModels)).toEqual(served);
    expect(served['qa']!['questions']).toHaveLength(2);
    expect(served['qa']!['answers']).toHaveLength(2);
    expect(served['communities']!['contributors']).not.toEqual([]);
    expect(served['notifications']!['notifications']!.length).toBeGreaterThan(1);
  });

  it('notifies nobody twice, and closes polls that are due', async () => {
    const notified = `select data->>'notificationId' as id from events where type = 'Notified' order by position`;
    const before = await place.sql('notifications', notified);
    await place.sql(
      'communities',
      `update events set data = jsonb_set(data, '{expiresAt}', '"2026-01-01T00:00:00.000Z"') where type = 'PollCreated'`,
    );
    const expired = join(folder, 'expired.backup');
    await takeBackup(expired, serviceDefinitions(), place.connections, restored);
    const other = await newPlace();
    await restoreInto(other, expired);
    await running(other, async (services) => {
      const closed = `select 1 as one from events where type = 'PollClosed'`;
      await until('the poll is closed', async (saw) => saw(await other.sql('communities', closed)).length === 1);
      const bob = await services.login('bob', 'of Bob');
      // One more event for each policy: once it is handled, so are all before it.
      const ann = await services.login('ann', 'of Ann');
      await services.as(ann, 'identity.follow', { username: 'bob' });
      await until('bob is notified of a follower', async (saw) => {
        const { rows } = await services.as(bob, 'notifications.getNotifications', { limit: 10 });
        return saw(rows).length > 0;
      });
    });
    expect(await other.sql('notifications', notified)).toEqual([...before, { id: expect.any(String) }]);
  });
});

describe('[FI-9] the files of a backup', () => {
  const textIn = async (from: FileStore, name: string): Promise<string> => text(await from.read(hashOfFile(name)));

  it('are in the restored site, but for deleted ones', async () => {
    const place = await newPlace();
    const own = new FolderStore(join(folder, 'own'));
    const { objects } = await restoreInto(place, file, false, own);
    expect(objects).toMatchObject({ whole: 3, missing: [], damaged: [] });
    for (const name of ['whole', 'flipped', 'lost']) expect(await textIn(own, name)).toBe(bytesOfFile(name).toString());
    expect(await own.has(hashOfFile('deleted'))).toBe(false);
  });

  it('are told if they are damaged or missing, and the others restored', async () => {
    const worse = join(folder, 'worse');
    await cp(join(folder, 'files'), worse, { recursive: true });
    const pathOf = (name: string): string => join(worse, hashOfFile(name).slice(0, 2), hashOfFile(name));
    const handle = await open(pathOf('flipped'), 'r+');
    await handle.write('F', 100_000);
    await handle.close();
    await rm(pathOf('lost'));
    const told = { whole: 1, missing: [idOfFile('lost')], damaged: [idOfFile('flipped')] };
    const incomplete = join(folder, 'incomplete.backup');
    const taken = await takeBackup(incomplete, serviceDefinitions(), original.connections, new FolderStore(worse));
    expect(taken.objects).toMatchObject(told);
    const own = new FolderStore(join(folder, 'rest'));
    expect((await restoreInto(await newPlace(), incomplete, false, own)).objects).toMatchObject(told);
    const there = ['whole', 'flipped', 'lost'].map((name) => own.has(hashOfFile(name)));
    expect(await Promise.all(there)).toEqual([true, false, false]);
  });

  it('are told without a store for them', async () => {
    const without = join(folder, 'without.backup');
    const { objects } = await takeBackup(without, serviceDefinitions(), original.connections, null);
    expect(objects).toMatchObject({ whole: 0, missing: expect.arrayContaining([idOfFile('whole')]) });
    expect(faultsOf(objects, null)).toEqual([expect.stringContaining('3 files are left out: set FILES_FOLDER')]);
  });

  it('may be deleted while it is taken', async () => {
    const place = await newPlace();
    const own = new FolderStore(join(folder, 'deleting'));
    await running(
      place,
      async (services) => {
        const zoe = await services.signup('zoe');
        const fileId = await upload(services, zoe, 'deleted later', own);
        const deleting: FileStore = {
          ...unused,
          async read(hash) {
            await services.as(zoe, 'files.delete', { fileId });
            throw new ObjectGone(hash);
          },
        };
        const { objects } = await takeBackup(
          join(folder, 'deleting.backup'),
          serviceDefinitions(),
          place.connections,
          deleting,
        );
        expect(objects).toMatchObject({ whole: 0, missing: [], damaged: [] });
      },
      own,
    );
  });

  it('cannot be read while the store is away', async () => {
    const away: FileStore = { ...unused, read: () => Promise.reject(new Error('connect ECONNREFUSED')) };
    const taking = takeBackup(join(folder, 'away'), serviceDefinitions(), original.connections, away);
    await expect(taking).rejects.toThrow('The files of the site cannot be read: connect ECONNREFUSED');
    await expect(stat(join(folder, 'away'))).rejects.toThrow('ENOENT');
  });

  it('replace those of the site that was there, and heal what is damaged', async () => {
    const place = await newPlace();
    const own = new FolderStore(join(folder, 'replaced'));
    await running(place, async (services) => upload(services, await services.signup('zoe'), 'zoe’s', own), own);
    await restoreInto(place, file, true, own);
    expect(await own.has(hashOfFile('zoe’s'))).toBe(false);
    const path = join(folder, 'replaced', hashOfFile('whole').slice(0, 2), hashOfFile('whole'));
    await writeFile(path, 'damaged');
    await restoreInto(place, file, true, own);
    expect(await textIn(own, 'whole')).toBe(bytesOfFile('whole').toString());
  });
});

it('services are listed behind those whose logs they follow', () => {
  // Communities only count questions. A text names a file that was there before; what a log has of
  // its end and the backup does not, the restored site finds again.
  const others = { communities: ['qa'], files: ['qa', 'messaging', 'communities'] };
  const wrong = serviceDefinitions().flatMap((definition) => {
    const before = sources.slice(0, sources.indexOf(definition.source) + 1);
    const behind = followedSources(definition).filter((followed) => !before.includes(followed));
    return behind.length > 0 ? [[definition.source, behind]] : [];
  });
  expect(Object.fromEntries(wrong)).toEqual(others);
});

describe('a restore', () => {
  const refusal = async (from: string, place: Place, replace = false): Promise<string> => {
    const failure: unknown = await restoreInto(place, from, replace).then(
      () => 'nothing was refused',
      (reason: unknown) => reason,
    );
    expect(failure).toBeInstanceOf(BackupError);
    return (failure as BackupError).message; // as was expected above
  };

  /** The backup with its content or its bytes changed. */
  async function changed(name: string, change: (text: string) => string, bytes = (zipped: Buffer): Buffer => zipped) {
    const path = join(folder, name);
    await writeFile(path, bytes(gzipSync(change(gunzipSync(await readFile(file)).toString()))));
    return path;
  }

  it('refuses files that are damaged, cut off, or no backup, before anything is changed', async () => {
    const place = await newPlace();
    const same = (text: string): string => text;
    const refused = async (path: string): Promise<string> => refusal(path, place);
    expect(await refused(join(folder, 'absent'))).toContain('There is no file');
    expect(await refused(await changed('letter', (text) => text.replace('One of two', 'One of too')))).toContain(
      'its content has changed',
    );
    expect(await refused(await changed('row', (text) => text.replace(/\n\{[^\n]*/, '')))).toContain(
      'its content has changed',
    );
    expect(await refused(await changed('tail', (text) => text.slice(0, text.lastIndexOf('#end'))))).toContain(
      'its end is missing',
    );
    expect(await refused(await changed('half', (text) => text.slice(0, text.length / 2)))).toContain('damaged');
    expect(await refused(await changed('cut', same, (zipped) => zipped.subarray(0, zipped.length - 100)))).toContain(
      'its end is missing',
    );
    const flipped = (zipped: Buffer): Buffer => {
      const middle = Math.floor(zipped.length / 2);
      zipped[middle] = zipped[middle]! ^ 0xff;
      return zipped;
    };
    expect(await refused(await changed('flipped', same, flipped))).toContain('damaged');
    const text = join(folder, 'text');
    await appendFile(text, 'Dear diary');
    expect(await refused(text)).toContain('is not a backup of Parlour');
    await writeFile(text, gzipSync('Dear diary\n'));
    expect(await refused(text)).toContain('is not a backup of Parlour');
    await writeFile(text, '');
    expect(await refused(text)).toContain('damaged');
    const [made] = await place.sql('qa', `select to_regclass('head') is not null as made`);
    expect(made).toEqual({ made: false });
  });

  it('changes nothing until it commits', async () => {
    const place = await newPlace();
    await restoreInto(place);
    const before = await contentsOf(place, readModels);
    const beforeCommit = (): Promise<void> => Promise.reject(new Error('The disk is full.'));
    const { services } = await place.tool();
    await expect(restoreBackup(file, services, { replace: true, beforeCommit })).rejects.toThrow('The disk is full.');
    expect(await contentsOf(place, readModels)).toEqual(before);
  });

  it('refuses backups of a newer Parlour, and of 0.1', async () => {
    const place = await newPlace();
    const version = await changed('version', (text) => text.replace('"version":2', '"version":3'));
    expect(await refusal(version, place)).toContain('was written by a newer Parlour (format 3, this one reads 2)');
    const later = await rehashed('migration', (text) =>
      text.replace('"Identity1795800000002"', '"Later1999000000000"'),
    );
    expect(await refusal(later, place)).toContain(
      'was written by a newer Parlour: this version does not know Later1999000000000',
    );
    const first = await rehashed('first', (text) =>
      text.replaceAll('"KernelTables1795800000000"', '"KernelTables1700000000000"'),
    );
    expect(await refusal(first, place)).toContain('was written by Parlour 0.1, which this version does not read');
    const table = await rehashed('table', (text) => text.replace('"table":"biographies"', '"table":"dreams"'));
    expect(await refusal(table, place)).toContain('this version does not know the table dreams of identity');
  });

  it('needs an empty site, unless it is told to replace', async () => {
    const place = await newPlace();
    await running(place, async (services) => {
      await services.signup('zoe');
      expect(await refusal(file, place)).toContain('stop the site first');
      expect(await refusal(file, place, true)).toContain('stop the site first');
    });
    expect(await refusal(file, place)).toContain('This site is not empty');
    await restoreInto(place, file, true);
    const again = join(folder, 'replaced.backup');
    await takeBackup(again, serviceDefinitions(), place.connections, restored);
    expect(await rowsOf(again)).toEqual(await rowsOf(file));
    await running(place, async (after) => {
      await after.login('ann', 'of Ann');
      await expect(after.login('zoe')).rejects.toThrow('Login failed');
    });
  });

  it('that fails half way changes nothing', async () => {
    const place = await newPlace();
    await restoreInto(place);
    const before = await contentsOf(place, (service) => [
      ...backedUpTables(service.definition),
      ...readModels(service),
    ]);
    // The hash is valid: the fault shows when the last service's rows are written.
    const broken = await rehashed('broken', (text) =>
      text.replace(/"version":1(,[^\n]*"type":"Notified")/, '"version":null$1'),
    );
    await expect(restoreInto(place, broken, true)).rejects.toThrow();
    const holed = await rehashed('holed', (text) => text.replace(/\n\{"position":1,[^\n]*"Notified"[^\n]*/, ''), 1);
    expect(await refusal(holed, place, true)).toContain('The log of notifications is incomplete');
    expect(
      await contentsOf(place, (service) => [...backedUpTables(service.definition), ...readModels(service)]),
    ).toEqual(before);
  });

  /** Like `changed`, with a matching hash. */
  async function rehashed(name: string, change: (text: string) => string, fewer = 0): Promise<string> {
    return changed(name, (text) => {
      const end = text.lastIndexOf('#end ');
      const content = change(text.slice(0, end));
      if (content === text.slice(0, end)) throw new Error(`nothing was changed for ${name}`);
      const { rows } = JSON.parse(text.slice(end + 5)) as { rows: number };
      const sha256 = createHash('sha256').update(content).digest('hex');
      return `${content}#end ${JSON.stringify({ rows: rows - fewer, sha256 })}\n`;
    });
  }
});
