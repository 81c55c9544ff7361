import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { defaultSiteName } from '@parlour/contracts/limits';
import { siteDefaults, type SiteWire } from '@parlour/contracts/site';
import { entityTagOf, matchesEntityTag } from '../http/headers/entity-tag.ts';
import { Remembered } from '../http/answers/remembered.ts';
import type { Site } from '../site/site.ts';
import { documentOf, manifestOf } from './document.ts';

/** A file as it is sent, in each encoding. */
interface Named {
  readonly tag: string;
  readonly br: Buffer;
  readonly gzip: Buffer;
  readonly identity: Buffer;
}

const files = {
  'index.html': { type: 'text/html; charset=utf-8', of: documentOf },
  'manifest.webmanifest': { type: 'application/manifest+json; charset=utf-8', of: manifestOf },
} as const;

/** A file of the page that has the site's name in it. */
export type NamedFile = keyof typeof files;

/** Sends the page's files that have the site's name, once an operator has chosen one. */
export class NamedFiles {
  private readonly named = new Remembered((key: string): Named => {
    const { file, site } = JSON.parse(key) as { readonly file: NamedFile; readonly site: SiteWire }; // made below
    const identity = Buffer.from(files[file].of(readFileSync(join(this.folder, file), 'utf8'), site));
    const quality = { [constants.BROTLI_PARAM_QUALITY]: 9 };
    return {
      tag: entityTagOf(identity),
      br: brotliCompressSync(identity, { params: quality }),
      gzip: gzipSync(identity),
      identity,
    };
  });

  constructor(
    private readonly folder: string,
    private readonly site: Site,
  ) {}

  /** Whether the files are right as they were built. */
  get arePlain(): boolean {
    const asBuilt: Readonly<Record<string, unknown>> = { ...siteDefaults, name: defaultSiteName, description: '' };
    // These change no file.
    const { signUp: _, contact: __, question: ___, limits: ____, files: _____, ...current } = this.site.current;
    return Object.entries(current).every(([what, value]) => value === asBuilt[what]);
  }

  send(file: NamedFile, request: FastifyRequest, reply: FastifyReply): void {
    const named = this.named.of(JSON.stringify({ file, site: this.site.current }));
    const accepted = request.headers['accept-encoding'] ?? '';
    const encoding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : 'identity';
    void reply
      .headers({ 'cache-control': 'no-cache', etag: named.tag, vary: 'accept, sec-fetch-dest, accept-encoding' })
      .type(files[file].type);
    if (matchesEntityTag(request.headers['if-none-match'] ?? '', named.tag)) {
      void reply.code(304).send();
      return;
    }
    if (encoding !== 'identity') void reply.header('content-encoding', encoding);
    void reply.send(named[encoding]);
  }
}
