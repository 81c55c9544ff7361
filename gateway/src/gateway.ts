import 'reflect-metadata';
import { constants } from 'node:zlib';
import fastifyCompress from '@fastify/compress';
import fastifyCookie from '@fastify/cookie';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { NestLogs } from '@parlour/kernel/logging/logger';
import { dropAbsentValues } from './contract/values.ts';
import { refuseInText } from './contract/refusals.ts';
import { serveDocs } from './docs/docs.ts';
import { acceptUploads } from './files/accept-uploads.ts';
import type { GatewayEnvironment } from './gateway-environment.ts';
import { GatewayModule } from './gateway.module.ts';
import { AnswerWriter } from './http/answers/answer-writer.ts';
import { allowOrigins } from './http/headers/cross-origin.ts';
import { guardEdge, guardEntrance, serverOptions } from './http/edge.ts';
import { sendSecurityHeaders } from './http/headers/headers.ts';
import { ClientAddresses } from './http/requests/client-addresses.ts';
import { LimitKeys } from './limits/limit-keys.ts';
import { RateLimits } from './limits/rate-limits.ts';
import { hashesOfScripts, servePage } from './page/page.ts';
import { Site } from './site/site.ts';
import { SocketAdapter } from './socket/socket-adapter.ts';

/**
 * Creates the gateway, ready for `await app.listen(listenAt(config.PORT, config.HOST))`. It may
 * listen before the services answer; /health/ready says when they do. `app.close()` stops it in
 * order: sockets, requests in flight, background work.
 */
export async function createGateway(environment: GatewayEnvironment): Promise<NestFastifyApplication> {
  const { config, logger } = environment;
  const addresses = new ClientAddresses(config.TRUSTED_PROXIES, config.PUBLIC_ORIGINS, config.CLIENT_ORIGINS);
  const app = await NestFactory.create<NestFastifyApplication>(
    GatewayModule.register(environment),
    new FastifyAdapter(serverOptions(addresses)),
    { bodyParser: false, logger: new NestLogs(logger), abortOnError: false },
  );
  // In this order: headers go on every answer, including the page's; screens need no session.
  const scripts = await hashesOfScripts(environment.pageFolder);
  sendSecurityHeaders(app.getHttpAdapter().getInstance(), addresses, config.GOOGLE_CLIENT_ID !== '', scripts);
  // It only writes: SessionCookies reads, where a session is wanted.
  await app.register(fastifyCookie, { hook: false });
  allowOrigins(app.getHttpAdapter().getInstance(), addresses);
  const rates = app.get(RateLimits);
  guardEntrance(app.getHttpAdapter().getInstance(), { addresses, rates, limitKeys: app.get(LimitKeys), logger });
  await servePage(app, environment.pageFolder, app.get(Site));
  guardEdge(app.getHttpAdapter().getInstance(), addresses, logger);
  await acceptUploads(app);
  app.get(AnswerWriter).serve(app.getHttpAdapter().getInstance());
  refuseInText(app.getHttpAdapter().getInstance());
  dropAbsentValues(app.getHttpAdapter().getInstance());
  // After the tag was made of the plain bytes. The page's files are compressed at build time.
  await app.register(fastifyCompress, {
    threshold: 1_024,
    customTypes: /^application\/json/,
    encodings: ['br', 'gzip'],
    // A list of questions takes half the time of quality 4, and is 1 % longer.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 2 } },
  });
  app.useWebSocketAdapter(new SocketAdapter(app, addresses, rates, logger));
  serveDocs(app, addresses);
  return app;
}
