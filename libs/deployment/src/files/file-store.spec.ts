import { createHash } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ConfigurationError, type Environment, readConfiguration } from '@parlour/kernel/config/config';
import { freePort } from '@parlour/kernel/process/free-port';
import S3rver from 's3rver';
import { type FileStore, ObjectGone } from './file-store.ts';
import { FilesConfig, fileStoreOf } from './files-config.ts';
import { FolderStore } from './folder-store.ts';

let folder: string;
let server: S3rver;
let bucket: Environment;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parlour-stores-'));
  server = new S3rver({
    ...{ address: '127.0.0.1', port: 0, silent: true, directory: join(folder, 'server') },
    configureBuckets: [{ name: 'parlour', configs: [] }],
  });
  const { port } = (await server.run()) as AddressInfo; // it listens on TCP
  await writeFile(join(folder, 'secret'), 'S3RVER\n');
  bucket = {
    S3_BUCKET: 'parlour',
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_ACCESS_KEY_ID: 'S3RVER',
    S3_SECRET_ACCESS_KEY_FILE: join(folder, 'secret'),
    S3_PREFIX: 'files/',
  };
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

function storeOf(environment: Environment): FileStore {
  const store = fileStoreOf(readConfiguration(FilesConfig, environment));
  if (!store) throw new Error('a store is configured');
  return store;
}

const bytes = Buffer.from('0123456789'.repeat(30_000));
const hash = createHash('sha256').update(bytes).digest('hex');
const other = 'f'.repeat(64);

describe.each<[string, () => Environment]>([
  ['a folder', () => ({ FILES_FOLDER: join(folder, 'files') })],
  ['a bucket', () => bucket],
])('[FI-9] %s', (_what, environment) => {
  let store: FileStore;
  let work: string;
  beforeAll(async () => {
    store = storeOf(environment());
    work = await mkdtemp(join(folder, 'work-'));
  });

  async function put(content = bytes): Promise<void> {
    const path = join(work, 'object');
    await writeFile(path, content);
    await store.put(hash, path);
  }

  it('keeps objects, and reads them, whole or a part', async () => {
    expect(await store.has(hash)).toBe(false);
    await put();
    expect(await store.has(hash)).toBe(true);
    expect((await buffer(await store.read(hash))).equals(bytes)).toBe(true);
    expect(String(await buffer(await store.read(hash, { start: 9, end: 12 })))).toBe('9012');
    expect(String(await buffer(await store.read(hash, { start: bytes.length - 2, end: bytes.length - 1 })))).toBe('89');
  });

  it('takes the same object from several at once', async () => {
    const content = Buffer.from('of several');
    const name = createHash('sha256').update(content).digest('hex');
    const paths = ['a', 'b', 'c'].map((each) => join(work, each));
    for (const path of paths) await writeFile(path, content);
    await Promise.all(paths.map((path) => store.put(name, path)));
    expect((await buffer(await store.read(name))).equals(content)).toBe(true);
    await store.remove(name);
  });

  it('changes nothing of an object that is there', async () => {
    await put(Buffer.from('another'));
    expect((await buffer(await store.read(hash))).length).toBe(bytes.length);
  });

  it('has no others', async () => {
    expect(await store.has(other)).toBe(false);
    await expect(store.read(other)).rejects.toThrow(ObjectGone);
    await expect(store.read('../../secret')).rejects.toThrow('no hash of an object');
  });

  it('removes an object, also twice', async () => {
    await store.remove(hash);
    expect(await store.has(hash)).toBe(false);
    await expect(store.read(hash)).rejects.toThrow(ObjectGone);
    await store.remove(hash);
  });

  it('lets go of a reader who stops early', async () => {
    await put();
    for (let reader = 0; reader < 60; reader += 1) {
      const stream = await store.read(hash);
      stream.destroy();
    }
    expect((await buffer(await store.read(hash))).length).toBe(bytes.length);
  });
});

describe('a folder', () => {
  it.each([
    ['alone', 0o700, 0o600],
    ['and its group', 0o770, 0o660],
  ])('that is its owner’s %s keeps objects so, and nothing that is half written', async (_whose, mode, ofObjects) => {
    const own = join(folder, `own-${mode}`);
    await mkdir(own);
    await chmod(own, mode);
    const path = join(folder, 'received');
    await writeFile(path, bytes, { mode: 0o600 });
    await new FolderStore(own).put(hash, path);
    expect(await readdir(join(own, hash.slice(0, 2)))).toEqual([hash]);
    expect((await stat(join(own, hash.slice(0, 2)))).mode & 0o777).toBe(mode);
    expect((await stat(join(own, hash.slice(0, 2), hash))).mode & 0o777).toBe(ofObjects);
  });
});

describe('a bucket', () => {
  it('that is not there is told, and so is a server that is away', async () => {
    const none = storeOf({ ...bucket, S3_BUCKET: 'another' });
    await expect(none.read(hash)).rejects.toMatchObject({
      reason: expect.stringMatching(/^the bucket another at http:.* cannot be used: NoSuchBucket/),
    });
    const port = await freePort('127.0.0.1', []);
    const away = storeOf({ ...bucket, S3_ENDPOINT: `http://127.0.0.1:${port}` });
    const refused = { code: 'service.unavailable', reason: expect.stringContaining('ECONNREFUSED') };
    await expect(away.has(hash)).rejects.toMatchObject(refused);
    await expect(away.read(hash)).rejects.toMatchObject(refused);
    await expect(away.remove(hash)).rejects.toMatchObject(refused);
  });
});

describe('the configuration', () => {
  it('without a store switches files off', () => {
    expect(fileStoreOf(readConfiguration(FilesConfig, {}))).toBeNull();
  });

  it.each<[string, Environment, string]>([
    ['both a folder and a bucket', { FILES_FOLDER: '/files', S3_BUCKET: 'parlour' }, 'FILES_FOLDER'],
    ['an endpoint that is no address', { S3_BUCKET: 'parlour', S3_ENDPOINT: 's3.example' }, 'S3_ENDPOINT'],
    ['a key without its secret', { S3_BUCKET: 'parlour', S3_ACCESS_KEY_ID: 'key' }, 'S3_SECRET_ACCESS_KEY'],
    ['a secret without its key', { S3_BUCKET: 'parlour', S3_SECRET_ACCESS_KEY: 'secret' }, 'S3_SECRET_ACCESS_KEY'],
  ])('refuses %s', (_what, environment, name) => {
    const reading = (): FilesConfig => readConfiguration(FilesConfig, environment);
    expect(reading).toThrow(ConfigurationError);
    expect(reading).toThrow(`  ${name}: `);
  });
});
