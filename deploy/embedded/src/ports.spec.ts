import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, it } from '@jest/globals';
import { addressForBrowsers } from './ports.ts';

it('by its name, localhost may lead to another program: then the address is printed', async () => {
  const other = createServer().listen(0, '::1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  try {
    expect(await addressForBrowsers('127.0.0.1', port)).toBe(`http://127.0.0.1:${port}`);
    expect(await addressForBrowsers('0.0.0.0', port)).toBe(`http://127.0.0.1:${port}`);
    // Its own.
    expect(await addressForBrowsers('::1', port)).toBe(`http://localhost:${port}`);
    expect(await addressForBrowsers('::', port)).toBe(`http://localhost:${port}`);
  } finally {
    other.close();
  }
  expect(await addressForBrowsers('127.0.0.1', port)).toBe(`http://localhost:${port}`);
  expect(await addressForBrowsers('192.0.2.1', port)).toBe(`http://192.0.2.1:${port}`);
});
