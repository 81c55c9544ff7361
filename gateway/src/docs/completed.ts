import type { OpenAPIObject } from '@nestjs/swagger';
import { statusOfCode } from '@parlour/contracts/errors';
import { answersOf } from '../http/route.ts';
import type { ReplyPart, WireDocumentation } from './wire.ts';
import type { Schema } from './requests.ts';
import { accessName } from '../session/session-cookies.ts';
import { openToVisitors } from '../session/session-guard.ts';

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']> & { [openToVisitors]?: boolean };

type RequestBody = Exclude<NonNullable<Operation['requestBody']>, { $ref: string }>;

type Schemas = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>;

const session = 'session';

/** The errors that a call may answer; each is in the document once. */
const refusals: Readonly<Record<number, string>> = {
  400: 'The request is not valid, or breaks a rule',
  401: 'Not signed in, or signing in failed',
  403: 'The caller may not do that',
  404: 'Unknown, or not visible to the caller',
  409: 'It conflicts with the current state, or an Idempotency-Key was used for another request',
  413: 'The request is too large',
  415: 'The body is not JSON',
  429: 'Too many requests; Retry-After says when to retry',
  500: 'An unexpected error of the site',
  503: 'A part of the site is unavailable, too slow or damaged; the same Idempotency-Key makes a retry safe',
};

/**
 * Adds what Nest cannot read from the controllers: errors, who may call, and each call once, below
 * /api.
 */
export function completed(
  document: OpenAPIObject,
  requests: Readonly<Record<string, Schema>>,
  wire: WireDocumentation,
): OpenAPIObject {
  const schemas = { ...wire.schemas, ...namedIn(document, requests) } as Schemas; // of the same JSON schema
  const paths = Object.entries(document.paths).filter(([path]) => /^\/(?:api|auth|health)\//.test(path));
  for (const [, operations] of paths) {
    // Only fields named like methods hold operations.
    for (const operation of Object.values(operations as Record<string, Operation>)) complete(operation, schemas, wire);
  }
  return {
    ...document,
    paths: Object.fromEntries(paths),
    components: {
      ...document.components,
      schemas: { ...schemas, Refusal: refusalSchema() },
      responses: Object.fromEntries(
        Object.entries(refusals).map(([status, description]) => [
          `Refusal${status}`,
          { description, content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } } },
        ]),
      ),
    },
  };
}

/** The document as read at an origin, which the session's cookie is named by. */
export function withCookieOf(origin: string | null, document: OpenAPIObject): OpenAPIObject {
  const description = 'Signing in sets it. Over https and at other ports its name differs.';
  const cookie = { type: 'apiKey', in: 'cookie', name: accessName(origin), description } as const;
  return { ...document, components: { ...document.components, securitySchemes: { [session]: cookie } } };
}

function complete(operation: Operation, schemas: Schemas, wire: WireDocumentation): void {
  const isOpen = operation[openToVisitors] === true;
  delete operation[openToVisitors];
  operation.security = isOpen ? [] : [{ [session]: [] }];
  for (const parameter of operation.parameters ?? []) {
    if (!('in' in parameter) || parameter.in !== 'path') continue;
    // Notifications are also addressed by their target.
    const isId = /id$/i.test(parameter.name) && parameter.name !== 'notificationId';
    if (isId) parameter.schema = { type: 'string', format: 'uuid' };
  }
  const answer = operation.responses['200'];
  const content = answer && !('$ref' in answer) ? Object.values(answer.content ?? {})[0] : undefined;
  const answers = (content?.schema as { [answersOf]?: ReplyPart } | undefined)?.[answersOf]; // set by Read and Change
  if (content && answers) content.schema = wire.of(answers) as NonNullable<typeof content.schema>; // a JSON schema
  const { requestBody } = operation;
  if (requestBody && !('$ref' in requestBody)) requestBody.required = needsBody(requestBody.content, schemas);
  for (const status of Object.keys(refusals)) {
    operation.responses[status] ??= { $ref: `#/components/responses/Refusal${status}` };
  }
}

/** The schemas of the document's own names, and of those that they name. */
function namedIn(document: OpenAPIObject, requests: Readonly<Record<string, Schema>>): Record<string, Schema> {
  const named: Record<string, Schema> = {};
  const add = (name: string): void => {
    const schema = requests[name];
    if (!schema || name in named) return;
    named[name] = schema;
    for (const [, other] of JSON.stringify(schema).matchAll(/#\/components\/schemas\/(\w+)/g)) add(String(other));
  };
  for (const name of Object.keys(document.components?.schemas ?? {})) add(name);
  return named;
}

/** A body without required fields is itself optional. */
function needsBody(content: NonNullable<RequestBody['content']>, schemas: Schemas): boolean {
  const schema = content['application/json']?.schema;
  const name = schema && '$ref' in schema ? schema.$ref.split('/').at(-1) : undefined;
  const named = name === undefined ? schema : schemas[name];
  return !named || '$ref' in named || (named.required?.length ?? 0) > 0;
}

function refusalSchema(): object {
  return {
    type: 'object',
    description: 'Why the call was refused',
    required: ['error', 'code'],
    properties: {
      error: { type: 'string', description: 'Text for the user' },
      code: { type: 'string', enum: Object.keys(statusOfCode), description: 'Stable, unlike the text' },
      current: { type: 'object', description: 'With `edit.stale`: what the edit was to change, as it is now' },
    },
  };
}
