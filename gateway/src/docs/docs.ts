import type { FastifyRequest } from 'fastify';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import type { ClientAddresses } from '../http/requests/client-addresses.ts';
import { completed, withCookieOf } from './completed.ts';
import { socketDocument } from './sockets.ts';
import { WireDocumentation } from './wire.ts';
import { documentQueries, requestSchemas } from './requests.ts';

const description = [
  'The calls of Parlour. Each is listed below /api; the calls of the specification are also answered at the root of the host.',
  'Every success answers 200; every error answers `{ error, code }` with a text for the user and a stable code.',
  'At the root of the host an error is its text (`text/plain`), with the code in X-Error-Code.',
  'There, entities in lists and replies are whole, as the call for a single one answers them: questions, users, communities, chats and games. In a deleted post, its texts say who deleted it.',
  'A list without a limit has up to 1,000 rows there, and ends after 8 MiB.',
  'An unsupported method is answered 405, with the supported ones in Allow.',
  'All but signup, login, googleLogin, refresh and providers need the session cookie. A changing call may carry an Idempotency-Key: the same key with the same body',
  'gives the first answer and changes nothing. Lists answer X-Total-Count and, when there is more, a Link to the next page.',
  'What sockets send and get is described by [AsyncAPI](/docs/asyncapi.json).',
  'X-Position of a change, sent as X-Min-Position, makes a later call wait until the change is visible; X-Stale says that it was not.',
].join('\n');

/** The OpenAPI page at /docs, and what sockets send and get as AsyncAPI. */
export function serveDocs(app: NestFastifyApplication, addresses: ClientAddresses): void {
  const config = new DocumentBuilder().setTitle('Parlour').setDescription(description).setVersion('1');
  const options = config.setOpenAPIVersion('3.1.0').build();
  const wire = new WireDocumentation();
  const sockets = socketDocument(wire);
  app.getHttpAdapter().get('/docs/asyncapi.json', () => sockets);
  const document = () => {
    const requests = requestSchemas();
    documentQueries(requests);
    return completed(SwaggerModule.createDocument(app, options), requests, wire);
  };
  const patchDocumentOnRequest = (request: unknown, _: unknown, made: OpenAPIObject) =>
    withCookieOf(addresses.originOf((request as FastifyRequest).raw), made); // by the adapter
  SwaggerModule.setup('docs', app, document, { patchDocumentOnRequest });
}
