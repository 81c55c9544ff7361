import { expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';

const page = new URL('../../web/dist/', import.meta.url);

test('the first load of the page takes 155 KiB at most', () => {
  const html = readFileSync(new URL('index.html', page), 'utf8');
  const files = [...html.matchAll(/(?:src|href)="\/([^"]+\.(?:js|css))"/g)].map(([, path = '']) => path);
  expect(files.length).toBeGreaterThan(1);
  const bytes = files.reduce((sum, path) => sum + brotliCompressSync(readFileSync(new URL(path, page))).length, 0);
  expect(bytes).toBeLessThan(155 * 1_024);
});
