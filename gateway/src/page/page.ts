import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DomainError } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import type { FastifyRequest } from 'fastify';
import type { Site } from '../site/site.ts';
import { type NamedFile, NamedFiles } from './named-files.ts';
import { isNavigation } from './navigation.ts';

/** The sources, for script-src, of the scripts that stand in the page's document. */
export async function hashesOfScripts(folder: string | null): Promise<readonly string[]> {
  if (folder === null) return [];
  // Where the page is not built yet, the calls are served nevertheless.
  const document = await readFile(join(folder, 'index.html'), 'utf8').catch(() => '');
  const [, ...scripts] = document.split('<script>');
  return scripts.map((rest) => {
    const [script = ''] = rest.split('</script>', 1);
    return `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
  });
}

/**
 * Serves the built page: its files by name, and its document for every screen, even where the
 * specification has a call of the same path (decisions T-3).
 */
export async function servePage(app: NestFastifyApplication, folder: string | null, site: Site): Promise<void> {
  const named = folder === null ? undefined : new NamedFiles(folder, site);
  if (folder !== null) {
    const assets = join(folder, 'assets');
    await app.register(fastifyStatic, {
      root: folder,
      preCompressed: true,
      // A route for each file: with one route for all of them, each request would list the folders
      // first.
      wildcard: false,
      globIgnore: ['**/*.{br,gz}'],
      dotfiles: 'ignore',
      cacheControl: false,
      setHeaders: (reply, path) => {
        // Assets have their content's hash in their names.
        const isAsset = path.startsWith(assets);
        reply.header('cache-control', isAsset ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  }
  app
    .getHttpAdapter()
    .getInstance()
    .addHook('onRequest', (request, reply, done) => {
      const isScreen = isNavigation(request);
      const file = isScreen ? 'index.html' : namedFileOf(request);
      if (file !== undefined && named && !named.arePlain) {
        named.send(file, request, reply);
        return;
      }
      if (!isScreen) {
        done();
        return;
      }
      if (folder === null) throw new DomainError('route.unknown', messages.notFound);
      void reply.header('vary', 'accept, sec-fetch-dest').sendFile('index.html');
    });
}

/** The service worker reads the document by its own address. */
function namedFileOf({ url, method }: FastifyRequest): NamedFile | undefined {
  if (method !== 'GET' && method !== 'HEAD') return undefined;
  const [path] = url.split('?', 1);
  if (path === '/index.html') return 'index.html';
  return path === '/manifest.webmanifest' ? 'manifest.webmanifest' : undefined;
}
