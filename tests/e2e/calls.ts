import { expect } from '@jest/globals';
import { type Person, Visitor } from './person.ts';

/** A call of the specification's section 7. `by` is who its body or path says that acts. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: (by: string) => string;
  readonly body?: (by: string) => object;
  /** False where the name in it is somebody else's thing and not the actor. */
  readonly namesActor: boolean;
  readonly answers: object;
}

/** Makes a call as it should be made, after it was refused to a visitor and, where it names who acts, in the name of another. */
export async function tryCall(by: Person, another: Person, call: Call): Promise<void> {
  const { method, path, body, namesActor, answers } = call;
  const asking = ({ name }: Person): { body: object } | object => (body ? { body: body(name) } : {});
  expect(await new Visitor(by.url).call(method, path(by.name), asking(by))).toMatchObject({ status: 401 });
  if (namesActor) {
    const forged = await by.call(method, path(another.name), asking(another));
    expect(forged).toMatchObject({ status: 403, body: { code: 'actor.other' } });
  }
  const answer = await by.call(method, `/api${path(by.name)}`, asking(by));
  expect(answer).toMatchObject({ status: 200, body: answers });
}
