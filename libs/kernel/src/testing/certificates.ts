import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { isIP } from 'node:net';

/** A certificate with its key, both in PEM. */
export interface Certified {
  readonly certificate: string;
  readonly key: string;
}

/** A certificate authority for tests. */
export interface Authority {
  /** In PEM, for clients that trust it. */
  readonly certificate: string;
  /** Issues a certificate for a server's names and IPv4 addresses. */
  issue(...names: readonly string[]): Certified;
}

/** An authority without openssl: X.509 in DER by hand, valid for a day. */
export function makeAuthority(name: string): Authority {
  const { publicKey, privateKey } = newKeys();
  const isAuthority = extension('551d13', true, der(0x30, der(0x01, Buffer.from([0xff]))));
  let issued = 1;
  return {
    certificate: certificateOf({
      serial: 1,
      issuer: name,
      subject: name,
      publicKey,
      by: privateKey,
      also: isAuthority,
    }),
    issue(...names) {
      const own = newKeys();
      issued += 1;
      const alternatives = extension('551d11', false, der(0x30, ...names.map(alternativeName)));
      const subject = names[0] ?? 'nobody';
      return {
        certificate: certificateOf({
          serial: issued,
          issuer: name,
          subject,
          publicKey: own.publicKey,
          by: privateKey,
          also: alternatives,
        }),
        key: own.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      };
    },
  };
}

const dayMs = 24 * 3_600_000;

function newKeys(): { publicKey: KeyObject; privateKey: KeyObject } {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' });
}

function certificateOf(what: {
  serial: number;
  issuer: string;
  subject: string;
  publicKey: KeyObject;
  by: KeyObject;
  also: Buffer;
}): string {
  const ecdsaWithSha256 = der(0x30, oid('2a8648ce3d040302'));
  const content = der(
    0x30,
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([what.serial])),
    ecdsaWithSha256,
    distinguishedName(what.issuer),
    der(0x30, time(Date.now() - dayMs), time(Date.now() + dayMs)),
    distinguishedName(what.subject),
    what.publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, der(0x30, what.also)),
  );
  const signature = Buffer.concat([Buffer.from([0]), sign('sha256', content, what.by)]);
  const whole = der(0x30, content, ecdsaWithSha256, der(0x03, signature)).toString('base64');
  return `-----BEGIN CERTIFICATE-----\n${whole.replace(/(.{64})(?=.)/g, '$1\n')}\n-----END CERTIFICATE-----\n`;
}

function der(tag: number, ...contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  const { length } = content;
  const sizes = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...sizes]), content]);
}

function oid(hex: string): Buffer {
  return der(0x06, Buffer.from(hex, 'hex'));
}

function distinguishedName(commonName: string): Buffer {
  return der(0x30, der(0x31, der(0x30, oid('550403'), der(0x0c, Buffer.from(commonName)))));
}

function time(at: number): Buffer {
  const text = new Date(at).toISOString().replace(/^\d\d|[-:T]|\.\d+/g, '');
  return der(0x17, Buffer.from(text));
}

function extension(id: string, critical: boolean, value: Buffer): Buffer {
  return der(0x30, oid(id), ...(critical ? [der(0x01, Buffer.from([0xff]))] : []), der(0x04, value));
}

function alternativeName(name: string): Buffer {
  return isIP(name) ? der(0x87, Buffer.from(name.split('.').map(Number))) : der(0x82, Buffer.from(name));
}
