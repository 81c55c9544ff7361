import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { MultipartFile } from '@fastify/multipart';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { DomainError } from '@parlour/contracts/errors';
import { bytesOfMegabytes, type FileLimits } from '@parlour/contracts/files/file-limits';
import type { FileUseWire, FileWire, StoredFile } from '@parlour/contracts/files/files';
import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import { inUploadFolder } from '@parlour/deployment/files/upload-folder';
import { codeOf } from '@parlour/kernel/process/error-code';
import { gatewayEnvironment, type GatewayEnvironment } from '../gateway-environment.ts';
import type { Answered } from '../http/answers/answer.ts';
import { ServiceCalls } from '../http/service-calls.ts';
import type { Caller } from '../http/requests/caller.ts';
import { Site } from '../site/site.ts';
import { storeFile } from './storing.ts';

/** What is said of a file that is sent. */
type Received = Pick<StoredFile, 'name' | 'alt'>;

/** Uploads: written to the disk as they come, told apart, made harmless, and stored. */
@Injectable()
export class Uploads {
  constructor(
    @Inject(gatewayEnvironment) private readonly environment: GatewayEnvironment,
    private readonly calls: ServiceCalls,
    private readonly site: Site,
  ) {}

  /** @throws {DomainError} `file.…`, and what the call `files.add` throws */
  async receive(request: FastifyRequest, caller: Caller): Promise<Answered<FileWire>> {
    const { files: store } = this.environment;
    if (!store) throw new DomainError('file.off', messages.filesOff);
    const { files: allowed } = this.site.current;
    const { bytes, most } = (await this.use(caller)).body;
    if (bytes >= most) throw new DomainError('file.full', messages.filesFull(allowed.personMegabytes));
    try {
      return await inUploadFolder(store.workFolder, async (folder) => {
        const path = join(folder, 'received');
        const received = await receive(request, path, allowed).catch(refuseBroken);
        const stored = await storeFile(store, caller.session?.user.id ?? '', path, folder, allowed);
        return this.add({ ...stored, ...received }, caller);
      });
    } catch (failure) {
      const isFull = ['ENOSPC', 'EDQUOT'].includes(codeOf(failure) ?? '');
      throw isFull ? new DomainError('file.space', messages.fileSpace) : failure;
    }
  }

  /** What the caller's files take, and how much they can have. */
  async use(caller: Caller): Promise<Answered<FileUseWire>> {
    const most = bytesOfMegabytes(this.site.current.files.personMegabytes);
    return (await this.calls.read('files.use', {}, caller)).map(({ bytes }) => ({ bytes, most }));
  }

  private async add(file: StoredFile, caller: Caller): Promise<Answered<FileWire>> {
    const { name, alt, hash, previews } = file;
    try {
      const { personMegabytes } = this.site.current.files;
      return await this.calls.command('files.add', { ...file, personMegabytes }, caller, { name, alt, hash });
    } catch (failure) {
      // Nobody has it. If it was added after all, the service keeps it.
      const hashes = [hash, ...previews.map((preview) => preview.hash)];
      await this.calls.read('files.release', { hashes }, caller).catch(() => undefined);
      throw failure;
    }
  }
}

async function receive(request: FastifyRequest, path: string, allowed: FileLimits): Promise<Received> {
  let alt = '';
  let name: string | undefined;
  if (!request.isMultipart()) throw new DomainError('file.missing', messages.fileMissing);
  // Whether it is an image is known once it was received, so the higher limit holds until then.
  const megabytes = Math.max(allowed.imageMegabytes, allowed.fileMegabytes);
  for await (const part of request.parts({ limits: { fileSize: bytesOfMegabytes(megabytes) } })) {
    if (part.type === 'field') {
      if (part.fieldname === 'alt' && typeof part.value === 'string') alt = part.value;
      continue;
    }
    if (part.fieldname !== 'file' || name !== undefined) throw new DomainError('file.missing', messages.fileMissing);
    name = nameOf(part);
    await pipeline(part.file, createWriteStream(path, { mode: 0o600 }));
    if (part.file.truncated) throw new DomainError('file.tooLarge', messages.fileTooLarge(megabytes));
  }
  if (name === undefined) throw new DomainError('file.missing', messages.fileMissing);
  return { name, alt };
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
