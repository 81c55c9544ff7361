import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';

const description = [
  'The calls of Parlour. Each stands here below /api; the calls of the specification are answered at the root of the host too.',
  'Every success answers 200; every refusal answers `{ error, code }` with the text for the user and a stable code.',
  'All but signup, login, googleLogin, refresh and providers need the session cookie. A changing call may carry an Idempotency-Key: the same key with the same body',
  'gives the first answer and changes nothing. Lists answer X-Total-Count and, when there is more, a Link to the next page.',
  'X-Position of a change, sent back as X-Min-Position, makes a later call wait until the change is visible; X-Stale says that it could not.',
].join('\n');

/** The OpenAPI page at /docs. */
export function serveDocs(app: NestFastifyApplication): void {
  const config = new DocumentBuilder().setTitle('Parlour').setDescription(description).setVersion('1').build();
  SwaggerModule.setup('docs', app, () => withoutRootDoubles(SwaggerModule.createDocument(app, config)));
}

function withoutRootDoubles(document: OpenAPIObject): OpenAPIObject {
  const paths = Object.entries(document.paths).filter(
    ([path]) => path.startsWith('/api/') || path.startsWith('/auth/') || path.startsWith('/health/'),
  );
  return { ...document, paths: Object.fromEntries(paths) };
}
