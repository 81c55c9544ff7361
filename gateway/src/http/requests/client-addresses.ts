import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv4 } from 'node:net';
import { TLSSocket } from 'node:tls';
import { Remembered } from '../answers/remembered.ts';

/** The items of a comma-separated setting. */
export function listOf(text: string): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

/** Whether a text is an origin as browsers write it. */
export function isOrigin(text: string): boolean {
  return /^https?:\/\//.test(text) && originFrom(text) === text;
}

/** Whether a text is an IP address, or a network in CIDR form. */
export function isProxy(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  if (isIP(address) === 0 || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (isIPv4(address) ? 32 : 128));
}

/**
 * Names and addresses from which no other site's page can be loaded: they only lead to this
 * machine, or are no names at all.
 */
function isUnmistakable(hostname: string): boolean {
  return hostname === 'localhost' || hostname.endsWith('.localhost') || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
}

/**
 * Finds out who the client is, and by which origin it reached us. The same for HTTP and for the
 * socket, whose handshake never passes Fastify. Forwarding headers only count if the connection
 * comes from a configured proxy.
 */
export class ClientAddresses {
  private readonly proxies = new BlockList();
  private readonly origins: ReadonlySet<string>;
  private readonly hostnames: ReadonlySet<string>;
  private readonly clients: ReadonlySet<string>;
  /** Each request asks several times, and nearly all are for one host and from few addresses. */
  private readonly known = {
    http: new Remembered((host: string) => this.originFor('http', host)),
    https: new Remembered((host: string) => this.originFor('https', host)),
    proxies: new Remembered((address: string) => this.isProxy(address)),
  };

  constructor(trustedProxies: string, publicOrigins: string, clientOrigins = '') {
    for (const proxy of listOf(trustedProxies)) {
      const [address = '', prefix] = proxy.split('/');
      const family = isIPv4(address) ? 'ipv4' : 'ipv6';
      if (prefix === undefined) this.proxies.addAddress(address, family);
      else this.proxies.addSubnet(address, Number(prefix), family);
    }
    this.origins = new Set(listOf(publicOrigins));
    this.clients = new Set(listOf(clientOrigins));
    this.hostnames = new Set(listOf(publicOrigins).map((origin) => new URL(origin).hostname));
  }

  /** Whether a configured proxy forwarded the request. */
  isForwarded(request: IncomingMessage): boolean {
    return this.known.proxies.of(connectedAddress(request));
  }

  /** The client's address: the last one in the chain that is not a trusted proxy. */
  addressOf(request: IncomingMessage): string {
    let address = connectedAddress(request);
    if (!this.known.proxies.of(address)) return address;
    const chain = listOf(String(request.headers['x-forwarded-for'] ?? ''));
    while (this.isProxy(address)) {
      const before = plainAddress(chain.pop() ?? '');
      if (isIP(before) === 0) break;
      address = before;
    }
    return address;
  }

  /**
   * Scheme and host that the request was sent to, as browsers write an origin; null if the Host
   * header is not this site's. Anybody can point their own name here (DNS rebinding), which makes
   * their page same-origin: so a name is ours only if it is configured, or cannot belong to others.
   */
  originOf(request: IncomingMessage): string | null {
    return this.known[this.schemeOf(request)].of(request.headers.host ?? '');
  }

  private originFor(scheme: 'http' | 'https', host: string): string | null {
    if (!/^[\w.:[\]-]+$/.test(host) || !URL.canParse(`http://${host}`)) return null;
    const { hostname } = new URL(`http://${host}`);
    if (!this.hostnames.has(hostname) && !isUnmistakable(hostname)) return null;
    // A configured origin has its scheme even if the proxy does not forward it.
    const secure = originFrom(`https://${host}`);
    if (secure !== null && this.origins.has(secure)) return secure;
    return originFrom(`${scheme}://${host}`);
  }

  /** Whether the client uses https, so that cookies can be bound to it. */
  isSecure(request: IncomingMessage): boolean {
    return this.originOf(request)?.startsWith('https:') === true;
  }

  /**
   * Whether an Origin header is this site's: the request's own scheme and host, or a configured
   * origin.
   */
  isOwnOrigin(origin: string, request: IncomingMessage): boolean {
    return this.origins.has(origin) || origin === this.originOf(request);
  }

  /** Whether the operator has named origins of other front ends. */
  get hasClients(): boolean {
    return this.clients.size > 0;
  }

  /** Whether an Origin header is that of another front end, which the operator has named. */
  isClient(origin: string): boolean {
    return this.clients.has(origin);
  }

  private schemeOf(request: IncomingMessage): 'http' | 'https' {
    if (request.socket instanceof TLSSocket) return 'https';
    const forwarded = request.headers['x-forwarded-proto'];
    if (forwarded === undefined) return 'http';
    return listOf(String(forwarded)).at(-1) === 'https' && this.isForwarded(request) ? 'https' : 'http';
  }

  private isProxy(address: string): boolean {
    return isIP(address) !== 0 && this.proxies.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
  }
}

function connectedAddress(request: IncomingMessage): string {
  return plainAddress(request.socket.remoteAddress ?? '');
}

/** An IPv4 address on an IPv6 socket is the same client as without. */
function plainAddress(address: string): string {
  return address.startsWith('::ffff:') && isIPv4(address.slice(7)) ? address.slice(7) : address;
}

function originFrom(text: string): string | null {
  return URL.canParse(text) ? new URL(text).origin : null;
}
