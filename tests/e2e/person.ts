import { once } from 'node:events';
import { io, type Socket } from 'socket.io-client';
import { formatPositions, parsePositions, type Positions, type Source } from '@parlour/contracts/envelope';
import { PNG } from 'pngjs';
import type { FileWire } from '@parlour/contracts/files/files';
import type { UserWire } from '@parlour/contracts/identity/identity';
import type { AnswerWire, CommentWire, QuestionRowWire, QuestionWire } from '@parlour/contracts/qa/qa';
import type { ServerToClientEvents } from '@parlour/contracts/socket';
import { testPatienceMs } from '@parlour/kernel/testing/patience';
import { nextGateway } from './product.ts';

/** The answer to a call. */
export interface Answer<Body = unknown> {
  readonly status: number;
  readonly body: Body;
  readonly headers: Headers;
}

/** The options of a call besides its path. */
export interface Asking {
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  /** Sent as it is, instead of `body`. */
  readonly raw?: string | FormData;
  /** Calls the root of the host, as clients do that know only the specification. */
  readonly atRoot?: true;
}

/** Calls, by where they begin; screens and files are asked for with a kind of document. */
const callPath =
  /^\/(?:(?:user|question|tag|answer|comment|messaging|chat|games|community|poll|file)\/|(?:search|getNotifications|deleteNotification|notifications|admin|reports?)(?:[/?]|$))/;

/** A person with a browser's cookies, signed in or not; calls `/api`, as the page does. */
export class Visitor {
  /** By the names that they have at a scheme's own port. */
  readonly cookies = new Map<string, string>();
  /**
   * The greatest positions seen, sent with every call as the page does, so that people read their
   * own writes.
   */
  private seen: Positions = {};

  /** The site's gateways, if it has several. */
  url: string;

  constructor(url: string) {
    this.url = nextGateway(url);
  }

  get cookie(): string {
    return this.cookiesFor(this.url)
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
  }

  /** The settings that give a browser's window this person's cookies, at the site's address. */
  cookiesFor(url: string): { name: string; value: string; url: string }[] {
    const { port } = new URL(url);
    return [...this.cookies].map(([name, value]) => ({ name: port === '' ? name : `${name}_${port}`, value, url }));
  }

  async call<Body = unknown>(
    method: string,
    path: string,
    { body, headers = {}, raw, atRoot }: Asking = {},
  ): Promise<Answer<Body>> {
    const isScreen = 'accept' in headers || !callPath.test(path);
    const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const response = await fetch(this.url + (atRoot || isScreen ? path : `/api${path}`), {
      method,
      redirect: 'manual',
      headers: {
        ...(this.cookies.size > 0 ? { cookie: this.cookie } : {}),
        // Of a form, `fetch` itself says where its parts begin.
        ...(typeof sent === 'string' ? { 'content-type': 'application/json' } : {}),
        ...(Object.keys(this.seen).length > 0 ? { 'x-min-position': formatPositions(this.seen) } : {}),
        ...headers,
      },
      ...(sent === undefined ? {} : { body: sent }),
    });
    for (const line of response.headers.getSetCookie()) this.keep(line);
    for (const [source, position] of Object.entries(parsePositions(response.headers.get('x-position') ?? ''))) {
      this.seen = { ...this.seen, [source]: Math.max(position, this.seen[source as Source] ?? 0) }; // a key of Positions
    }
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: parse(text) as Body }; // as the caller expects
  }

  get<Body = unknown>(path: string, asking?: Asking): Promise<Answer<Body>> {
    return this.call<Body>('GET', path, asking);
  }

  post<Body = unknown>(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer<Body>> {
    return this.call<Body>('POST', path, { body, headers });
  }

  /** A socket with these cookies, not yet connected. */
  socket(headers: Record<string, string> = {}): Socket<ServerToClientEvents> {
    return io(this.url, {
      transports: ['websocket'],
      query: { refusals: 'read' },
      reconnection: false,
      forceNew: true,
      autoConnect: false,
      extraHeaders: { cookie: this.cookie, ...headers },
    });
  }

  private keep(line: string): void {
    const [, name, value] = /^([^=;]+?)(?:_\d+)?=([^;]*)/.exec(line) ?? [];
    if (name === undefined || value === undefined) return;
    if (value === '' || /max-age=0|expires=Thu, 01 Jan 1970/i.test(line)) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}

/** A signed-up user. */
export class Person extends Visitor {
  readonly password = 'correct horse';

  constructor(
    url: string,
    readonly name: string,
  ) {
    super(url);
  }

  async signUp(): Promise<this> {
    return this.must(await this.post<UserWire>('/user/signup', { username: this.name, password: this.password }), this);
  }

  async logIn(): Promise<this> {
    return this.must(await this.post<UserWire>('/user/login', { username: this.name, password: this.password }), this);
  }

  async ask(title: string, more: Record<string, unknown> = {}): Promise<QuestionWire> {
    const answer = await this.post<QuestionWire>('/question/addQuestion', questionBody(this.name, title, more));
    return this.must(answer, answer.body);
  }

  async answer(qid: string, text: string): Promise<AnswerWire> {
    const body = { qid, ans: { text, ansBy: this.name, ansDateTime: new Date(0).toISOString(), comments: [] } };
    const answer = await this.post<AnswerWire>('/answer/addAnswer', body);
    return this.must(answer, answer.body);
  }

  async questions(query = ''): Promise<QuestionRowWire[]> {
    const answer = await this.get<QuestionRowWire[]>(
      `/question/getQuestion?order=newest&username=${this.name}${query}`,
    );
    return this.must(answer, answer.body);
  }

  async read(id: string): Promise<QuestionWire> {
    const answer = await this.get<QuestionWire>(`/question/getQuestionById/${id}?username=${this.name}`);
    return this.must(answer, answer.body);
  }

  async follow(username: string): Promise<void> {
    this.must(await this.post('/user/follow', { currentUser: this.name, userToFollow: username }), undefined);
  }

  async unfollow(username: string): Promise<void> {
    const body = { currentUser: this.name, userToUnfollow: username };
    this.must(await this.call('DELETE', '/user/unfollow', { body }), undefined);
  }

  async comment(id: string, type: 'question' | 'answer', text: string): Promise<CommentWire> {
    const comment = { text, commentBy: this.name, commentDateTime: new Date(0).toISOString() };
    const answer = await this.post<CommentWire>('/comment/addComment', { id, type, comment });
    return this.must(answer, answer.body);
  }

  /** Uploads a file, by default a picture. */
  async upload(content: Buffer = picture(), name = 'picture.png', alt = ''): Promise<FileWire> {
    const raw = new FormData();
    raw.append('alt', alt);
    raw.append('file', new Blob([new Uint8Array(content)]), name);
    const answer = await this.call<FileWire>('POST', '/file/upload', { raw });
    return this.must(answer, answer.body);
  }

  /** Connects and records every live event, in order. */
  async listen(): Promise<Listener> {
    const socket = this.socket();
    const listener = new Listener(socket);
    const emitter = socket as unknown as NodeJS.EventEmitter; // both have `once`
    const failed = async (event: 'connect_error' | 'disconnect'): Promise<never> => {
      const [failure] = (await once(emitter, event)) as [Error | string]; // a disconnection has a word
      throw failure instanceof Error ? failure : new Error(`not connected: ${failure}`);
    };
    // Whose gateway ends between the two handshakes is only disconnected.
    const connected = Promise.race([once(emitter, 'connect'), failed('connect_error'), failed('disconnect')]);
    socket.connect();
    await connected;
    return listener;
  }

  protected must<Value>(answer: Answer, value: Value): Value {
    if (answer.status !== 200) throw new Error(`${this.name}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return value;
  }
}

/** The live events of one socket. */
export class Listener {
  readonly received: { readonly event: string; readonly payload: unknown }[] = [];
  private waiting: { matches: (event: string, payload: unknown) => boolean; resolve: (payload: unknown) => void }[] =
    [];

  constructor(readonly socket: Socket<ServerToClientEvents>) {
    socket.onAny((event: string, payload: unknown) => {
      this.received.push({ event, payload });
      this.waiting = this.waiting.filter(({ matches, resolve }) => {
        if (!matches(event, payload)) return true;
        resolve(payload);
        return false;
      });
    });
  }

  /** The payload of the first matching event, past or future. */
  async waitFor<Name extends keyof ServerToClientEvents>(
    name: Name,
    matches: (payload: Parameters<ServerToClientEvents[Name]>[0]) => boolean = () => true,
    limitMs = testPatienceMs,
  ): Promise<Parameters<ServerToClientEvents[Name]>[0]> {
    type Payload = Parameters<ServerToClientEvents[Name]>[0];
    const both = (event: string, payload: unknown): boolean => event === name && matches(payload as Payload); // by its name
    const before = this.received.find(({ event, payload }) => both(event, payload));
    if (before) return before.payload as Payload;
    return new Promise((resolve, reject) => {
      const limit = setTimeout(
        () => reject(new Error(`${name} was not received; received ${JSON.stringify(this.received)}`)),
        limitMs,
      );
      this.waiting.push({
        matches: both,
        resolve: (payload) => {
          clearTimeout(limit);
          resolve(payload as Payload);
        },
      });
    });
  }

  close(): void {
    this.socket.disconnect();
  }
}

/** A picture of one colour, as PNG. */
export function picture(width = 700, height = 500, shade = 120): Buffer {
  const png = new PNG({ width, height });
  png.data.fill(shade);
  for (let alpha = 3; alpha < png.data.length; alpha += 4) png.data[alpha] = 255;
  return PNG.sync.write(png);
}

/**
 * The body of a question as the page of the specification sends it, including fields owned by the
 * server.
 */
export function questionBody(
  askedBy: string,
  title: string,
  more: Record<string, unknown> = {},
): Record<string, unknown> {
  return {
    title,
    text: `What of ${title}?`,
    tags: [{ name: 'general', description: 'user added tag' }],
    askedBy,
    askDateTime: new Date(0).toISOString(),
    answers: [],
    upVotes: ['nobody'],
    downVotes: [],
    views: ['nobody'],
    comments: [],
    following: [],
    onlyFollowers: false,
    communityId: null,
    ...more,
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
