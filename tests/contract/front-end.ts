import { io, type Socket } from 'socket.io-client';

// A ported front end knows the first two specifications, and uses fetch with credentials and
// `io(host)`. Nothing here knows our contracts.

/** How long an event may take: a socket comes back within 5 seconds. */
const patienceMs = 15_000;

interface Cookie {
  readonly value: string;
  readonly path: string;
  /** In minutes of `later`. */
  readonly endsAt: number;
}

/** Socket.IO outside of browsers keeps the cookies of a connection. */
interface Engine {
  readonly _cookieJar?: { readonly cookies: Iterable<[string, { readonly value: string; readonly expires?: Date }]> };
}

/** A browser with a front end of the specifications in it. */
export class FrontEnd {
  readonly socket: Socket;
  readonly events: { readonly name: string; readonly payload: unknown }[] = [];
  private readonly jar = new Map<string, Cookie>();
  private minutesPassed = 0;
  private readonly headers: Record<string, string> = {};
  private waiting: (() => void)[] = [];

  /** Connects when it loads, before anybody has signed in. */
  constructor(readonly host: string) {
    // A browser sends its cookies with each attempt.
    this.socket = io(host, { forceNew: true, withCredentials: true, extraHeaders: this.headers });
    this.socket.io.on('open', () => {
      const { _cookieJar } = this.socket.io.engine as unknown as Engine; // private
      for (const [name, { value, expires }] of _cookieJar?.cookies ?? []) this.set(name, value, '/', expires);
    });
    this.socket.onAny((name: string, payload: unknown) => {
      this.events.push({ name, payload });
      for (const look of this.waiting) look();
    });
  }

  /** The body of an answer with 200; any other one fails, with the server's text. */
  async call<Body = unknown>(method: string, path: string, body?: unknown): Promise<Body> {
    const { status, text } = await this.request(method, path, body);
    if (status !== 200) throw new Error(`${method} ${path}: ${status} ${text}`);
    return JSON.parse(text) as Body; // what the test expects
  }

  async request(method: string, path: string, body?: unknown): Promise<{ status: number; text: string }> {
    const response = await fetch(`${this.host}/${path}`, {
      method,
      headers: {
        ...this.cookiesFor(`/${path}`),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    for (const line of response.headers.getSetCookie()) this.keep(line);
    return { status: response.status, text: await response.text() };
  }

  /** As much later, the browser has dropped the cookies that have expired. */
  later(minutes: number): void {
    this.minutesPassed += minutes;
    this.headers['cookie'] = this.cookiesFor('/socket.io/').cookie;
  }

  /** The first event, past or future, that `matches`. */
  heard<Payload = Record<string, never>>(
    name: string,
    matches: (payload: Payload) => boolean = () => true,
  ): Promise<Payload> {
    return new Promise((resolve, reject) => {
      const limit = setTimeout(() => {
        stop();
        reject(new Error(`no ${name} came, but ${JSON.stringify(this.events).slice(-2_000)}`));
      }, patienceMs);
      const look = (): void => {
        const found = this.events.find((event) => event.name === name && matches(event.payload as Payload));
        if (!found) return;
        stop();
        resolve(found.payload as Payload); // by its name
      };
      const stop = (): void => {
        clearTimeout(limit);
        this.waiting = this.waiting.filter((each) => each !== look);
      };
      this.waiting.push(look);
      look();
    });
  }

  async connected(): Promise<void> {
    if (this.socket.connected) return;
    await new Promise<void>((resolve, reject) => {
      const limit = setTimeout(() => reject(new Error('the socket did not connect')), patienceMs);
      this.socket.once('connect', () => {
        clearTimeout(limit);
        resolve();
      });
    });
  }

  close(): void {
    this.socket.disconnect();
  }

  private keep(line: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    const attribute = (key: string): string | undefined => new RegExp(`; ${key}=([^;]*)`, 'i').exec(line)?.[1];
    const age = attribute('Max-Age');
    const expires =
      age === undefined ? new Date(attribute('Expires') ?? '') : new Date(Date.now() + Number(age) * 1_000);
    this.set(name, value, attribute('Path') ?? '/', expires);
  }

  private set(name: string, value: string, path: string, expires = new Date(Infinity)): void {
    this.jar.set(name, { value, path, endsAt: this.minutesPassed + (expires.getTime() - Date.now()) / 60_000 });
    this.headers['cookie'] = this.cookiesFor('/socket.io/').cookie;
  }

  private cookiesFor(address: string): { readonly cookie: string } {
    const sent = [...this.jar].filter(
      ([, { path, endsAt }]) => address.startsWith(path) && endsAt > this.minutesPassed,
    );
    return { cookie: sent.map(([name, { value }]) => `${name}=${value}`).join('; ') };
  }
}
