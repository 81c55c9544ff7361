import { lookup, type LookupAddress, type LookupAllOptions } from 'node:dns';
import { request as plainRequest } from 'node:http';
import { Agent, type RequestOptions, request as secureRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { OnModuleDestroy } from '@nestjs/common';
import ipaddr from 'ipaddr.js';
import { limits } from '@parlour/contracts/limits';

/** What a server answered: its status, and how long it wants not to be asked. */
export interface Posted {
  readonly status: number;
  readonly retryAfterMs: number;
}

/** An address that nothing is sent to, as it may be inside of the operator's network. */
export class InsideError extends Error {
  override readonly name = 'InsideError';
}

/** Finds all addresses of a name, as `dns.lookup`. */
export type Resolve = (
  hostname: string,
  options: LookupAllOptions,
  done: (failure: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** What is read of an answer: nothing of it is used. */
const answerBytes = 4_096;

/**
 * All that this service sends by HTTP, to addresses that people have chosen: only by https, with
 * the usual port, and only to the internet. A name is checked by the addresses that it has at the
 * time of connecting. No redirect is followed.
 */
export class Outgoing implements OnModuleDestroy {
  private readonly agent: Agent;
  private readonly stopping = new AbortController();

  /** @param exempt origins that the operator has chosen, wherever they are */
  constructor(
    private readonly exempt: readonly string[],
    resolve: Resolve = lookup,
  ) {
    this.agent = new Agent({ lookup: lookupOutside(resolve), keepAlive: true, maxTotalSockets: 200 });
  }

  onModuleDestroy(): void {
    this.stopping.abort();
    this.agent.destroy();
  }

  /** Whether something may be sent there, as far as its address tells. */
  allows(address: string): boolean {
    if (!URL.canParse(address)) return false;
    const { origin, protocol, port, username, password, hostname } = new URL(address);
    if (username + password !== '') return false;
    if (this.exempt.includes(origin)) return true;
    const host = hostname.replace(/^\[|\]$/g, '');
    // The usual port is blank.
    return protocol === 'https:' && port === '' && (isIP(host) === 0 || isOutside(host));
  }

  /**
   * Sends something.
   * @throws {InsideError}
   * @throws Node's error if the server cannot be reached, or takes too long
   */
  async post(
    address: string,
    { headers, body }: { readonly headers: RequestOptions['headers']; readonly body: Buffer },
  ): Promise<Posted> {
    if (!this.allows(address)) throw new InsideError(`Nothing is sent to ${address}`);
    const url = new URL(address);
    const send = url.protocol === 'https:' ? secureRequest : plainRequest;
    const signal = AbortSignal.any([this.stopping.signal, AbortSignal.timeout(limits.pushMs)]);
    const agent = this.exempt.includes(url.origin) ? undefined : this.agent;
    return new Promise((resolve, reject) => {
      const sent = send(url, { method: 'POST', headers, agent, signal }, (answer) => {
        resolve({ status: answer.statusCode ?? 0, retryAfterMs: msOf(answer.headers['retry-after'] ?? '') });
        let bytes = 0;
        answer.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
          if (bytes > answerBytes) answer.destroy();
        });
        answer.on('error', () => undefined);
      });
      sent.on('error', reject).end(body);
    });
  }
}

/** All addresses of IPv6 that have been given out for the internet. */
const internet = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an IP address is one of the internet: not of this machine, of a network that only its
 * neighbours reach, nor one that stands for another address.
 */
export function isOutside(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(internet);
}

/** Finds the addresses of a name for a connection, unless one of them is not of the internet. */
function lookupOutside(resolve: Resolve): LookupFunction {
  return (hostname, options, done) => {
    resolve(hostname, { ...options, all: true }, (failure, addresses) => {
      const [first] = failure ? [] : addresses;
      if (!first) done(failure ?? new Error(`${hostname} has no address`), '');
      else if (!addresses.every(({ address }) => isOutside(address)))
        done(new InsideError(`${hostname} is inside`), '');
      else if (options.all === true) done(null, addresses);
      else done(null, first.address, first.family);
    });
  };
}

/** `Retry-After`: seconds, or a date; 0 if there is none. Source: RFC 9110, section 10.2.3. */
function msOf(retryAfter: string): number {
  const ms = /^\d{1,9}$/.test(retryAfter) ? Number(retryAfter) * 1_000 : Date.parse(retryAfter) - Date.now();
  return Number.isNaN(ms) ? 0 : Math.max(0, ms);
}
