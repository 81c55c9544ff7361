import { applyDecorators, Delete, Get, HttpCode, Patch, Post, type Type } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';

/** The OpenAPI page's description of a route. */
interface Described {
  readonly summary: string;
  /** The class of the response body; a list if it is in brackets. */
  readonly answers: Type | [Type];
  /** A call that the specification does not list (decisions T-9). */
  readonly extension?: boolean;
}

const methods = { POST: Post, PATCH: Patch, DELETE: Delete } as const;

/** A call that reads. */
export function Read(path: string, described: Described): MethodDecorator {
  return applyDecorators(Get(path), ...documentation(described));
}

/**
 * A call that changes something, by POST unless the specification says otherwise; it answers
 * exactly 200 (decisions T-1).
 */
export function Change(
  path: string,
  described: Described & { readonly method?: keyof typeof methods },
): MethodDecorator {
  return applyDecorators(methods[described.method ?? 'POST'](path), HttpCode(200), ...documentation(described));
}

function documentation({ summary, answers, extension = false }: Described): MethodDecorator[] {
  return [
    ApiOperation({ summary: extension ? `${summary} (an extension)` : summary }),
    ApiOkResponse({ type: answers }),
  ];
}
