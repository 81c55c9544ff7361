import { expect, test } from '@jest/globals';
import { sitePath } from './safe-link.ts';
import { withSitePaths } from './site-links.ts';

const { host } = window.location;

test.each([
  [`http://${host}/question/1?x=2#answer-3`, '/question/1?x=2#answer-3'],
  [`https://${host}/tags`, '/tags'],
  ['/home', '/home'],
  ['/home/../tags', '/tags'],
  ['https://example.org/tags', undefined],
  [`https://${host}.example.org/`, undefined],
  [`https://ann@${host}/`, undefined],
  ['//example.org/', undefined],
  ['/\\example.org/', undefined],
  ['/.//example.org/', undefined],
  ['/tags/..//example.org/', undefined],
  ['/.\\/example.org/', undefined],
  ['/%2e//example.org/', undefined],
  [`https://${host}//example.org/`, undefined],
  [`https://${host}/\\example.org/`, undefined],
  [`ftp://${host}/`, undefined],
  ['javascript:alert(1)', undefined],
  ['home', undefined],
  [undefined, undefined],
])('[BW-6] %p is the path %p on this site', (address, path) => {
  expect(sitePath(address)).toBe(path);
});

test.each([
  [`[a](http://${host}/question/1) and [b](https://example.org)`, '[a](/question/1) and [b](https://example.org)'],
  [`[a](http://${host}/question/1) and [b](http://example.org)`, undefined],
  [`\`[a](http://${host}/question/1)\``, undefined],
  ['no link', undefined],
])('[BW-6, Q-34] %j is posted with paths, if nothing else is wrong with it', (text, posted) => {
  expect(withSitePaths(text)).toBe(posted ?? text);
});
