import { applyDecorators, Delete, Get, HttpCode, Patch, Post, Put } from '@nestjs/common';
import { ApiOperation, ApiResponse } from '@nestjs/swagger';
import type { Replies } from '@parlour/contracts/rpc';
import type { ReplyPart } from '../docs/wire.ts';
import type { Answered, BodyOf } from './answers/answer.ts';

/** The OpenAPI page's description of a route. */
interface Described<Part extends ReplyPart> {
  readonly summary: string;
  readonly answers: Part;
  /** A call that the specification does not list (decisions T-9). */
  readonly extension?: boolean;
}

type Documented<Part extends ReplyPart> = Part extends keyof Replies
  ? BodyOf<Part>
  : Part extends readonly [infer Name extends keyof Replies, infer Field extends string]
    ? BodyOf<Name, Field>
    : never;

type Answering<Body> = Body | Answered<Body> | Promise<Body | Answered<Body>>;

/** Decorates a method that answers what the documentation says; what it takes, Nest gives it. */
type Route<Part extends ReplyPart> = <Method extends (...parameters: never[]) => Answering<Documented<Part>>>(
  controller: object,
  key: string | symbol,
  method: TypedPropertyDescriptor<Method>,
) => void;

/** Where the documentation finds what a route answers. */
export const answersOf = 'x-answers';

const methods = { POST: Post, PUT: Put, PATCH: Patch, DELETE: Delete } as const;

/** A call that reads. */
export function Read<const Part extends ReplyPart>(path: string, described: Described<Part>): Route<Part> {
  return applyDecorators(Get(path), ...documentation(described));
}

/**
 * A call that changes something, by POST unless the specification says otherwise; it answers
 * exactly 200 (decisions T-1).
 */
export function Change<const Part extends ReplyPart>(
  path: string,
  described: Described<Part> & { readonly method?: keyof typeof methods },
): Route<Part> {
  return applyDecorators(methods[described.method ?? 'POST'](path), HttpCode(200), ...documentation(described));
}

function documentation({ summary, answers, extension = false }: Described<ReplyPart>): MethodDecorator[] {
  return [
    ApiOperation({ summary: extension ? `${summary} (an extension)` : summary }),
    // The documentation puts the schema in.
    ApiResponse({ status: 200, description: '', schema: { [answersOf]: answers } as object }),
  ];
}
