import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

/** A mail as the server got it. */
export interface ReceivedMail {
  readonly to: string;
  readonly subject: string;
  /** The headers, by small names, unfolded. */
  readonly headers: ReadonlyMap<string, string>;
  /** All of it, its lines as they were before they were broken. */
  readonly raw: string;
  /** The token of its link; blank if it has none. */
  readonly token: string;
}

/** A real mail server in this process, without TLS. */
export class MailServer {
  readonly mails: ReceivedMail[] = [];
  /** What it answers for an address, instead of taking the mail. */
  readonly refusals = new Map<string, { readonly code: number; readonly text: string }>();
  /** Called with each mail before it is answered. */
  onMail: (mail: ReceivedMail) => Promise<void> = () => Promise.resolve();
  private server: SMTPServer | undefined;

  private constructor(private port: number) {}

  static async start(): Promise<MailServer> {
    const server = new MailServer(0);
    await server.open();
    return server;
  }

  get url(): string {
    return `smtp://127.0.0.1:${this.port}`;
  }

  /** Listens, at the same port as before. */
  async open(): Promise<void> {
    const server = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      onRcptTo: ({ address }, _, done) => {
        const refusal = this.refusals.get(address);
        done(refusal && Object.assign(new Error(refusal.text), { responseCode: refusal.code }));
      },
      onData: (stream, { envelope }, done) => {
        const receive = async (): Promise<void> => {
          const mail = readMail(envelope.rcptTo[0]?.address ?? '', await text(stream));
          this.mails.push(mail);
          await this.onMail(mail);
        };
        receive().then(() => done(), done);
      },
    });
    server.on('error', () => undefined);
    server.listen(this.port, '127.0.0.1');
    await once(server.server, 'listening');
    this.port = (server.server.address() as AddressInfo).port; // it listens on TCP
    this.server = server;
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      if (this.server) this.server.close(resolve);
      else resolve();
    });
  }
}

function readMail(to: string, received: string): ReceivedMail {
  const end = received.indexOf('\r\n\r\n');
  const unfolded = received.slice(0, end).replaceAll(/\r\n[ \t]/g, ' ');
  const headers = unfolded.split('\r\n').map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  const raw = received.replaceAll('=\r\n', '').replaceAll('=3D', '=');
  const [, token = ''] = /\/(?:confirm|reset)\/([0-9a-f]{1,200})/.exec(raw) ?? [];
  const ofMail = new Map(headers);
  return { to, subject: decoded(ofMail.get('subject') ?? ''), headers: ofMail, raw, token };
}

/** A header whose words were encoded. Source: RFC 2047. */
function decoded(header: string): string {
  const words = header.replaceAll(/\?= =\?UTF-8\?Q\?/g, '');
  return words.replaceAll(/=\?UTF-8\?Q\?([^?]{0,900})\?=/g, (_, word: string) =>
    decodeURIComponent(word.replaceAll('_', ' ').replaceAll('%', '=25').replaceAll('=', '%')),
  );
}
