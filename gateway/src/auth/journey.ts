import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** The state of a sign-in at Google, in a sealed cookie of the browser. */
export interface Journey {
  /**
   * Comes back in the URL, and must match this browser's own: a link made by another browser signs
   * nobody in (RFC 6749, 10.12).
   */
  readonly state: string;
  /** Comes back in the ID token, so that it cannot be replaced by another token. */
  readonly nonce: string;
  /** Proves to Google that the code is redeemed by the one who asked for it (RFC 7636). */
  readonly verifier: string;
  /** The id of the user who reauthenticates: no other account may come back. */
  readonly again?: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** How long the sign-in at Google may take. */
export const journeySeconds = 600;

/** A new journey. */
export function newJourney(from: Pick<Journey, 'verifier' | 'nonce' | 'again'>, now: number): Journey {
  return { ...from, state: newNonce(), expiresAt: now + journeySeconds * 1_000 };
}

/** A value that cannot be guessed. */
export function newNonce(): string {
  return randomBytes(24).toString('base64url');
}

/** Seals journeys with keys derived from those that sign sessions: the first seals, all open. */
export class JourneySeals {
  private readonly keys: readonly Buffer[];

  constructor(signingKeys: readonly Buffer[]) {
    // A derived key, so that nothing sealed here is ever a valid signature elsewhere.
    this.keys = signingKeys.map((key) => createHmac('sha256', key).update('parlour google journey').digest());
  }

  seal(journey: Journey): string {
    const text = Buffer.from(JSON.stringify(journey)).toString('base64url');
    return `${text}.${macOf(this.keys[0], text).toString('base64url')}`;
  }

  /** Undefined if it was not sealed by us, or too long ago. */
  open(sealed: string, now: number): Journey | undefined {
    const [text = '', mac = ''] = sealed.split('.');
    const given = Buffer.from(mac, 'base64url');
    if (!this.keys.some((key) => isSame(macOf(key, text), given))) return undefined;
    const journey = JSON.parse(Buffer.from(text, 'base64url').toString()) as Journey; // sealed by us, so of this form
    return now < journey.expiresAt ? journey : undefined;
  }
}

/** Compares in constant time. */
export function isSame(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}

function macOf(key: Buffer | undefined, text: string): Buffer {
  if (!key) throw new Error('signing keys are required');
  return createHmac('sha256', key).update(text).digest();
}
