import { applyDecorators, Delete, Get, HttpCode, Patch, Post } from '@nestjs/common';
import { ApiOperation, ApiResponse } from '@nestjs/swagger';
import type { Answers } from '../docs/wire.ts';

/** The OpenAPI page's description of a route. */
interface Described {
  readonly summary: string;
  readonly answers: Answers;
  /** A call that the specification does not list (decisions T-9). */
  readonly extension?: boolean;
}

/** Where the documentation finds what a route answers. */
export const answersOf = 'x-answers';

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
    // The documentation puts the schema in.
    ApiResponse({ status: 200, description: '', schema: { [answersOf]: answers } as object }),
  ];
}
