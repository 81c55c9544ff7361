import { mkdir, mkdtemp, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { crc32, deflateSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { signsOf } from '@parlour/contracts/files/file-id';
import type { Reported } from '@parlour/contracts/communities/reports';
import { bytesOfMegabytes, usualFileLimits } from '@parlour/contracts/files/file-limits';
import type { FileToServe, StoredFile } from '@parlour/contracts/files/files';
import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import { fileIdOf } from '@parlour/contracts/testing/file-ids';
import { FolderStore } from '@parlour/deployment/files/folder-store';
import { until } from '@parlour/kernel/testing/until';
import { EndedSessions } from '../session/ended-sessions.ts';
import { reported } from '../testing/reports.ts';
import { type Answer, RunningGateway } from '../testing/running-gateway.ts';
import { idOf, standInSite, unknownId } from '../testing/stand-ins.ts';

let gateway: RunningGateway;
let folder: string;
let store: FolderStore;
let ann: { cookie: string };
let use = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parlour-uploads-'));
  store = new FolderStore(folder);
  gateway = await RunningGateway.start({}, { files: store });
  ann = await gateway.signIn('Ann');
});
afterAll(async () => {
  await gateway.stop();
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  use = 0;
  gateway.standIns.calls.length = 0;
  gateway.standIns.answer({
    'files.use': () => ({ bytes: use }),
    'files.add': ({ request, context }) => ({
      ...{ _id: request.fileId, name: request.name, type: request.type, size: request.bytes, alt: request.alt },
      ...{ width: request.width, height: request.height, url: `/file/${request.fileId}`, previews: [] },
      ...{ by: context.actor?.name ?? '', at: '2026-01-05T09:03:07.000Z' },
    }),
    'files.release': () => ({ released: true }),
    'files.get': () => served,
    'qa.getReported': ({ request }) => ({ things: request.things.map(({ id }) => readable.get(id) ?? null) }),
    'messaging.getReported': ({ request }) => ({ things: request.things.map(() => null) }),
    'communities.getReported': ({ request }) => ({ things: request.things.map(({ id }) => readable.get(id) ?? null) }),
    'communities.findReports': () => ({ things: [] }),
  });
});

const boundary = 'parlour-boundary';

/** A form with one file, as browsers write it. */
function formOf(content: Buffer | string, name = 'photo', alt?: string): Buffer {
  const field =
    alt === undefined ? '' : `--${boundary}\r\ncontent-disposition: form-data; name="alt"\r\n\r\n${alt}\r\n`;
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: image/png\r\n\r\n`;
  return Buffer.concat([Buffer.from(field + head), Buffer.from(content), Buffer.from(`\r\n--${boundary}--\r\n`)]);
}

const formType = `multipart/form-data; boundary=${boundary}`;
const typed = (): Record<string, string> => ({ ...ann, 'content-type': formType });

function upload(...form: Parameters<typeof formOf>): Promise<Answer> {
  return gateway.post('/api/file/upload', formOf(...form), typed());
}

/** What the gateway told the service of an upload that was accepted. */
async function added(...form: Parameters<typeof formOf>): Promise<StoredFile> {
  const answer = await upload(...form);
  expect(answer).toMatchObject({ status: 200 });
  const { personMegabytes: _, ...file } = gateway.standIns.last('files.add').request;
  return file;
}

const bytesOf = async (hash: string): Promise<Buffer> => buffer(await store.read(hash));
const leftOvers = (): Promise<string[]> => readdir(store.workFolder);

const plain = { create: { width: 700, height: 500, channels: 3, background: '#3a7' } } as const;

/** A photo as a phone takes it: turned, with the place where it was taken. */
const photo = (): Promise<Buffer> =>
  sharp(plain)
    .withExif({ IFD0: { Copyright: 'Ann of Harbour Street' }, IFD3: { GPSLatitude: '51/1 30/1 3230/100' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();

describe('an image', () => {
  it('[FI-4] is turned upright, and loses its metadata, also in its previews', async () => {
    const file = await added(await photo(), 'photo.jpg', 'A field');
    expect(file).toMatchObject({ type: 'image/jpeg', width: 500, height: 700, alt: 'A field', name: 'photo.jpg' });
    expect(signsOf(file.fileId)).toMatchObject({ width: 500, height: 700 });
    expect(file.previews.map(({ width }) => width)).toEqual([320]);
    for (const hash of [file.hash, ...file.previews.map((preview) => preview.hash)]) {
      const bytes = await bytesOf(hash);
      const { exif, xmp, icc, orientation } = await sharp(bytes).metadata();
      expect({ exif, xmp, icc, orientation }).toEqual({});
      expect(bytes.includes('Harbour Street')).toBe(false);
    }
    expect(await leftOvers()).toEqual([]);
  });

  it.each(['jpeg', 'png', 'webp', 'avif', 'gif'] as const)('of format %s stays one', async (format) => {
    const file = await added(await sharp(plain).toFormat(format).toBuffer(), 'named.txt');
    expect(file.type).toBe(`image/${format}`);
    const { width, height } = await sharp(await bytesOf(file.hash)).metadata();
    expect({ width, height }).toEqual({ width: 700, height: 500 });
  });

  it('[FI-4] that is animated stays animated, a preview with a hundred frames at most', async () => {
    const frames = 120;
    const raw = Buffer.alloc(400 * 4 * frames * 3);
    for (let frame = 0; frame < frames; frame++)
      raw.fill((frame % 2) * 255, frame * 400 * 4 * 3, (frame + 1) * 400 * 4 * 3);
    const options = { width: 400, height: 4 * frames, channels: 3, pageHeight: 4 } as const;
    const gif = await sharp(raw, { raw: options })
      .gif({ delay: Array.from({ length: frames }, () => 50) })
      .toBuffer();
    const file = await added(gif);
    expect(file).toMatchObject({ type: 'image/gif', width: 400, height: 4 });
    const pagesOf = async (hash: string) => (await sharp(await bytesOf(hash)).metadata()).pages;
    expect(await pagesOf(file.hash)).toBe(frames);
    expect(await pagesOf(file.previews[0]?.hash ?? '')).toBe(100);
  });

  it('keeps nothing of what was hidden behind it', async () => {
    const file = await added(Buffer.concat([await photo(), Buffer.from('<script>alert(1)</script>')]));
    expect((await bytesOf(file.hash)).includes('<script>')).toBe(false);
  });

  it.each([
    ['many pixels in few bytes', () => bombOf(40_000, 40_000), 'file.pixels', messages.imagePixels(40)],
    ['an animation of many pixels', () => bombOf(6_000, 7_000), 'file.pixels', messages.imagePixels(40)],
    ['one that is cut off', async () => (await photo()).subarray(0, 900), 'file.broken', messages.fileBroken],
    ['more bytes than allowed', async () => padded(await photo()), 'file.tooLarge', messages.imageTooLarge(10)],
  ])('[FI-3] with %s is refused', async (_, make, code, error) => {
    const answer = await upload(await make());
    expect(answer).toMatchObject({ json: { code, error } });
    expect(gateway.standIns.count('files.add')).toBe(0);
    expect(await leftOvers()).toEqual([]);
  });
});

/** A PNG of so many pixels, all black: a few bytes say so. */
function bombOf(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  header.set([1, 0], 8);
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
  const data = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * 10));
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]);
}

const padded = (image: Buffer): Buffer => Buffer.concat([image, Buffer.alloc(bytesOfMegabytes(10))]);

describe('another file', () => {
  it.each([
    ['%PDF-1.7\n%âãÏÓ', 'a.png', 'application/pdf'],
    ['name,age\nAnn,3', 'people.csv', 'text/plain'],
    ['<!doctype html><script>alert(1)</script>', 'a.jpg', 'text/html'],
    ['<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>', 'a.png', 'application/xml'],
    ['<svg onload="alert(1)"/>', 'a.png', 'image/svg+xml'],
    [Buffer.from('504b0506000000000000000000000000000000000000', 'hex'), 'a.zip', 'application/zip'],
  ])('[FI-2] %j is told by its content', async (content, name, type) => {
    const file = await added(content, name);
    expect(file).toMatchObject({ type, width: 0, height: 0, previews: [], name });
    expect(signsOf(file.fileId)?.size).toBe(file.bytes);
  });

  it.each([
    ['a program', Buffer.from('7f454c460201010000000000', 'hex')],
    ['bytes of no known kind', Buffer.from([1, 2, 3, 255, 0])],
    ['nothing', ''],
  ])('that is %s is refused', async (_, content) => {
    const answer = await upload(content);
    expect(answer).toMatchObject({ status: 400, json: { code: 'file.kind', error: messages.fileKind } });
  });

  it('that is too large is refused, and leaves nothing', async () => {
    const answer = await upload(Buffer.alloc(bytesOfMegabytes(25) + 1)); // nobody looks at its content
    expect(answer).toMatchObject({ status: 413, json: { code: 'file.tooLarge', error: messages.fileTooLarge(25) } });
    expect(await leftOvers()).toEqual([]);
  });

  it.each([
    ['..%2F..\\\\etc/passwd', 'passwd'],
    ['a\tb\u202egnp.txt', 'a b gnp.txt'],
    [`${'n'.repeat(300)}.txt`, 'n'.repeat(limits.fileNameLength)],
    ['', 'file'],
  ])('with the name %j gets %j', async (given, name) => {
    expect((await added('text', given)).name).toBe(name);
  });
});

describe('an upload', () => {
  it('that is cut off leaves nothing', async () => {
    const form = formOf(await photo());
    const { port } = new URL(gateway.origin);
    const headers = gateway.named({ ...typed(), 'content-length': String(form.length) });
    const request = httpRequest({ host: '127.0.0.1', port, path: '/api/file/upload', method: 'POST', headers });
    request.on('error', () => undefined);
    request.write(form.subarray(0, form.length - 200));
    await until('it is being written', async () => (await leftOvers()).length > 0);
    request.destroy();
    await until('it is removed', async () => (await leftOvers()).length === 0);
    expect(gateway.standIns.count('files.add')).toBe(0);
  });

  it('that a killed gateway left is removed by the next one, unless another may be writing it', async () => {
    const left = async (name: string, hours: number): Promise<void> => {
      await mkdir(join(store.workFolder, name), { recursive: true });
      await writeFile(join(store.workFolder, name, 'received'), 'text');
      const at = Date.now() / 1_000 - hours * 3_600;
      await utimes(join(store.workFolder, name), at, at);
    };
    await left('parlour-upload-old', 2);
    await left('parlour-upload-young', 0.5);
    await left('of-somebody-else', 2);
    // Listed, and gone when it is looked at: as a folder whose upload ends meanwhile.
    await symlink('nowhere', join(store.workFolder, 'parlour-upload-gone'));
    const next = await RunningGateway.start({}, { files: store });
    const kept = ['of-somebody-else', 'parlour-upload-gone', 'parlour-upload-young'];
    expect((await leftOvers()).toSorted()).toEqual(kept);
    await next.stop();
    await rm(store.workFolder, { recursive: true });
  });

  it('to a full disk is refused, and leaves nothing', async () => {
    class FullStore extends FolderStore {
      // The device's own error.
      override put = (): Promise<void> => writeFile('/dev/full', 'x');
    }
    const full = await RunningGateway.start({}, { files: new FullStore(folder) });
    full.standIns.answer({ 'files.use': () => ({ bytes: 0 }) });
    const headers = { ...typed(), ...(await full.signIn('Ann')) };
    const answer = await full.post('/api/file/upload', formOf('text'), headers);
    expect(answer).toMatchObject({ status: 507, json: { code: 'file.space', error: messages.fileSpace } });
    expect(await leftOvers()).toEqual([]);
    await full.stop();
  });

  it('[FI-3] by somebody without space is refused before it is read', async () => {
    use = bytesOfMegabytes(1_024);
    const json = { code: 'file.full', error: messages.filesFull(1_024) };
    expect(await upload('text')).toMatchObject({ status: 409, json });
  });

  it('that the service refuses leaves nothing in the store', async () => {
    gateway.standIns.refuse('files.add', 'file.full', messages.filesFull(1_024));
    expect(await upload('refused text')).toMatchObject({ status: 409, json: { code: 'file.full' } });
    expect(gateway.standIns.last('files.release').request.hashes).toHaveLength(1);
  });

  it('without a file, or elsewhere, is refused', async () => {
    const other = formOf('text').toString().replace('name="file"', 'name="other"');
    expect((await gateway.post('/api/file/upload', Buffer.from(other), typed())).json).toMatchObject({
      code: 'file.missing',
    });
    expect((await gateway.post('/api/file/upload', {}, ann)).json).toMatchObject({ code: 'file.missing' });
    const elsewhere = await gateway.post('/api/question/addQuestion', formOf('text'), typed());
    expect(elsewhere).toMatchObject({ status: 415, json: { code: 'request.notJson' } });
    const { cookie: _, ...visitor } = typed();
    expect((await gateway.post('/api/file/upload', formOf('text'), visitor)).status).toBe(401);
  });

  it.each([
    ['without a boundary', 'multipart/form-data', formOf('text')],
    ['that ends in the middle', formType, formOf('text').subarray(0, -20)],
    ['that is no form', formType, Buffer.from('text')],
    ['with a broken part', formType, Buffer.from(`--${boundary}\r\nbroken\r\n\r\ntext\r\n--${boundary}--\r\n`)],
  ])('%s is refused', async (_, type, sent) => {
    const answer = await gateway.post('/api/file/upload', sent, { ...ann, 'content-type': type });
    expect(answer).toMatchObject({
      status: 400,
      json: { code: expect.stringMatching(/^(request.invalid|file.missing)$/) },
    });
    expect(await leftOvers()).toEqual([]);
  });

  it('is neither offered nor accepted where files are off', async () => {
    expect((await gateway.send('/api/user/providers')).json).toMatchObject({ files: usualFileLimits });
    const off = await RunningGateway.start();
    const headers = { ...typed(), ...(await off.signIn('Ann')) };
    expect((await off.send('/api/user/providers')).json).not.toHaveProperty('files');
    expect((await off.post('/api/file/upload', formOf('text'), headers)).json).toMatchObject({ code: 'file.off' });
    await off.stop();
  });
});

describe('limits that the operator chose', () => {
  beforeAll(async () => {
    const files = { imageMegabytes: 1, imageMegapixels: 1, fileMegabytes: 2, filesPerPost: 3, personMegabytes: 10 };
    gateway.standIns.site = { ...standInSite, files };
    await gateway.app.get(EndedSessions).poll();
  });
  afterAll(async () => {
    gateway.standIns.site = standInSite;
    await gateway.app.get(EndedSessions).poll();
  });

  const large = { ...plain, create: { ...plain.create, width: 1_001, height: 1_000 } };
  it.each([
    ['pixels', () => sharp(large).png().toBuffer(), 'file.pixels', messages.imagePixels(1)],
    [
      'bytes of a picture',
      async () => Buffer.concat([await photo(), Buffer.alloc(bytesOfMegabytes(1))]),
      ...(['file.tooLarge', messages.imageTooLarge(1)] as const),
    ],
    ['bytes', () => Buffer.alloc(bytesOfMegabytes(2) + 1, 'a'), 'file.tooLarge', messages.fileTooLarge(2)],
  ])('[FI-3] hold for %s', async (_, make, code, error) => {
    expect((await upload(await make())).json).toEqual({ code, error });
  });

  it('[FI-3] hold for all that a person has, and are told', async () => {
    use = bytesOfMegabytes(10) - 1;
    await added('text');
    expect(gateway.standIns.last('files.add').request).toMatchObject({ personMegabytes: 10 });
    use = bytesOfMegabytes(10);
    expect((await upload('text')).json).toEqual({ code: 'file.full', error: messages.filesFull(10) });
    expect((await gateway.send('/api/file/use', { headers: ann })).json).toEqual({ bytes: use, most: use });
    expect((await gateway.send('/api/user/providers')).json).toMatchObject({ files: { filesPerPost: 3 } });
  });

  it('[FI-3] hold for each text, however deep in a request', async () => {
    const texts = (count: number) =>
      Array.from({ length: count }, (_, at) => `/file/${fileIdOf('image/png', { width: at + 1 })}`).join(' ');
    const post = (...msgs: readonly string[]) => {
      const body = { participants: ['Ann', 'Bob'], messages: msgs.map((msg) => ({ msg })) };
      return gateway.post('/api/chat/createChat', body, ann);
    };
    expect((await post('hello', texts(4))).json).toEqual({ code: 'file.tooMany', error: messages.filesTooMany(3) });
    gateway.standIns.refuse('messaging.createChat', 'user.unknown', messages.userUnknown);
    expect((await post(texts(3), texts(2))).json).toMatchObject({ code: 'user.unknown' });
  });
});

const readable = new Map<string, Reported>();
let served: FileToServe;

describe('reading a file', () => {
  const thing = (deleted: Reported['deleted']): Reported => ({ ...reported, deleted });
  const read = (path = '', headers: Readonly<Record<string, string>> = {}): Promise<Answer> =>
    gateway.send(`/file/${served.fileId}${path}`, { headers: { ...ann, ...headers } });

  beforeAll(async () => {
    const file = await added(await sharp(plain).png().toBuffer(), 'plan.png');
    served = {
      ...file,
      ownerId: 'somebody',
      places: [
        { type: 'answer', id: 'a1' },
        { type: 'message', id: 'm1' },
        { type: 'report', id: 'r1' },
      ],
      formerPlaces: [{ type: 'question', id: 'q1' }],
    };
  });
  beforeEach(() => readable.clear());

  it('is for whoever may read a post that has it, now', async () => {
    expect(await read()).toMatchObject({ status: 404 });
    readable.set('a1', thing(null));
    expect(await read()).toMatchObject({ status: 200, headers: { 'content-type': 'image/png' } });
    expect(gateway.standIns.last('qa.getReported').request).toEqual({
      things: [{ type: 'answer', id: 'a1', versions: [] }],
      granted: false,
    });
    readable.set('a1', thing('author'));
    expect((await gateway.send(`/api/file/${served.fileId}`, { headers: ann })).json).toEqual({
      error: messages.fileUnknown,
      code: 'file.unknown',
    });
    expect((await gateway.send(`/file/${served.fileId}`)).status).toBe(401);
  });

  it('is for whoever may read a report that has it', async () => {
    readable.set('r1', thing(null));
    expect(await read()).toMatchObject({ status: 200 });
    const things = [{ type: 'report', id: 'r1', versions: [] }];
    expect(gateway.standIns.last('communities.getReported').request).toEqual({ things, granted: false });
  });

  it('[BM-64] is for whoever gets a report of a text that shows it, as long as that does', async () => {
    const old = { title: '', excerpt: '', files: [] as string[] };
    gateway.standIns.answer({
      'communities.findReports': () => ({ things: [{ type: 'question', id: 'q1', versions: [2] }] }),
      'qa.getReported': ({ request: { granted, things } }) => ({
        things: things.map(() => (granted ? { ...reported, reportedTexts: [old] } : null)),
      }),
    });
    expect(await read()).toMatchObject({ status: 404 });
    old.files.push(served.fileId);
    expect(await read()).toMatchObject({ status: 200 });
    expect(gateway.standIns.last('communities.findReports').request).toEqual({
      things: [
        { type: 'answer', id: 'a1' },
        { type: 'message', id: 'm1' },
        { type: 'question', id: 'q1' },
      ],
    });
    const things = [{ type: 'question', id: 'q1', versions: [2] }];
    expect(gateway.standIns.last('qa.getReported').request).toEqual({ things, granted: true });
    gateway.standIns.answer({ 'communities.findReports': () => ({ things: [] }) });
    expect(await read()).toMatchObject({ status: 404 });
  });

  it('sends it so that nothing of it runs, and nobody keeps it for others', async () => {
    readable.set('a1', thing(null));
    const { headers } = await read('?w=320');
    expect(headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
      'content-disposition': 'inline; filename=plan.png',
    });
    expect(headers['content-security-policy']).toMatch(/^sandbox; default-src 'none'/);
    const again = await read('?w=320', { 'if-none-match': headers['etag'] ?? '' });
    expect(again).toMatchObject({ status: 304, text: '' });
    readable.clear();
    expect((await read('?w=320', { 'if-none-match': headers['etag'] ?? '' })).status).toBe(404);
    readable.set('a1', thing(null));
    // It is not wider.
    expect((await read('?w=1280')).headers['content-type']).toBe('image/png');
    expect((await read('?w=500')).status).toBe(400);
  });

  it('sends parts of it', async () => {
    readable.set('a1', thing(null));
    const whole = await bytesOf(served.hash);
    const part = await read('', { range: 'bytes=1-3' });
    expect(part).toMatchObject({ status: 206, text: 'PNG' });
    expect(part.headers).toMatchObject({ 'content-range': `bytes 1-3/${whole.length}`, 'content-length': '3' });
    expect((await read('', { range: `bytes=${whole.length}-` })).status).toBe(416);
    expect((await read('', { range: 'bytes=0-1,3-4' })).status).toBe(200);
    expect((await read('', { range: 'bytes=1-3', 'if-range': '"older"' })).status).toBe(200);
  });

  it.each([
    ['text/html', 'a"b\r\nx: y.html', /^attachment; filename="a\\"b/],
    ['image/svg+xml', 'ü.svg', /^attachment; filename="\?\.svg"; filename\*=UTF-8''%C3%BC\.svg$/],
    ['application/pdf', 'n'.repeat(300), /^attachment; filename=n{300}$/],
  ])('[FI-2] of type %s with the name %j is an attachment', async (type, name, disposition) => {
    readable.set('a1', thing(null));
    const image = served;
    served = { ...served, type, name };
    const { status, headers } = await read();
    served = image;
    expect(status).toBe(200);
    expect(headers['content-disposition']).toMatch(disposition);
    expect(headers['x']).toBeUndefined();
  });

  it('[FI-8] is for everybody as long as it is a picture of the site', async () => {
    const show = async (icon: string | null) => {
      gateway.standIns.site = { ...standInSite, icon };
      await gateway.app.get(EndedSessions).poll();
    };
    const asVisitor = () => gateway.send(`/file/${served.fileId}?w=320`);
    await show(`/file/${served.fileId}`);
    expect(await asVisitor()).toMatchObject({ status: 200, headers: { 'content-type': 'image/webp' } });
    expect(gateway.standIns.last('files.get').context.actor).toBeNull();
    expect(await read()).toMatchObject({ status: 200 });
    expect((await gateway.send(`/file/${unknownId}`)).status).toBe(401);
    await show(null);
    expect((await asVisitor()).status).toBe(401);
    expect(await read()).toMatchObject({ status: 404 });
  });

  it('that the store has lost is unknown, and told to the operator', async () => {
    readable.set('a1', thing(null));
    const image = served;
    served = { ...served, hash: '0'.repeat(64) };
    const answer = await read();
    served = image;
    expect(answer.status).toBe(404);
  });
});

describe('[FI-8] a picture chosen', () => {
  const picture = fileIdOf('image/png', { width: 300, height: 100 });
  const text = fileIdOf('text/plain', { size: 1 });

  it.each([
    ['user/setPicture', 'identity.setPicture', {}],
    ['community/setPicture', 'communities.setPicture', { communityId: unknownId, place: 'banner' }],
    ['admin/site/picture', 'identity.setSitePicture', { place: 'logo' }],
  ] as const)('by %s is an image of one’s own that is there', async (path, call, more) => {
    const choose = (fileId: string, ownerId: string): Promise<Answer> => {
      gateway.standIns.answer({ 'files.get': () => ({ ...served, fileId, ownerId }) });
      return gateway.post(`/api/${path}`, { ...more, fileId }, ann);
    };
    const refused = { status: 404, json: { code: 'file.unknown', error: messages.fileUnknown } };
    gateway.standIns.refuse('files.get', 'file.unknown', messages.fileUnknown);
    expect(await gateway.post(`/api/${path}`, { ...more, fileId: picture }, ann)).toMatchObject(refused);
    expect(await choose(picture, idOf('Bob'))).toMatchObject(refused);
    expect(await choose(text, idOf('Ann'))).toMatchObject(refused);
    expect(gateway.standIns.count(call)).toBe(0);
    // Whatever else is asked of it, its service knows.
    gateway.standIns.refuse(call, 'changes.full', messages.changesFull);
    expect((await choose(picture, idOf('Ann'))).json).toMatchObject({ code: 'changes.full' });
    expect(gateway.standIns.last(call).request).toEqual({ ...more, fileId: picture });
  });
});

it('the folder of uploads is readable by its owner alone', async () => {
  const file = await added('private text');
  expect(await readFile(join(folder, file.hash.slice(0, 2), file.hash), 'utf8')).toBe('private text');
});
