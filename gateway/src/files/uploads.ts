import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { MultipartFile } from '@fastify/multipart';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { DomainError } from '@parlour/contracts/errors';
import { newFileId } from '@parlour/contracts/files/file-id';
import { type FileKind, kindOf } from '@parlour/contracts/files/file-kinds';
import type { FileWire, StoredFile, StoredObject } from '@parlour/contracts/files/files';
import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import type { FileStore } from '@parlour/deployment/files/file-store';
import { codeOf } from '@parlour/kernel/process/error-code';
import { gatewayEnvironment, type GatewayEnvironment } from '../gateway-environment.ts';
import type { Answered } from '../http/answers/answer.ts';
import { ServiceCalls } from '../http/service-calls.ts';
import type { Caller } from '../http/requests/caller.ts';
import { type ProcessedImage, processImage } from './images.ts';
import { kindOfFile } from './kind-of-file.ts';
import { makeUploadFolder } from './left-uploads.ts';

/** A file as it was sent. */
interface Received {
  readonly path: string;
  readonly name: string;
  readonly alt: string;
}

/** What is to be stored. */
interface Prepared extends Omit<ProcessedImage, 'type'> {
  readonly kind: FileKind;
}

const refusals = {
  kind: () => new DomainError('file.kind', messages.fileKind),
  pixels: () => new DomainError('file.pixels', messages.imagePixels),
  broken: () => new DomainError('file.broken', messages.fileBroken),
} as const;

/** Uploads: written to the disk as they come, told apart, made harmless, and stored. */
@Injectable()
export class Uploads {
  constructor(
    @Inject(gatewayEnvironment) private readonly environment: GatewayEnvironment,
    private readonly calls: ServiceCalls,
  ) {}

  /** @throws {DomainError} `file.…`, and what the call `files.add` throws */
  async receive(request: FastifyRequest, caller: Caller): Promise<Answered<FileWire>> {
    const { files: store } = this.environment;
    if (!store) throw new DomainError('file.off', messages.filesOff);
    const { body: use } = await this.calls.read('files.use', {}, caller);
    if (use.bytes >= use.most) throw new DomainError('file.full', messages.filesFull);
    let folder: string | undefined;
    try {
      await mkdir(store.workFolder, { recursive: true, mode: 0o700 });
      folder = await makeUploadFolder(store.workFolder);
      const received = await receive(request, join(folder, 'received')).catch(refuseBroken);
      return await this.add(store, received, await prepare(received, folder), caller);
    } catch (failure) {
      const isFull = ['ENOSPC', 'EDQUOT'].includes(codeOf(failure) ?? '');
      throw isFull ? new DomainError('file.space', messages.fileSpace) : failure;
    } finally {
      if (folder !== undefined) await rm(folder, { recursive: true, force: true });
    }
  }

  private async add(
    store: FileStore,
    { name, alt }: Received,
    { kind, width, height, original, previews }: Prepared,
    caller: Caller,
  ): Promise<Answered<FileWire>> {
    const stored = await put(store, original);
    const smaller = [];
    for (const preview of previews) smaller.push({ width: preview.width, ...(await put(store, preview.path)) });
    const size = { kind, width, height, size: stored.bytes };
    const fileId = newFileId({ ...size, now: Date.now(), random: randomBytes(8) });
    const file: StoredFile = { fileId, name, alt, type: kind.type, width, height, ...stored, previews: smaller };
    try {
      return await this.calls.command('files.add', file, caller, { name, alt, hash: stored.hash });
    } catch (failure) {
      // Nobody has it. If it was added after all, the service keeps it.
      const hashes = [stored, ...smaller].map(({ hash }) => hash);
      await this.calls.read('files.release', { hashes }, caller).catch(() => undefined);
      throw failure;
    }
  }
}

async function receive(request: FastifyRequest, path: string): Promise<Received> {
  let alt = '';
  let name: string | undefined;
  if (!request.isMultipart()) throw new DomainError('file.missing', messages.fileMissing);
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      if (part.fieldname === 'alt' && typeof part.value === 'string') alt = part.value;
      continue;
    }
    if (part.fieldname !== 'file' || name !== undefined) throw new DomainError('file.missing', messages.fileMissing);
    name = nameOf(part);
    await pipeline(part.file, createWriteStream(path, { mode: 0o600 }));
    if (part.file.truncated) throw new DomainError('file.tooLarge', messages.fileTooLarge);
  }
  if (name === undefined) throw new DomainError('file.missing', messages.fileMissing);
  return { path, name, alt };
}

/** The parser's errors are plain ones without a code, unlike those of the system and ours. */
function refuseBroken(failure: unknown): never {
  const isParsers = failure instanceof Error && failure.constructor === Error && codeOf(failure) === undefined;
  throw isParsers ? new DomainError('request.invalid', messages.requestInvalid) : failure;
}

/** The last part of a path, without what no name has. */
function nameOf({ filename }: MultipartFile): string {
  const [last = ''] = filename.toWellFormed().normalize('NFC').split(/[/\\]/).slice(-1);
  const plain = last.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  return [...plain].slice(0, limits.fileNameLength).join('') || 'file';
}

async function prepare({ path }: Received, folder: string): Promise<Prepared> {
  const { size } = await stat(path);
  const kind = size === 0 ? undefined : await kindOfFile(path);
  if (!kind) throw refusals.kind();
  if (kind.shownAs !== 'image') return { kind, width: 0, height: 0, original: path, previews: [] };
  if (size > limits.imageBytes) throw new DomainError('file.tooLarge', messages.imageTooLarge);
  const image = await processImage(path, folder);
  if ('refused' in image) throw refusals[image.refused]();
  return { ...image, kind: kindOf(image.type) ?? kind };
}

async function put(store: FileStore, path: string): Promise<StoredObject> {
  const hashing = createHash('sha256');
  const { size } = await stat(path);
  await pipeline(createReadStream(path), hashing);
  const hash = hashing.digest('hex');
  await store.put(hash, path);
  return { hash, bytes: size };
}
