import { createHmac, timingSafeEqual } from 'node:crypto';
import { memberLimits } from '@parlour/contracts/identity/members';
import { limits } from '@parlour/contracts/limits';

/** What a link in a mail is for. */
export type LinkKind = 'confirm' | 'account' | 'reset' | 'unsubscribe';

const lastsMs: Readonly<Record<LinkKind, number>> = {
  confirm: limits.confirmLinkHours * 3_600_000,
  account: memberLimits.days * 86_400_000,
  reset: limits.resetLinkMinutes * 60_000,
  unsubscribe: Infinity,
};

/** A link that is read, but not yet known to be genuine. */
export interface ReadLink {
  /** Of the address; of the person where the link unsubscribes. */
  readonly id: string;
  readonly isGenuine: (secret: string) => boolean;
}

/**
 * The tokens of links in mails, which are stored nowhere: an id, a time, and an HMAC of both, of
 * what the link is for, and of `secret`. That is the password's hash where the link replaces the
 * password, so that it works once, and not after another change; and the kind of mail that the link
 * ends. Only hexadecimal digits, because programs that find links in texts end them at other
 * characters.
 */
export class LinkTokens {
  /** @param keys any of them verifies, the first one signs */
  constructor(private readonly keys: readonly Buffer[]) {}

  make(kind: LinkKind, id: string, secret: string, now = Date.now()): string {
    const [key] = this.keys;
    if (!key) throw new Error('links need a key');
    const until = Math.min(Math.floor((now + lastsMs[kind]) / 1_000), lastSecond);
    const head = `${id.replaceAll('-', '')}${until.toString(16)}`;
    return head + macOf(key, kind, head, secret);
  }

  /** Undefined if it is no token, or too old. */
  read(kind: LinkKind, token: string, now = Date.now()): ReadLink | undefined {
    const [, head = '', id = '', seconds = '', mac = ''] = form.exec(token) ?? [];
    if (mac === '' || Number.parseInt(seconds, 16) * 1_000 < now) return undefined;
    return {
      id: id.replace(parts, '$1-$2-$3-$4-$5'),
      isGenuine: (secret) =>
        this.keys.some((key) => timingSafeEqual(Buffer.from(mac), Buffer.from(macOf(key, kind, head, secret)))),
    };
  }
}

/** The last time that a token can say. */
const lastSecond = 0xffffffff;

const form = /^(([0-9a-f]{32})([0-9a-f]{8}))([0-9a-f]{64})$/;
const parts = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/;

function macOf(key: Buffer, kind: LinkKind, head: string, secret: string): string {
  return createHmac('sha256', key).update(`mail ${kind} ${head} ${secret}`).digest('hex');
}
