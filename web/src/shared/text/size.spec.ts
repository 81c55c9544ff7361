import { expect, test } from '@jest/globals';
import { sizeText } from './size.ts';

test.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1_000, '1.0 kB'],
  [8_192, '8.2 kB'],
  [45_600_000, '46 MB'],
  [3_210_000_000, '3.2 GB'],
  [5e15, '5000 TB'],
])('%d bytes are %s', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text);
});
