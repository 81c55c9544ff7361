import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DomainError } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import { isNavigation } from './navigation.ts';

/**
 * Serves the built page: its files by name, and its document for every screen, even where the
 * specification has a call of the same path (decisions T-3).
 */
export async function servePage(app: NestFastifyApplication, folder: string | null): Promise<void> {
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
    .addHook('onRequest', async (request, reply) => {
      if (!isNavigation(request)) return;
      if (folder === null) throw new DomainError('route.unknown', messages.notFound);
      await reply.header('vary', 'accept, sec-fetch-dest').sendFile('index.html');
    });
}
