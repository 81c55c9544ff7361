import { randomUUID } from 'node:crypto';
import type { SiteLimits } from '@parlour/contracts/site';
import { type RpcClient, systemContext } from '@parlour/kernel/rpc/calls';
import type { GatewayConfig } from './gateway-config.ts';
import { listOf } from './http/requests/client-addresses.ts';

/**
 * How many connections the system accepts while the event loop is late, or as many as it allows;
 * Node asks for 511. Source: decisions O-17.
 */
const backlog = 4_096;

/** Where the gateway listens, for its `listen`. */
export function listenAt(port: number, host: string): { port: number; host: string; backlog: number } {
  return { port, host, backlog };
}

/** The limits that an operator chose in the page; `server` if none, or if identity is away. */
export async function limitsChosen(rpc: RpcClient): Promise<SiteLimits> {
  const since = new Date().toISOString();
  return rpc.call('identity.endedSessions', { since }, systemContext(randomUUID())).then(
    ({ reply }) => reply.site?.limits ?? 'server',
    () => 'server',
  );
}

/**
 * Advice on the settings of a site that others can reach, one line each. Limits chosen in the page
 * replace `LIMITS`.
 */
export function adviceOnListening(
  { HOST, PORT, PUBLIC_ORIGINS, LIMITS }: Pick<GatewayConfig, 'HOST' | 'PORT' | 'PUBLIC_ORIGINS' | 'LIMITS'>,
  chosen: SiteLimits,
  passwordMinLength?: number,
): string[] {
  // A local proxy also lets others in: then the origins include more than loopback.
  const names = listOf(PUBLIC_ORIGINS)
    .filter((origin) => URL.canParse(origin))
    .map((origin) => new URL(origin).hostname);
  if ([HOST, ...names].every(isLoopback)) return [];
  const advice: string[] = [];
  if (names.length === 0) {
    advice.push(
      `PUBLIC_ORIGINS is not set: others use this site by an address such as http://192.0.2.7:${PORT} alone. For a name, set it to what they type, such as http://parlour.example:${PORT}.`,
    );
  }
  if (chosen === 'generous') {
    advice.push(
      'Generous limits are chosen in the page, and others can reach this site: they may guess at passwords. Choose strict ones there.',
    );
  } else if (chosen === 'server' && LIMITS === 'generous') {
    advice.push('LIMITS is generous, and others can reach this site: they may guess at passwords. Set LIMITS=strict.');
  }
  if (passwordMinLength !== undefined && passwordMinLength < 8) {
    advice.push(
      `Passwords of ${passwordMinLength === 1 ? 'one character' : `${passwordMinLength} characters`} are accepted, and others can reach this site. Set PASSWORD_MIN_LENGTH=8.`,
    );
  }
  return advice;
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127\./.test(host);
}
