import 'reflect-metadata';
import { expect, it } from '@jest/globals';
import { GetQuestions } from '@parlour/contracts/qa/qa.requests';
import { ShapePipe } from './validation.ts';

const pipe = new ShapePipe();
const read = async (query: object): Promise<unknown> =>
  pipe.transform(query, { type: 'query', metatype: GetQuestions });

it('a query is validated, whether the same one was read before or not', async () => {
  for (const _ of ['first', 'again']) {
    expect(await read({ order: 'active', unknown: 'x' })).toMatchObject({ order: 'active' });
    expect(await read({ order: 'active', unknown: 'x' })).not.toHaveProperty('unknown');
    await expect(read({ order: 'oldest' })).rejects.toMatchObject({ code: 'order.unknown' });
  }
  expect(await read({ order: 'newest' })).toMatchObject({ order: 'newest' });
});

it('the same query of another class is read by that class', async () => {
  class Other {}
  await read({ order: 'active' });
  expect(await pipe.transform({ order: 'active' }, { type: 'query', metatype: Other })).toEqual({});
});

it('no request can change what the next one reads', async () => {
  const query = (await read({ order: 'active' })) as GetQuestions; // of that class
  expect(() => Object.assign(query, { order: 'newest' })).toThrow(TypeError);
});
