import { expect } from '@jest/globals';
import type { Person } from './person.ts';

/** A call of the specification's section 7. `by` is the actor named in its body or path. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: (by: string) => string;
  readonly body?: (by: string) => object;
  readonly answers: object;
}

/**
 * Makes a call through gateway and service. Refusals, without a session and for another actor, are
 * covered by the tables `every route` and `what is refused` of the gateway's tests.
 */
export async function tryCall(by: Person, { method, path, body, answers }: Call): Promise<void> {
  const answer = await by.call(method, `/api${path(by.name)}`, body ? { body: body(by.name) } : {});
  expect(answer).toMatchObject({ status: 200, body: answers });
}
