import { createHmac } from 'node:crypto';
import type { ConnectionOptions, TlsOptions } from 'node:tls';

/** The TLS settings of both ends of a connection between processes. */
export interface SharedKeyTls {
  readonly server: TlsOptions;
  readonly client: ConnectionOptions;
}

/**
 * TLS with a pre-shared key (RFC 4279, RFC 5489): each end proves that it holds the key, so calls
 * and replies come from a process of this site, and no certificates need issuing and renewing. Only
 * this cipher suite: it uses no certificates, so none can replace the key, and a key that leaks
 * later decrypts nothing recorded before. TLS 1.3 has no such suite.
 */
const suite = {
  ciphers: 'ECDHE-PSK-CHACHA20-POLY1305',
  minVersion: 'TLSv1.2',
  maxVersion: 'TLSv1.2',
} as const;

/**
 * The first key is used to connect, all are accepted, so that a key can be rotated without
 * downtime: add the new one second everywhere, then move it first.
 * @throws {Error} without a key, or with one of fewer than 32 bytes
 */
export function sharedKeyTls(keys: readonly Buffer[]): SharedKeyTls {
  const [first] = keys;
  if (!first || keys.some((key) => key.length < 32)) {
    throw new Error('keys for calls between processes are required, of at least 32 bytes');
  }
  const accepted = new Map(keys.map((key) => [identityOf(key), derived(key, 'key')]));
  const own = { identity: identityOf(first), psk: derived(first, 'key') };
  return {
    server: { ...suite, handshakeTimeout: 10_000, pskCallback: (_, identity) => accepted.get(identity) ?? null },
    // The key authenticates the peer; there is no certificate with a name to verify.
    client: { ...suite, pskCallback: () => own, checkServerIdentity: () => undefined },
  };
}

/** Tells a server which of its keys is used, and reveals nothing of the key. */
function identityOf(key: Buffer): string {
  return derived(key, 'identity').toString('hex');
}

function derived(key: Buffer, purpose: string): Buffer {
  return createHmac('sha256', key).update(`parlour calls ${purpose}`).digest();
}
