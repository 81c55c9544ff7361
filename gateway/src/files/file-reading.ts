import type { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import { create as dispositionWith } from 'content-disposition';
import type { FastifyReply, FastifyRequest } from 'fastify';
import rangeParser from 'range-parser';
import { DomainError } from '@parlour/contracts/errors';
import { signsOf } from '@parlour/contracts/files/file-id';
import { kindOf } from '@parlour/contracts/files/file-kinds';
import type { FilePlace, FileToServe, OwnFileWire } from '@parlour/contracts/files/files';
import type { Reported } from '@parlour/contracts/communities/reports';
import { messages } from '@parlour/contracts/messages';
import type { PageRequest, Rpc } from '@parlour/contracts/rpc';
import { type ByteRange, ObjectGone } from '@parlour/deployment/files/file-store';
import { gatewayEnvironment, type GatewayEnvironment } from '../gateway-environment.ts';
import type { Answered } from '../http/answers/answer.ts';
import { matchesEntityTag } from '../http/headers/entity-tag.ts';
import type { Caller } from '../http/requests/caller.ts';
import { PrivateCalls } from '../http/requests/private-calls.ts';
import { Things } from '../reports/things.ts';
import { Site } from '../site/site.ts';

/** What is sent of a file: itself, or a preview. */
interface Served {
  readonly hash: string;
  readonly bytes: number;
  readonly type: string;
  /** As an attachment, with its name, unless it is an image. */
  readonly name: string;
}

/** Reading files: whoever may read a post with the file may read it, asked anew each time. */
@Injectable()
export class FileReading {
  constructor(
    @Inject(gatewayEnvironment) private readonly environment: GatewayEnvironment,
    private readonly calls: PrivateCalls,
    private readonly things: Things,
    private readonly site: Site,
  ) {}

  /** @throws {DomainError} `file.unknown`, also if it is hidden from the caller */
  async send(fileId: string, width: number | undefined, request: FastifyRequest, reply: FastifyReply, caller: Caller) {
    const { body: file } = await this.calls.read('files.get', { fileId }, caller);
    if (!(await this.mayRead(file, caller))) throw unknownFile();
    const served = servedOf(file, width);
    const tag = `"${served.hash}"`;
    reply.headers({
      'cache-control': 'private, no-cache',
      etag: tag,
      'accept-ranges': 'bytes',
      // Whatever it is, it runs nothing here.
      'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'",
      'content-disposition': dispositionOf(served),
    });
    if (matchesEntityTag(String(request.headers['if-none-match'] ?? ''), tag)) return reply.code(304).send();
    const range = rangeOf(request, served, tag);
    if (range === 'none') return reply.code(416).header('content-range', `bytes */${served.bytes}`).send();
    const stream = await this.open(served, range);
    if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${served.bytes}`);
    return reply
      .type(served.type)
      .header('content-length', range ? range.end - range.start + 1 : served.bytes)
      .send(stream);
  }

  /**
   * Chooses a file as a picture.
   * @throws {DomainError} `file.unknown` unless it is an image of the caller's own
   */
  async choose<Name extends 'identity.setPicture' | 'communities.setPicture' | 'identity.setSitePicture'>(
    name: Name,
    request: Rpc[Name]['request'],
    caller: Caller,
  ): Promise<Answered<Rpc[Name]['reply']>> {
    const { fileId } = request;
    if (fileId !== null) {
      const { body: file } = await this.calls.read('files.get', { fileId }, caller);
      const isImage = signsOf(fileId)?.kind.shownAs === 'image';
      if (file.ownerId !== caller.session?.user.id || !isImage) throw unknownFile();
    }
    return this.calls.command(name, request, caller);
  }

  /** One's own files, with where they are used. */
  async own(query: PageRequest, caller: Caller): Promise<Answered<readonly OwnFileWire[]>> {
    const listed = await this.calls.list('files.getOwn', query, caller);
    const places = listed.body.flatMap(({ uses }) => uses);
    const described = await this.describe(places, caller);
    return listed.map((files) =>
      files.map((file) => ({
        ...file,
        uses: file.uses.map((use) => {
          const thing = described.get(use.id);
          const url = use.type === 'site' ? '/admin/settings' : (thing?.url ?? null);
          return { ...use, title: thing?.title ?? '', url };
        }),
      })),
    );
  }

  private async mayRead(file: FileToServe, caller: Caller): Promise<boolean> {
    if (caller.session?.user.id === file.ownerId || this.site.shows(file.fileId)) return true;
    const described = await this.describe(file.places, caller);
    if ([...described.values()].some((thing) => thing.deleted === null)) return true;
    return this.isInReport(file, caller);
  }

  /** Whether a report that the caller gets shows a text with the file (decisions M-20). */
  private async isInReport({ fileId, places, formerPlaces }: FileToServe, caller: Caller): Promise<boolean> {
    const keys = [...places, ...formerPlaces].flatMap(({ type, id }) =>
      type === 'report' || type === 'site' ? [] : [{ type, id }],
    );
    if (keys.length === 0) return false;
    const { body } = await this.calls.read('communities.findReports', { things: keys }, caller);
    const things = await this.things.describe(body.things, { granted: true }, caller);
    return things.some((thing) => thing && [thing, ...thing.reportedTexts].some(({ files }) => files.includes(fileId)));
  }

  /** What the owners of these posts tell the caller of them, by id: nothing of hidden ones. */
  private async describe(places: readonly FilePlace[], caller: Caller): Promise<ReadonlyMap<string, Reported>> {
    const keys = places.flatMap(({ type, id }) => (type === 'site' ? [] : [{ type, id, versions: [] }]));
    const described = await this.things.describe(keys, { granted: false }, caller);
    return new Map(described.flatMap((thing, place) => (thing ? [[keys[place]!.id, thing]] : []))); // in order
  }

  private async open({ hash }: Served, range: ByteRange | undefined): Promise<Readable> {
    const { files: store, logger } = this.environment;
    try {
      if (store) return await store.read(hash, range);
    } catch (failure) {
      if (!(failure instanceof ObjectGone)) throw failure;
      logger.error({ object: hash }, 'a file is missing in the store');
    }
    throw unknownFile();
  }
}

function unknownFile(): DomainError {
  return new DomainError('file.unknown', messages.fileUnknown);
}

/** A preview of this width; the file itself if it is narrower, or no image. */
function servedOf({ hash, bytes, type, name, previews }: FileToServe, width: number | undefined): Served {
  const preview = previews.find((each) => each.width === width);
  return preview ? { ...preview, type: 'image/webp', name } : { hash, bytes, type, name };
}

function dispositionOf({ type, name }: Served): string {
  return dispositionWith(name, { type: kindOf(type)?.shownAs === 'image' ? 'inline' : 'attachment' });
}

/** Undefined for the whole. */
function rangeOf({ headers }: FastifyRequest, { bytes }: Served, tag: string): ByteRange | undefined | 'none' {
  const { range, 'if-range': condition } = headers;
  if (range === undefined || (condition !== undefined && condition !== tag)) return undefined;
  const parsed = rangeParser(bytes, range);
  if (parsed === -1) return 'none';
  // What is malformed counts as absent, and parts of several are not worth their format.
  return Array.isArray(parsed) && parsed.type === 'bytes' && parsed.length === 1 ? parsed[0] : undefined;
}
