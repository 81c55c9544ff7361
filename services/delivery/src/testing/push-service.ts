import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, randomBytes, verify } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { PushMessage } from '@parlour/contracts/delivery/push';
import type { SubscribePush } from '@parlour/contracts/delivery/push.requests';

/** What a push service got for a browser, as the browser reads it. */
export interface Pushed {
  readonly endpoint: string;
  readonly message: PushMessage;
  readonly headers: IncomingHttpHeaders;
  /** Of the encrypted message. */
  readonly bytes: number;
  /** What the sender has signed, and its public key. */
  readonly claims: object;
  readonly key: string;
}

/**
 * A real push service in this process, and the browsers that it serves: it checks the signature of
 * the sender, and the browser decrypts. Sources: RFC 8030, 8188, 8291, 8292.
 */
export class PushService {
  readonly pushed: Pushed[] = [];
  /** What it answers for an endpoint, instead of taking the message. */
  readonly answers = new Map<string, { readonly status: number; readonly headers?: Record<string, string> }>();
  /** Called with each message before it is answered. */
  onPush: (pushed: Pushed) => Promise<void> = () => Promise.resolve();
  private readonly browsers = new Map<string, { readonly pair: ECDH; readonly auth: Buffer }>();

  private constructor(
    private readonly server: Server,
    readonly origin: string,
  ) {}

  static async start(): Promise<PushService> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo; // it listens on TCP
    const service = new PushService(server, `http://127.0.0.1:${port}`);
    server.on('request', (request, response) => {
      const endpoint = service.origin + (request.url ?? '');
      const take = async (): Promise<void> => {
        const pushed = service.read(endpoint, request.headers, await buffer(request));
        const { status, headers = {} } = service.answers.get(endpoint) ?? { status: 201 };
        if (status === 201) service.pushed.push(pushed);
        await service.onPush(pushed);
        response.writeHead(status, headers).end();
      };
      take().catch((failure: unknown) => response.writeHead(400).end(String(failure)));
    });
    return service;
  }

  /** Subscribes a browser. */
  subscribe(): SubscribePush {
    const pair = createECDH('prime256v1');
    pair.generateKeys();
    const auth = randomBytes(16);
    const endpoint = `${this.origin}/push/${this.browsers.size + 1}`;
    this.browsers.set(endpoint, { pair, auth });
    return { endpoint, keys: { p256dh: pair.getPublicKey('base64url'), auth: auth.toString('base64url') } };
  }

  /** What came for a browser. */
  to({ endpoint }: SubscribePush): readonly Pushed[] {
    return this.pushed.filter((each) => each.endpoint === endpoint);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private read(endpoint: string, headers: IncomingHttpHeaders, body: Buffer): Pushed {
    const [, token = '', key = ''] =
      /^vapid t=([\w.-]{1,2000}), ?k=([\w-]{1,200})$/.exec(headers.authorization ?? '') ?? [];
    const browser = this.browsers.get(endpoint);
    if (!browser) throw new Error(`Nobody has subscribed to ${endpoint}`);
    const message = JSON.parse(decrypted(body, browser).toString()) as PushMessage;
    return { endpoint, message, headers, bytes: body.length, claims: claimsOf(token, key), key };
  }
}

/** The claims of a token that was signed with the private one of this key. */
function claimsOf(token: string, key: string): object {
  const [header = '', payload = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, format: 'jwk' });
  const isSigned = verify(
    'sha256',
    Buffer.from(`${header}.${payload}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isSigned) throw new Error('The signature is wrong');
  return JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
}

/** One record of RFC 8188, with the keys of RFC 8291. */
function decrypted(body: Buffer, { pair, auth }: { readonly pair: ECDH; readonly auth: Buffer }): Buffer {
  const salt = body.subarray(0, 16);
  const sender = body.subarray(21, 21 + body.readUInt8(20));
  const record = body.subarray(21 + sender.length);
  const derive = (from: Buffer, seed: Buffer, info: Buffer, length: number): Buffer =>
    Buffer.from(hkdfSync('sha256', seed, from, info, length));
  const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), sender]);
  const secret = derive(auth, pair.computeSecret(sender), keyInfo, 32);
  const key = derive(salt, secret, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(salt, secret, Buffer.from('Content-Encoding: nonce\0'), 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  // The last record ends in a 2 and zeros.
  return padded.subarray(0, padded.lastIndexOf(2));
}
