import type { GatewayConfig } from '@parlour/gateway/gateway-config';
import { IdentityConfig } from '@parlour/identity/identity-config';

/** The configuration of this process. */
export interface SiteConfig {
  readonly identity: IdentityConfig;
  readonly gateway: GatewayConfig;
}

/**
 * Gives the demonstration the defaults for who can sign up. Its people sign up without a code, and
 * their published password is short: other settings, meant for a real site, would refuse them.
 */
export function openToDemonstration({ identity, gateway }: SiteConfig): void {
  const { SIGNUP_CODE, PASSWORD_MIN_LENGTH } = new IdentityConfig();
  Object.assign(identity, { SIGNUP_CODE, PASSWORD_MIN_LENGTH });
  Object.assign(gateway, { SIGNUP_CODE });
}
