import { createECDH, type ECDH } from 'node:crypto';
import { isEmail, IsIn, IsInt, Max, Min } from 'class-validator';
import addressparser from 'nodemailer/lib/addressparser';
import { ConsistentWith } from '@parlour/deployment/process/process-config';

/** The operator's settings for what leaves the site, named like the environment's variables. */
export class DeliveryConfig {
  /** The mail server, with user and password if it asks for them; blank to send no mail. */
  @ConsistentWith(({ SMTP_URL, MAIL_FROM }: DeliveryConfig) => [
    [SMTP_URL === '' || isServer(SMTP_URL), 'SMTP_URL must be such as smtps://user:password@mail.example'],
    [(SMTP_URL === '') === (MAIL_FROM === ''), 'SMTP_URL must be set with MAIL_FROM, and only then'],
  ])
  SMTP_URL = '';

  /** Who the mails are from; without a name it is that of the site. */
  @ConsistentWith(({ MAIL_FROM }: DeliveryConfig) => [
    [MAIL_FROM === '' || senderOf(MAIL_FROM) !== undefined, 'MAIL_FROM must be such as Parlour <parlour@example.org>'],
  ])
  MAIL_FROM = '';

  /** Links in mails lead to the first one. */
  @ConsistentWith(({ PUBLIC_ORIGINS, SMTP_URL }: DeliveryConfig) => [
    [SMTP_URL === '' || URL.canParse(originOf(PUBLIC_ORIGINS)), 'PUBLIC_ORIGINS must be set with SMTP_URL'],
  ])
  PUBLIC_ORIGINS = '';

  /** How long a notice waits before it is mailed, for others and for being read. */
  @IsInt()
  @Min(0)
  @Max(60)
  NOTICE_MAIL_MINUTES = 2;

  /** Whether mails quote the titles of what not everybody may read, or name the place only. */
  @IsIn(['name', 'quote'])
  NOTICE_MAIL_PRIVATE = 'name';

  /**
   * Signs what is pushed: 32 random bytes in base64url. Blank to push nothing. With another key,
   * people's browsers subscribe anew. Source: RFC 8292.
   */
  @ConsistentWith(({ PUSH_PRIVATE_KEY: key }: DeliveryConfig) => [
    [key === '' || pairOf(key) !== undefined, 'PUSH_PRIVATE_KEY must be 32 random bytes in base64url'],
  ])
  PUSH_PRIVATE_KEY = '';

  /** Whom push services tell of problems; blank for the site's address, or that of its mails. */
  @ConsistentWith(({ PUSH_SUBJECT: subject }: DeliveryConfig) => [
    [subject === '' || isSubject(subject), 'PUSH_SUBJECT must be such as mailto:me@example.org or https://example.org'],
  ])
  PUSH_SUBJECT = '';

  /** The origins of push services inside of the operator's network; others there are refused. */
  @ConsistentWith(({ PUSH_SERVICES: services }: DeliveryConfig) => [
    [
      listOf(services).every(isOrigin),
      'PUSH_SERVICES must be origins such as https://push.example, with commas between',
    ],
  ])
  PUSH_SERVICES = '';
}

/** How mails are sent. */
export interface MailSettings {
  readonly server: string;
  /** Whether the server is on this machine; others are only spoken to by TLS. */
  readonly isLocal: boolean;
  /** Its name is blank for that of the site. */
  readonly sender: { readonly name: string; readonly address: string };
  /** Where the site is, without a slash at its end. */
  readonly origin: string;
  readonly noticeMinutes: number;
  readonly quotesPrivate: boolean;
}

/** How things are pushed. */
export interface PushSettings {
  /** Of the site, both in base64url. */
  readonly publicKey: string;
  readonly privateKey: string;
  readonly subject: string;
  /** Origins of push services inside of the operator's network. */
  readonly services: readonly string[];
}

/** The settings of a valid configuration; null if the site pushes nothing. */
export function pushSettingsOf(config: DeliveryConfig): PushSettings | null {
  const pair = pairOf(config.PUSH_PRIVATE_KEY);
  if (!pair) return null;
  const sender = senderOf(config.MAIL_FROM);
  const origin = originOf(config.PUBLIC_ORIGINS);
  const known = isSubject(origin) ? origin : `mailto:${sender?.address ?? 'parlour@localhost'}`;
  return {
    publicKey: pair.getPublicKey('base64url'),
    privateKey: pair.getPrivateKey('base64url'),
    subject: config.PUSH_SUBJECT || known,
    services: listOf(config.PUSH_SERVICES),
  };
}

/** The settings of a valid configuration; null if the site sends no mail. */
export function mailSettingsOf(config: DeliveryConfig): MailSettings | null {
  const { SMTP_URL: server, MAIL_FROM, PUBLIC_ORIGINS } = config;
  const sender = senderOf(MAIL_FROM);
  if (server === '' || !sender) return null;
  const isLocal = /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(new URL(server).hostname);
  return {
    ...{ server, isLocal, sender, origin: originOf(PUBLIC_ORIGINS) },
    noticeMinutes: config.NOTICE_MAIL_MINUTES,
    quotesPrivate: config.NOTICE_MAIL_PRIVATE === 'quote',
  };
}

function isServer(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return /^smtps?:$/.test(url?.protocol ?? '') && url?.hostname !== '';
}

function senderOf(text: string): MailSettings['sender'] | undefined {
  const [parsed, ...others] = addressparser(text, { flatten: true });
  if (!parsed || others.length > 0 || !isEmail(parsed.address, { require_tld: false })) return undefined;
  return { name: parsed.name, address: parsed.address };
}

function originOf(origins: string): string {
  return (listOf(origins)[0] ?? '').replace(/\/$/, '');
}

/** A private key with its public one; undefined if it is none. */
function pairOf(key: string): ECDH | undefined {
  if (!/^[\w-]{43}$/.test(key)) return undefined;
  const pair = createECDH('prime256v1');
  try {
    pair.setPrivateKey(key, 'base64url');
    return pair;
  } catch {
    return undefined;
  }
}

function isSubject(text: string): boolean {
  return /^(?:https:\/\/|mailto:[^@]{1,64}@)/.test(text) && URL.canParse(text);
}

function isOrigin(text: string): boolean {
  return /^https?:\/\//.test(text) && URL.canParse(text) && new URL(text).origin === text;
}

function listOf(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
