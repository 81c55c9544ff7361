import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** What somebody's browser keeps while he is away at Google, in a cookie that only we can write. */
export interface Journey {
  /** Comes back in the address, and must be this browser's own: nobody is signed in by a link that another one made (RFC 6749, 10.12). */
  readonly state: string;
  /** Comes back in the ID token, so that no other token can be put in its place. */
  readonly nonce: string;
  /** Proves at Google that whoever brings the code is who asked for it (RFC 7636). */
  readonly verifier: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** How long somebody may take at Google. */
export const journeySeconds = 600;

/** A journey that begins now. */
export function newJourney(verifier: string, now: number): Journey {
  const [state, nonce] = [randomBytes(24).toString('base64url'), randomBytes(24).toString('base64url')];
  return { state, nonce, verifier, expiresAt: now + journeySeconds * 1_000 };
}

/** Seals journeys with the keys that sign sessions: the first seals, all open. */
export class JourneySeals {
  private readonly keys: readonly Buffer[];

  constructor(signingKeys: readonly Buffer[]) {
    // A key of their own, so that nothing sealed here is ever a signature elsewhere.
    this.keys = signingKeys.map((key) => createHmac('sha256', key).update('parlour google journey').digest());
  }

  seal(journey: Journey): string {
    const text = Buffer.from(JSON.stringify(journey)).toString('base64url');
    return `${text}.${macOf(this.keys[0], text).toString('base64url')}`;
  }

  /** Undefined for what we did not seal, or too long ago. */
  open(sealed: string, now: number): Journey | undefined {
    const [text = '', mac = ''] = sealed.split('.');
    const given = Buffer.from(mac, 'base64url');
    if (!this.keys.some((key) => isSame(macOf(key, text), given))) return undefined;
    const journey = JSON.parse(Buffer.from(text, 'base64url').toString()) as Journey; // sealed by us, so of this form
    return now < journey.expiresAt ? journey : undefined;
  }
}

/** Compares in a time that tells nothing. */
export function isSame(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}

function macOf(key: Buffer | undefined, text: string): Buffer {
  if (!key) throw new Error('signing keys must be given');
  return createHmac('sha256', key).update(text).digest();
}
