import type { GatewayConfig } from './gateway-config.ts';
import { listOf } from './http/peers.ts';

/** Advice on the settings of a site that others can reach, one line each. */
export function adviceOnListening(
  { HOST, PORT, PUBLIC_ORIGINS, LIMITS }: Pick<GatewayConfig, 'HOST' | 'PORT' | 'PUBLIC_ORIGINS' | 'LIMITS'>,
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
  if (LIMITS === 'generous') {
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
