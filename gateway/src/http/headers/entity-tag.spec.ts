import { expect, it } from '@jest/globals';
import { entityTagOf, matchesEntityTag } from './entity-tag.ts';

const tag = entityTagOf('[]');

it('is weak, and changes with the body', () => {
  expect(tag).toMatch(/^W\/"[\w-]+"$/);
  expect(entityTagOf('[ ]')).not.toBe(tag);
  expect(entityTagOf(Buffer.from('[]'))).toBe(tag);
});

it.each([
  ['itself', tag, true],
  ['one without W/', tag.slice(2), true],
  ['one of several', `"x", ${tag}`, true],
  ['anything', '*', true],
  ['another', 'W/"x"', false],
  ['nothing', '', false],
])('is matched by %s', (_, header, matches) => {
  expect(matchesEntityTag(header, tag)).toBe(matches);
});
