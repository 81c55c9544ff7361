import { describe, expect, it } from '@jest/globals';
import { checkBody, checkUrl } from './shape.ts';

const invalid: unknown = expect.objectContaining({ code: 'request.invalid' });
const illFormed: unknown = expect.objectContaining({ code: 'request.illFormedText' });

/** Returns the thrown error, to compare its code. */
function thrownBy(work: () => void): unknown {
  try {
    work();
  } catch (failure) {
    return failure;
  }
  return undefined;
}

describe('a body', () => {
  it.each([[{}], [{ title: 'über 💡' }], [{ ans: { text: 'a', list: [1, null, true] } }]])('%j passes', (body) => {
    expect(thrownBy(() => checkBody(body))).toBeUndefined();
  });

  it.each([[[]], ['text'], [5], [null], [true]])('%j is not an object', (body) => {
    expect(thrownBy(() => checkBody(body))).toEqual(invalid);
  });

  it.each([
    ['NUL', { title: 'a\0b' }],
    ['a lone surrogate', { title: '\ud83d' }],
    ['NUL deep inside', { tags: [{ name: 'a', more: { list: ['\0'] } }] }],
    ['NUL in a name', { 'a\0': 1 }],
  ])('%s is refused', (_, body) => {
    expect(thrownBy(() => checkBody(body))).toEqual(illFormed);
  });

  it('with more marks in a row than can be put in order is refused', () => {
    const marks = '\u0344'.repeat(14_999) + '\u0316'.repeat(15_000);
    expect(thrownBy(() => checkBody({ tags: [{ description: `a${marks}` }] }))).toMatchObject({ code: 'text.marks' });
  });

  it.each([
    ['a __proto__', JSON.parse('{"__proto__":{}}')],
    ['a __proto__ deep inside', JSON.parse('{"move":{"list":[{"__proto__":1}]}}')],
    ['bytes', { move: { file: Buffer.alloc(100_000) } }],
    ['bytes', Buffer.from('{}')],
  ])('%s is refused', (_, body) => {
    expect(thrownBy(() => checkBody(body))).toEqual(invalid);
  });

  it('a quarter of a million brackets are refused without harm', () => {
    expect(thrownBy(() => checkBody(JSON.parse(`{"a":${'['.repeat(120_000)}${']'.repeat(120_000)}}`)))).toEqual(
      invalid,
    );
  });
});

describe('an address', () => {
  it.each(['/question/getQuestion?search=c%2B%2B', '/user/getUser/%F0%9F%92%A1', '/x?a=b+c'])('%s passes', (url) => {
    expect(thrownBy(() => checkUrl(url))).toBeUndefined();
  });

  it.each(['/x?a=%', '/x?a=%zz', '/x?a=%C3', '/x?a=%ED%A0%80'])('%s cannot be decoded', (url) => {
    expect(thrownBy(() => checkUrl(url))).toEqual(invalid);
  });

  it('contains no NUL', () => {
    expect(thrownBy(() => checkUrl('/user/getUser/a%00'))).toEqual(illFormed);
  });
});
