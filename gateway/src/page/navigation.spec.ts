import { expect, it } from '@jest/globals';
import { isNavigation, routable } from './navigation.ts';

it.each([
  ['a screen', 'GET', '/home', { 'sec-fetch-dest': 'document' }, true],
  ['a screen with the address of a call', 'GET', '/question/abc', { 'sec-fetch-dest': 'document' }, true],
  ['a screen whose name ends like a file', 'GET', '/user/john.doe', { 'sec-fetch-dest': 'document' }, true],
  ['a screen over plain http', 'GET', '/user/ann', { accept: 'text/html,application/xhtml+xml' }, true],
  ['a screen that begins like a call', 'GET', '/apiary', { accept: 'text/html' }, true],
  ['a HEAD request for a screen', 'HEAD', '/home', { accept: 'text/html' }, true],
  ['a call', 'GET', '/question/getQuestion', { 'sec-fetch-dest': 'empty', accept: 'text/html' }, false],
  ['a call without headers', 'GET', '/question/getQuestion', {}, false],
  ['a call that accepts anything', 'GET', '/question/getQuestion', { accept: '*/*' }, false],
  ['a call below /api', 'GET', '/api/user/session', { 'sec-fetch-dest': 'document' }, false],
  ['the documentation', 'GET', '/docs', { 'sec-fetch-dest': 'document' }, false],
  ['the documentation with a query', 'GET', '/docs?x', { 'sec-fetch-dest': 'document' }, false],
  ['the OpenAPI document', 'GET', '/docs-json', { 'sec-fetch-dest': 'document' }, false],
  ['the health check', 'GET', '/health/ready', { accept: 'text/html' }, false],
  ['sign-in with Google', 'GET', '/auth/google', { 'sec-fetch-dest': 'document' }, false],
  ['measurements', 'GET', '/metrics', { accept: 'text/html' }, false],
  ['a submitted form', 'POST', '/question/addQuestion', { accept: 'text/html' }, false],
])('[SC-5, T-3] %s', (_, method, url, headers: Record<string, string>, expected) => {
  expect(isNavigation({ method, url, headers })).toBe(expected);
});

it.each([
  ['a screen', '/user/ann?x=%zz', 'text/html', '/user/ann?x=%zz'],
  ['a screen with broken percent-encoding', '/user/%zz', 'text/html', '/'],
  ['a screen with broken UTF-8', '/user/%ff?search=a', 'text/html', '/'],
  ['a screen with a very long address', `/user/${'a'.repeat(3_000)}`, 'text/html', '/'],
  ['a call with broken percent-encoding', '/user/getUser/%zz', '*/*', '/user/getUser/%zz'],
  ['a call below /api', '/api/user/getUser/%zz', 'text/html', '/api/user/getUser/%zz'],
])('[SC-5, T-3] the router gets, of %s', (_, url, accept, expected) => {
  expect(routable({ method: 'GET', url, headers: { accept } })).toBe(expected);
});
