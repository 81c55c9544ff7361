import type { NoticeKind } from '../notifications/notifications.ts';
import type { IsoTime } from '../time.ts';

/** What mails about accounts are about. */
export const mailKinds = ['confirm', 'account', 'reset', 'passwordChanged', 'emailChanged', 'test'] as const;
/** One of them. */
export type MailKind = (typeof mailKinds)[number];

/** Delivery to identity: a mail that is about to be sent. */
export interface AddressMail {
  readonly kind: MailKind;
  readonly userId: string;
  /** The address that it is about; otherwise the person's own. */
  readonly emailId: string | null;
}

/** Delivery to identity: a mail of a notice that is about to be sent, to the person's address. */
export interface AddressNotice {
  readonly kind: 'notice';
  readonly userId: string;
  /** What the link ends that unsubscribes. */
  readonly of: NoticeKind;
}

/** Identity to delivery: where a mail goes, and what it needs to say. Stored and logged nowhere. */
export interface Addressed {
  readonly emailId: string;
  readonly address: string;
  readonly username: string;
  readonly siteName: string;
  /** Whether the last mail was refused there for good. */
  readonly wasRefused: boolean;
  /** Of the link; null if the mail has none. */
  readonly token: string | null;
}

/** Gateway to an operator's browser: the mails of the site. Source: specification ML-1, ML-7. */
export interface MailStateWire {
  /** Whether the site sends mail. */
  readonly on: boolean;
  /** Who the mails are from; blank if it sends none. */
  readonly from: string;
  /** How many wait to be sent, and since when the oldest of them. */
  readonly waiting: number;
  readonly waitingSince: IsoTime | null;
  /** The latest failure, in the words of the mail server where it named nobody. */
  readonly lastFailure: { readonly at: IsoTime; readonly kind: MailKind | 'notice'; readonly text: string } | null;
}

/** Gateway to an operator's browser: a mail to their own address. */
export interface MailTestWire {
  readonly sent: boolean;
  /** Why it was not sent, in the words of the mail server. */
  readonly failure?: string;
}

/** Delivery follows other services' logs and has no events of its own. */
export const deliverySchemaVersions = {} as const;
