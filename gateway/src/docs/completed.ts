import type { OpenAPIObject } from '@nestjs/swagger';
import { statusOfCode } from '@parlour/contracts/errors';
import { openToVisitors } from '../session/session-guard.ts';

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']> & { [openToVisitors]?: boolean };

const session = 'session';

/** The refusals that a call may answer; each stands once in the document. */
const refusals: Readonly<Record<number, string>> = {
  400: 'The request is not valid, or breaks a rule',
  401: 'Nobody is signed in, or signing in failed',
  403: 'The caller may not do that',
  404: 'There is nothing of that name, or not for the caller',
  409: 'It does not go with the state of things, or an Idempotency-Key was used for something else',
  413: 'The request is too large',
  415: 'The body is not JSON',
  429: 'Too many requests; Retry-After says when to come back',
  500: 'A fault of the site',
  503: 'A part of the site is away or too slow; the same Idempotency-Key makes a retry safe',
};

/** What Nest cannot read from the controllers: what every call may refuse, who may call it, and each call once, below /api. */
export function completed(document: OpenAPIObject): OpenAPIObject {
  const paths = Object.entries(document.paths).filter(([path]) => /^\/(?:api|auth|health)\//.test(path));
  for (const [, operations] of paths) {
    // Of a path's fields those alone that are methods hold operations.
    for (const operation of Object.values(operations as Record<string, Operation>)) complete(operation);
  }
  return {
    ...document,
    paths: Object.fromEntries(paths),
    components: {
      ...document.components,
      schemas: { ...document.components?.schemas, Refusal: refusalSchema() },
      responses: Object.fromEntries(
        Object.entries(refusals).map(([status, description]) => [
          `Refusal${status}`,
          { description, content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } } },
        ]),
      ),
      securitySchemes: {
        [session]: {
          type: 'apiKey',
          in: 'cookie',
          name: 'parlour_access',
          description: '`__Host-parlour_access` over https. Signing in sets it.',
        },
      },
    },
  };
}

function complete(operation: Operation): void {
  const isOpen = operation[openToVisitors] === true;
  delete operation[openToVisitors];
  operation.security = isOpen ? [] : [{ [session]: [] }];
  for (const status of Object.keys(refusals)) {
    operation.responses[status] ??= { $ref: `#/components/responses/Refusal${status}` };
  }
}

function refusalSchema(): object {
  return {
    type: 'object',
    description: 'Why a call was refused',
    required: ['error', 'code'],
    properties: {
      error: { type: 'string', description: 'For the user' },
      code: { type: 'string', enum: Object.keys(statusOfCode), description: 'Stable; texts may be reworded' },
    },
  };
}
