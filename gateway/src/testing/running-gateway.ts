import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { jest } from '@jest/globals';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { connect, type Socket } from 'socket.io-client';
import type { FileStore } from '@parlour/deployment/files/file-store';
import type { LiveBatch, Room } from '@parlour/contracts/live';
import { InProcessBus } from '@parlour/kernel/bus/in-process-bus';
import { createLogger } from '@parlour/kernel/logging/logger';
import { RpcClient } from '@parlour/kernel/rpc/calls';
import { GatewayConfig } from '../gateway-config.ts';
import { RateLimits } from '../limits/rate-limits.ts';
import { listenAt } from '../listening.ts';
import { LiveSockets } from '../socket/live-sockets.ts';
import { StandIns } from './stand-ins.ts';

// @fastify/static requires this ES module from CommonJS, which works in Node but not in Jest below
// Node 24.9.
const contentDisposition: unknown = await import('content-disposition');
jest.mock('content-disposition', () => contentDisposition);
const { createGateway } = await import('../gateway.ts');

export const signingKey = Buffer.alloc(32, 7);

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly cookies: readonly string[];
  readonly text: string;
  /** The body, or a refusal in text as the object that it is below /api. */
  readonly json: unknown;
}

export interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON, unless it is text or bytes already. */
  readonly body?: unknown;
}

/** Options that differ from the default. */
interface Setting {
  readonly keys?: Buffer[];
  readonly identityAway?: boolean;
  readonly withoutPage?: boolean;
  readonly files?: FileStore;
  /** Receives log lines. */
  readonly log?: { write(line: string): void };
}

/** The gateway on a free port of loopback, with in-memory stand-ins for the services. */
export class RunningGateway {
  readonly origin: string;
  readonly standIns: StandIns;
  readonly bus: InProcessBus;
  private readonly folder: string;
  private readonly sockets: Socket[] = [];

  private constructor(
    readonly app: NestFastifyApplication,
    standIns: StandIns,
    bus: InProcessBus,
    folder: string,
  ) {
    this.standIns = standIns;
    this.bus = bus;
    this.folder = folder;
    this.origin = `http://127.0.0.1:${(app.getHttpServer().address() as AddressInfo).port}`; // it listens on TCP
  }

  static async start(config: Partial<GatewayConfig> = {}, setting: Setting = {}): Promise<RunningGateway> {
    const logger = createLogger('test', { level: setting.log ? 'info' : 'silent' }, setting.log);
    const standIns = new StandIns();
    const bus = new InProcessBus(logger);
    const folder = await writePage();
    if (config.SIGNUP_CODE) standIns.site = { ...standIns.site, signUp: 'code' };
    if (setting.identityAway) await standIns.close('identity');
    const app = await createGateway({
      rpc: new RpcClient(standIns.hub, 5_000),
      bus,
      logger,
      config: Object.assign(new GatewayConfig(), config),
      signingKeys: setting.keys ?? [signingKey],
      pageFolder: setting.withoutPage ? null : folder,
      ...(setting.files && { files: setting.files }),
    });
    await app.listen(listenAt(0, '127.0.0.1'));
    const gateway = new RunningGateway(app, standIns, bus, folder);
    if (!setting.identityAway) await gateway.untilReady();
    return gateway;
  }

  async stop(): Promise<void> {
    this.closeSockets();
    await this.app.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** By node:http, because fetch does not let tests set Origin, Host or Sec-Fetch-Site. */
  send(path: string, { method = 'GET', headers = {}, body }: Sent = {}): Promise<Answer> {
    const isRaw = body === undefined || typeof body === 'string' || Buffer.isBuffer(body);
    const bytes = isRaw ? body : JSON.stringify(body);
    // Node sends the body of a DELETE without Content-Length by default.
    const type =
      bytes === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(bytes) };
    return new Promise((resolve, reject) => {
      const sent = { ...type, ...this.named(headers) };
      const request = httpRequest(this.origin, { path, method, headers: sent, agent: false });
      request.on('error', reject).on('response', (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject).on('end', () => {
          const text = Buffer.concat(chunks).toString();
          const isJson = response.headers['content-type']?.startsWith('application/json') === true;
          const code = response.headers['x-error-code'];
          const isText = isJson && !response.headers['content-encoding'] && text !== '';
          const { 'set-cookie': cookies = [], ...rest } = response.headers;
          resolve({
            status: response.statusCode ?? 0,
            headers: rest as Answer['headers'], // all others are single
            cookies: cookies.map((cookie) => cookie.replace(namedByPort, '$1')),
            text,
            json: isText ? JSON.parse(text) : code === undefined ? undefined : { error: text, code },
          });
        });
      });
      request.end(bytes);
    });
  }

  post(path: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    return this.send(path, { method: 'POST', body, headers });
  }

  /** A socket of a browser at its Origin. */
  socket(
    headers: Readonly<Record<string, string>>,
    transports: string[] = ['websocket'],
    query: Readonly<Record<string, string>> = { refusals: 'read' },
  ): Socket {
    const socket = connect(this.origin, {
      transports,
      query,
      extraHeaders: { origin: this.origin, ...this.named(headers) },
      forceNew: true,
      reconnectionDelay: 1,
      reconnectionDelayMax: 2,
    });
    this.sockets.push(socket);
    return socket;
  }

  /** Publishes a live batch, as services do. */
  publishLive(batch: Partial<LiveBatch>): Promise<void> {
    const place = { source: 'qa', logId: 'log', epoch: 1, after: 0, upTo: 0, head: 0 } as const;
    return this.bus.publishLive({ ...place, messages: [], state: [], endedSessions: [], ...batch });
  }

  /** How many sockets are in a room now. */
  socketsIn(room: Room): number {
    return this.app.get(LiveSockets)['server']?.sockets.adapter.rooms.get(room)?.size ?? 0;
  }

  /**
   * Of a gateway with strict limits: counts anew, forgets what a test set, and closes its sockets.
   */
  reset(): void {
    const limits = this.app.get(RateLimits);
    limits.use('generous');
    limits.use('strict');
    this.standIns.reset();
    this.closeSockets();
  }

  closeSockets(): void {
    for (const socket of this.sockets.splice(0)) socket.disconnect();
  }

  /** Signs a new user up and returns the Cookie header of the session. */
  async signIn(username = 'Ann'): Promise<{ cookie: string }> {
    const answer = await this.post('/api/user/signup', { username, password: 'right' });
    if (answer.status !== 200) throw new Error(`signup answered ${answer.status}`);
    return { cookie: cookiesOf(answer, 'parlour_access') };
  }

  /**
   * Headers whose cookies have the names of this port. Tests read and write the names of a scheme's
   * own port.
   */
  named(headers: Readonly<Record<string, string>>): Record<string, string> {
    const { cookie, host = new URL(this.origin).host } = headers;
    const [port = ''] = /:\d+$/.exec(host) ?? [];
    if (cookie === undefined || port === '') return headers;
    return { ...headers, cookie: cookie.replaceAll(/(parlour_\w+)=/g, `$1_${port.slice(1)}=`) };
  }

  async untilReady(): Promise<void> {
    for (let attempt = 0; attempt < 10_000; attempt++) {
      if ((await this.send('/health/ready')).status === 200) return;
    }
    throw new Error('the gateway was not ready');
  }
}

const namedByPort = /^(\w*-?parlour_[a-z_]+)_\d+(?==)/;

/** Waits for an event of a socket. */
export function next(socket: Socket, event: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const limit = setTimeout(() => reject(new Error(`no '${event}' came`)), 10_000);
    socket.once(event, (value: unknown) => {
      clearTimeout(limit);
      resolve(value);
    });
  });
}

/** The Cookie header for the cookies that an answer sets. */
export function cookiesOf(answer: Answer, ...names: string[]): string {
  const pairs = answer.cookies.map((cookie) => cookie.split(';', 1)[0] ?? '');
  return pairs.filter((pair) => names.length === 0 || names.includes(pair.split('=', 1)[0] ?? '')).join('; ');
}

async function writePage(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'parlour-page-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(
    join(folder, 'index.html'),
    '<!doctype html><head><title>Parlour</title><script>early()</script></head>',
  );
  await writeFile(join(folder, 'manifest.webmanifest'), '{"name":"Parlour"}');
  await writeFile(join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await writeFile(join(folder, 'assets', 'app-1a2b.js'), 'export {};');
  await writeFile(join(folder, 'assets', 'app-1a2b.js.gz'), gzipSync('export {};'));
  return folder;
}
