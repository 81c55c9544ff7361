import type { OnModuleDestroy } from '@nestjs/common';
import { createTransport, type NodemailerError } from 'nodemailer';
import type { Addressed } from '@parlour/contracts/delivery/delivery';
import { limits } from '@parlour/contracts/limits';
import type { MailSettings } from '../delivery-config.ts';
import { htmlOf, textOf } from './mail-body.ts';
import type { MailText } from './mail-texts.ts';

/** Why a mail was not sent. */
export interface MailFailure {
  /**
   * Whether the address was refused for good, or for now; or nothing can be sent at all, because
   * the server is away or refuses us.
   */
  readonly what: 'refused' | 'later' | 'server';
  /** For operators; it names nobody. */
  readonly text: string;
}

/** A mail, as it is to be sent. */
export interface Letter {
  readonly to: Addressed;
  readonly text: MailText;
  /** Of a notice. */
  readonly notice?: {
    /** The name of all like it, for people who sort their mail. */
    readonly list: string;
    /** What it is about: mail programs put it with others of the same. */
    readonly thread: string;
    /** The path of the link that ends them. */
    readonly unsubscribe: string;
  };
}

/** Sends mails by the operator's server, one at a time. */
export class Mailer implements OnModuleDestroy {
  private readonly transport;
  private readonly stopping = new AbortController();

  constructor(private readonly settings: MailSettings) {
    const { server, isLocal } = settings;
    this.transport = createTransport({
      url: server,
      requireTLS: !isLocal,
      ignoreTLS: isLocal,
      connectionTimeout: limits.mailConnectionMs,
      // A server may look at a mail for long before it takes it.
      socketTimeout: 60_000,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  }

  /** The address that mails are from. */
  get sender(): string {
    return this.settings.sender.address;
  }

  /** A mail that is under way would hold up the end of the process: it is sent again later. */
  onModuleDestroy(): void {
    this.stopping.abort();
  }

  /** Whether the server can be reached and knows us; sends nothing. */
  async verify(): Promise<MailFailure | undefined> {
    return this.transport.verify().then(() => undefined, failureOf);
  }

  /**
   * Sends a mail; undefined once the server has taken it.
   * @param id the same for each time that it is sent again
   */
  send(id: string, { to, text, notice }: Letter, signal?: AbortSignal): Promise<MailFailure | undefined> {
    const { sender, origin } = this.settings;
    return this.transport
      .sendMail({
        messageId: this.idOf(id),
        from: { name: sender.name || to.siteName, address: sender.address },
        to: { name: '', address: to.address },
        subject: text.subject,
        text: textOf(text, origin),
        html: htmlOf(text, origin),
        headers: { 'Auto-Submitted': 'auto-generated', ...(notice && this.headersOf(notice)) },
        signal: AbortSignal.any([this.stopping.signal, ...(signal ? [signal] : [])]),
      })
      .then(() => undefined, failureOf);
  }

  /** Sources: RFC 2369, RFC 2919, RFC 8058. */
  private headersOf({ list, thread, unsubscribe }: NonNullable<Letter['notice']>): Record<string, string> {
    const { origin } = this.settings;
    const first = this.idOf(thread);
    return {
      'In-Reply-To': first,
      References: first,
      'List-Id': `<${list}.${new URL(origin).hostname}>`,
      'List-Unsubscribe': `<${origin}${unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    };
  }

  private idOf(id: string): string {
    return `<${id}@${this.sender.split('@')[1]}>`;
  }
}

/** What the server says of a mail may repeat its address: only its codes are told. */
function failureOf({ code, command, message, response = '', responseCode = 0 }: NodemailerError): MailFailure {
  const isOfMail = command === 'RCPT TO' || command === 'DATA' || (code === 'EENVELOPE' && command === 'API');
  if (!response) return { what: isOfMail ? 'refused' : 'server', text: message.slice(0, 300) };
  const [extended = ''] = /\b[45]\.\d{1,3}\.\d{1,3}\b/.exec(response) ?? [];
  const text = `The mail server answered ${`${responseCode || 'nothing'} ${extended}`.trim()}.`;
  if (!isOfMail || responseCode === 421) return { what: 'server', text };
  // A server's policy says nothing of the address: it refuses relaying, or what it takes for spam.
  const isPassing = (responseCode >= 400 && responseCode < 500) || extended.startsWith('5.7.');
  return { what: isPassing ? 'later' : 'refused', text };
}
