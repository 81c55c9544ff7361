import { createHmac } from 'node:crypto';
import type { ConnectionOptions, TlsOptions } from 'node:tls';

/** How either end of a connection between processes sets up TLS. */
export interface SharedKeyTls {
  readonly server: TlsOptions;
  readonly client: ConnectionOptions;
}

/**
 * TLS with a pre-shared key (RFC 4279, RFC 5489): each end proves that it holds the key, so calls
 * and replies alike come from a process of this site; there are no certificates to issue and renew.
 * This suite alone: it knows no certificates, so none can stand in for the key, and a key that
 * leaks later opens nothing that was recorded before. TLS 1.3 has no suite of that kind.
 */
const suite = {
  ciphers: 'ECDHE-PSK-CHACHA20-POLY1305',
  minVersion: 'TLSv1.2',
  maxVersion: 'TLSv1.2',
} as const;

/**
 * The first key connects, all are accepted, so that a key is changed without a pause: put the new
 * one second everywhere, then first.
 * @throws {Error} without a key, or with one of fewer than 32 bytes
 */
export function sharedKeyTls(keys: readonly Buffer[]): SharedKeyTls {
  const [first] = keys;
  if (!first || keys.some((key) => key.length < 32)) {
    throw new Error('keys for calls between processes must be given, of 32 bytes at least');
  }
  const accepted = new Map(keys.map((key) => [identityOf(key), derived(key, 'key')]));
  const own = { identity: identityOf(first), psk: derived(first, 'key') };
  return {
    server: { ...suite, handshakeTimeout: 10_000, pskCallback: (_, identity) => accepted.get(identity) ?? null },
    // The key proves who is there; there is no certificate whose name could be checked.
    client: { ...suite, pskCallback: () => own, checkServerIdentity: () => undefined },
  };
}

/** Tells a server which of its keys is meant, and nobody anything of the key. */
function identityOf(key: Buffer): string {
  return derived(key, 'identity').toString('hex');
}

function derived(key: Buffer, purpose: string): Buffer {
  return createHmac('sha256', key).update(`parlour calls ${purpose}`).digest();
}
