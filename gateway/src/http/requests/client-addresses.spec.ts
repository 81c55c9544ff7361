import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { isForeign } from '../headers/origin.ts';
import { isOrigin, isProxy, ClientAddresses } from './client-addresses.ts';

/** The parts of a request that are used. */
function from(remoteAddress: string, headers: Record<string, string> = {}): IncomingMessage {
  return {
    socket: { remoteAddress },
    headers: { host: '192.0.2.1:3000', ...headers },
  } as unknown as IncomingMessage;
}

describe('the client', () => {
  const addresses = new ClientAddresses('10.0.0.0/8, 192.168.1.1, fd00::/8', '');

  it.each([
    ['no proxy', '203.0.113.9', undefined, '203.0.113.9'],
    ['an IPv4 address on an IPv6 socket', '::ffff:203.0.113.9', undefined, '203.0.113.9'],
    ['a forged header', '203.0.113.9', '1.2.3.4', '203.0.113.9'],
    ['a trusted proxy', '10.1.2.3', '203.0.113.9', '203.0.113.9'],
    ['a forged part before the proxy’s', '10.1.2.3', '1.2.3.4, 203.0.113.9', '203.0.113.9'],
    ['two trusted proxies', '192.168.1.1', '203.0.113.9, 10.9.9.9', '203.0.113.9'],
    ['a proxy in a network that isn’t trusted', '11.0.0.1', '203.0.113.9', '11.0.0.1'],
    ['a trusted proxy over IPv6', 'fd00::5', '2001:db8::9', '2001:db8::9'],
    ['an unreadable header', '10.1.2.3', '203.0.113.9, unknown', '10.1.2.3'],
  ])('%s', (_, address, forwarded, expected) => {
    expect(addresses.addressOf(from(address, forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }))).toBe(
      expected,
    );
  });

  it('https is only trusted from a proxy of the site', () => {
    expect(addresses.isSecure(from('10.1.2.3', { 'x-forwarded-proto': 'https' }))).toBe(true);
    expect(addresses.isSecure(from('203.0.113.9', { 'x-forwarded-proto': 'https' }))).toBe(false);
    expect(addresses.isSecure(from('10.1.2.3', { 'x-forwarded-proto': 'https, http' }))).toBe(false);
  });

  it('https is recognised by the configured origins', () => {
    const named = new ClientAddresses('', 'https://parlour.test');
    expect(named.isSecure(from('203.0.113.9', { host: 'parlour.test' }))).toBe(true);
    expect(named.isSecure(from('203.0.113.9', { host: 'localhost:3000' }))).toBe(false);
  });
});

describe('another site, with somebody’s cookies', () => {
  const addresses = new ClientAddresses('', 'https://forum.test');

  it.each([
    ['its own page', { origin: 'http://192.0.2.1:3000' }, false],
    ['its own page over a named origin', { origin: 'https://forum.test' }, false],
    ['another site', { origin: 'http://evil.test' }, true],
    ['another port', { origin: 'http://192.0.2.1:3001' }, true],
    ['the other scheme', { origin: 'https://192.0.2.1:3000' }, true],
    ['a longer host', { origin: 'http://192.0.2.1:3000.evil.test' }, true],
    ['a hidden origin', { origin: 'null' }, true],
    [
      'its own Origin whatever the site header says',
      { origin: 'http://192.0.2.1:3000', 'sec-fetch-site': 'same-origin' },
      false,
    ],
    ['no Origin, same origin', { 'sec-fetch-site': 'same-origin' }, false],
    ['no Origin, typed by a person', { 'sec-fetch-site': 'none' }, false],
    ['no Origin, another host of the domain', { 'sec-fetch-site': 'same-site' }, true],
    ['no Origin, another site', { 'sec-fetch-site': 'cross-site' }, true],
    ['a client that is not a browser', {}, false],
  ])('%s', (_, headers: Record<string, string>, foreign) => {
    expect(isForeign(from('203.0.113.9', headers), addresses)).toBe(foreign);
  });

  it.each(["x'; script-src *", '', '[', 'a:b'])('an invalid Host is refused: %s', (host) => {
    expect(addresses.originOf(from('203.0.113.9', { host }))).toBeNull();
  });

  it.each([
    'localhost:3000',
    'LOCALHOST',
    'parlour.localhost:3000',
    '127.0.0.1:3000',
    '192.0.2.1',
    '[::1]:3000',
    '[2001:db8::9]',
    'forum.test',
    'forum.test:3000',
  ])('is not %s, which is this site', (host) => {
    expect(isForeign(from('203.0.113.9', { host }), addresses)).toBe(false);
    expect(isForeign(from('203.0.113.9', { host, origin: `http://evil.test` }), addresses)).toBe(true);
  });

  it.each([
    'evil.test:3000',
    'evil.test',
    'localhost.evil.test',
    'notlocalhost',
    'localhost.',
    '127.0.0.1.evil.test',
    'x.forum.test',
    'parlour',
  ])('is %s, whose owner points the name here', (host) => {
    const own = { host, origin: `http://${host}`, 'sec-fetch-site': 'same-origin' };
    expect(isForeign(from('203.0.113.9', own), addresses)).toBe(true);
    expect(isForeign(from('203.0.113.9', { host }), addresses)).toBe(true);
  });
});

describe('settings', () => {
  it.each(['https://parlour.example', 'http://10.0.0.5:3000'])('%s is an origin', (text) => {
    expect(isOrigin(text)).toBe(true);
  });

  it.each(['https://parlour.example/', 'parlour.example', 'HTTPS://parlour.example', 'ftp://x', '*'])(
    '%s is not an origin',
    (text) => {
      expect(isOrigin(text)).toBe(false);
    },
  );

  it.each(['10.0.0.1', '10.0.0.0/8', '::1', 'fd00::/8'])('%s is a proxy', (text) => {
    expect(isProxy(text)).toBe(true);
  });

  it.each(['10.0.0.0/33', '10.0.0.0/', '10.0.0/8', 'proxy.test', '10.0.0.0/8/8'])('%s is not a proxy', (text) => {
    expect(isProxy(text)).toBe(false);
  });
});
