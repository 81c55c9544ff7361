import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyAdapter } from '@nestjs/platform-fastify';
import { DomainError, type ErrorCode, type ErrorWire, statusOfCode } from '@parlour/contracts/errors';
import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import type { Logger } from '@parlour/kernel/logging/logger';
import { limitKeyOf } from '@parlour/kernel/service/limit-key';
import { newRequestId } from '@parlour/kernel/tracing/tracing';
import type { LimitKind, RateLimits } from '../limits/rate-limits.ts';
import { isNavigation, routable } from '../page/navigation.ts';
import { logAnswer } from './requests/access-log.ts';
import { entityTagOf, matchesEntityTag } from './headers/entity-tag.ts';
import { plainHeaders, plainHeadersFor } from './headers/headers.ts';
import { AllowedMethods } from './headers/allowed-methods.ts';
import { isForeign } from './headers/origin.ts';
import type { LimitKeys } from '../limits/limit-keys.ts';
import type { ClientAddresses } from './requests/client-addresses.ts';
import { followRequest, handleInSpan } from './requests/request-span.ts';
import { checkBody, checkUrl } from './answers/shape.ts';

type ServerOptions = Exclude<NonNullable<ConstructorParameters<typeof FastifyAdapter>[0]>, FastifyInstance>;

/** Time limit for a request to arrive completely, in milliseconds; and for one with a file. */
const requestMs = 30_000;
const uploadMs = 600_000;

/** How Fastify itself is set up: sizes and times of docs/design/security.md#limits. */
export function serverOptions(addresses: ClientAddresses): ServerOptions {
  return {
    bodyLimit: limits.bodyBytes,
    requestTimeout: uploadMs,
    // Node checks for slow requests every half minute by default, so that one could take twice its
    // time.
    http: { headersTimeout: requestMs, connectionsCheckingInterval: 1_000 },
    clientErrorHandler: refuseUnreadable,
    // Longer than proxies and clients reuse a connection, usually a minute: requests sent into a
    // closing connection fail. A stop does not wait for it.
    keepAliveTimeout: 75_000,
    routerOptions: { maxParamLength: limits.queryBytes },
    // Node's own request; only its navigation headers are read.
    rewriteUrl: (request) =>
      routable({ method: request.method ?? '', url: request.url ?? '/', headers: request.headers }),
    genReqId: (request) => requestIdOf(request as IncomingMessage, addresses), // only HTTP/1.1 is served
    // Errors of the router's decoding never reach the filter.
    frameworkErrors: (_failure, request, reply) => {
      const wire: ErrorWire = { error: messages.requestInvalid, code: 'request.invalid' };
      const answer = reply as FastifyReply; // its type has no route yet
      const message = request.raw as IncomingMessage; // only HTTP/1.1 is served
      void answer.status(400).headers(plainHeadersFor(message, addresses)).send(wire);
    },
  };
}

/**
 * Answers input that never becomes a Fastify request: invalid HTTP, and requests that are too slow.
 */
function refuseUnreadable(failure: Pick<ConnectionError, 'code'>, socket: Socket): void {
  // The client is gone, or is already reading an answer.
  if (!socket.writable || failure.code === 'ECONNRESET') return;
  const [code, text] = unreadable[failure.code] ?? (['request.invalid', messages.requestInvalid] as const);
  const status = statusOfCode[code];
  const body = JSON.stringify({ error: text, code } satisfies ErrorWire);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    ...Object.entries(plainHeaders).map(([name, value]) => `${name}: ${value}`),
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

const unreadable: Readonly<Record<string, readonly [ErrorCode, string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['request.slow', messages.requestSlow],
  HPE_HEADER_OVERFLOW: ['request.tooLarge', messages.requestTooLarge],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ['request.tooLarge', messages.requestTooLarge],
};

/** What the entrance asks about a request. */
interface Entrance {
  readonly addresses: ClientAddresses;
  readonly rates: RateLimits;
  readonly limitKeys: LimitKeys;
  readonly logger: Logger;
}

/** Applied to every request first, including screens: client address, then rate limit. */
export function guardEntrance(server: FastifyInstance, { addresses, rates, limitKeys, logger }: Entrance): void {
  const noteProxy = noticeOfProxies(addresses, logger);
  server.decorateRequest('clientAddress', '');
  server.decorateRequest('span');
  server.addHook('onRequest', (request, reply, done) => {
    noteProxy(request.raw);
    request.clientAddress = addresses.addressOf(request.raw);
    void reply.header('x-request-id', request.id);
    const { raw, clientAddress } = request;
    const kind = limitOf(request);
    const caller = kind === 'request' ? limitKeys.keyOf(raw, clientAddress) : limitKeyOf(clientAddress);
    rates.take(kind, caller).then(() => done(), done);
  });
}

/**
 * Warns of the first request from a proxy that nobody configured. Only the first: anybody can send
 * the header, and a proxy sends it with every request.
 */
function noticeOfProxies(addresses: ClientAddresses, logger: Logger): (request: IncomingMessage) => void {
  let noticed = false;
  return (request) => {
    if (noticed || request.headers['x-forwarded-for'] === undefined || addresses.isForwarded(request)) return;
    noticed = true;
    logger.warn(
      `X-Forwarded-For from ${addresses.addressOf(request)} is ignored, because TRUSTED_PROXIES does not have this address: if it is your proxy's, all people behind it share the limits of one address`,
    );
  };
}

/**
 * Node keeps the first of several Host headers, a proxy may have kept another. Source: RFC 9112,
 * section 3.2.
 */
function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  return rawHeaders.filter((name, place) => place % 2 === 0 && name.toLowerCase() === 'host').length > 1;
}

/** Applied to every call before its route, and to every answer after it. */
export function guardEdge(server: FastifyInstance, addresses: ClientAddresses, logger: Logger): void {
  const methods = AllowedMethods.of(server);
  server.addHook('onRequest', (request, reply, done) => {
    const { url, method } = request;
    const query = url.indexOf('?');
    if (query !== -1 && url.length - query - 1 > limits.queryBytes) {
      throw new DomainError('request.tooLarge', messages.requestTooLarge);
    }
    checkUrl(url);
    if (hasTwoHosts(request.raw)) throw new DomainError('request.invalid', messages.requestInvalid);
    const path = query === -1 ? url : url.slice(0, query);
    const others = methods.insteadOf(method, path, request.routeOptions.url);
    if (others) {
      if (isAdministration(path)) throw new DomainError('route.unknown', messages.notFound);
      void reply.header('allow', others.join(', '));
      throw new DomainError('method.unknown', messages.methodUnknown);
    }
    if (!isForEverybody(request)) {
      followRequest(request, reply);
      if (addresses.originOf(request.raw) === null) throw new DomainError('origin.foreign', messages.foreignHost);
      if (!isReturn(request) && !isUnsubscribing(request) && isForeign(request.raw, addresses))
        throw new DomainError('origin.foreign', messages.foreignOrigin);
    }
    done();
  });
  // Only here: reading the body loses the context.
  server.addHook('preHandler', (request, _reply, done) => handleInSpan(request, done));
  server.addHook('preParsing', (request, _reply, _payload, done) => {
    if (!isUpload(request)) limitTime(request, server.server.headersTimeout);
    done();
  });
  readJson(server);
  server.addHook('onSend', answerCached);
  // While the gateway stops, each connection ends with its answer: a kept-alive one would delay the
  // stop to its limit.
  server.addHook('onSend', (_request, reply, _payload, done) => {
    if (!server.server.listening) void reply.header('connection', 'close');
    done();
  });
  server.addHook('onResponse', (request, reply, done) => {
    logAnswer(logger, request, reply);
    done();
  });
}

function limitOf(request: FastifyRequest): LimitKind {
  if (request.url.startsWith('/health')) return 'health';
  return isForEverybody(request) || isNavigation(request) ? 'open' : 'request';
}

/**
 * The page's files, documentation and health contain nothing private, and may be linked from
 * anywhere.
 */
function isForEverybody({ url, routeOptions }: FastifyRequest): boolean {
  if (/^\/(?:docs|health)(?:[/?]|$)/.test(url)) return true;
  // @fastify/static notes in the route which file it serves.
  return 'file' in routeOptions.config;
}

/** Unknown to everybody but operators, so its methods are too. Source: decisions O-4. */
export function isAdministration(path: string): boolean {
  return /^(?:\/api)?\/admin(?:[/?]|$)/.test(path);
}

/** Google redirects from its own site; the sealed cookie proves that the flow began here. */
function isReturn({ method, url }: FastifyRequest): boolean {
  return method === 'GET' && /^\/auth\/google\/callback(?:\?|$)/.test(url);
}

/** Where a file is uploaded: it may take longer, and is no JSON. */
export function isUpload({ routeOptions }: FastifyRequest): boolean {
  return /^(?:\/api)?\/file\/upload$/.test(routeOptions.url ?? '');
}

/**
 * Where mail programs end mails for their people, from their own pages and servers: by a form, and
 * with nothing but the token of a link. Source: RFC 8058.
 */
export function isUnsubscribing({ method, routeOptions }: FastifyRequest): boolean {
  return method === 'POST' && /^(?:\/api)?\/(?:user\/unsubscribe|unsubscribe\/:token)$/.test(routeOptions.url ?? '');
}

/** Node has one limit for all requests. */
function limitTime({ raw }: FastifyRequest, ms: number): void {
  const timer = setTimeout(() => refuseUnreadable({ code: 'ERR_HTTP_REQUEST_TIMEOUT' }, raw.socket), ms);
  for (const event of ['end', 'close']) raw.once(event, () => clearTimeout(timer));
}

/** Only JSON, but for a form that unsubscribes; in strict UTF-8, and always an object. */
function readJson(server: FastifyInstance): void {
  const parse = server.getDefaultJsonParser('error', 'error');
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    // Some clients send a content type without a body.
    if (body.length === 0) {
      done(null, undefined);
      return;
    }
    let text: string;
    try {
      text = new TextDecoder('utf-8', { fatal: true }).decode(body as Buffer); // as requested above
    } catch {
      done(new DomainError('request.illFormedText', messages.textIllFormed));
      return;
    }
    void parse(request, text, done);
  });
  server.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (request, body, done) => {
    if (isUnsubscribing(request)) done(null, Object.fromEntries(new URLSearchParams(body as string))); // as requested
    else done(new DomainError('request.notJson', messages.notJson));
  });
  server.addHook('preValidation', (request, _reply, done) => {
    if (request.body !== undefined) checkBody(request.body);
    done();
  });
}

/**
 * Answers of reading calls are checked again at each use, by their tag; all others are kept by
 * nobody.
 * Source: docs/design/security.md#leakage.
 */
function answerCached(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  done: (failure: Error | null, payload?: unknown) => void,
): void {
  const isJson = String(reply.getHeader('content-type') ?? '').startsWith('application/json');
  if (!isJson || reply.hasHeader('cache-control')) {
    done(null, payload);
    return;
  }
  const isRead = (request.method === 'GET' || request.method === 'HEAD') && !request.url.startsWith('/health/');
  if (!isRead || reply.statusCode !== 200 || typeof payload !== 'string') {
    void reply.header('cache-control', 'no-store');
    done(null, payload);
    return;
  }
  const tag = entityTagOf(payload);
  void reply.header('cache-control', 'private, no-cache').header('etag', tag);
  if (!matchesEntityTag(String(request.headers['if-none-match'] ?? ''), tag)) {
    done(null, payload);
    return;
  }
  void reply.code(304).removeHeader('content-type').removeHeader('content-length');
  done(null, '');
}

/**
 * The page sets request ids by W3C trace context, or a trusted proxy may have set one. It proves
 * nothing: it is for logs.
 */
function requestIdOf(request: IncomingMessage, addresses: ClientAddresses): string {
  const [, trace] =
    /^[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/.exec(String(request.headers.traceparent)) ?? [];
  if (trace) return trace;
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && /^[\w-]{8,64}$/.test(given) && addresses.isForwarded(request)
    ? given
    : newRequestId();
}
