import type { ProvidersWire } from '@parlour/contracts/identity/identity';
import { strictPasswordLength } from '@parlour/contracts/limits';

/** On a site without accounts. */
export const firstAccount = 'The first account runs this site: you name it, invite people and help with passwords.';

/** What a new password needs, to be said before it is broken; nothing if any will do. */
export function passwordRule(ways: ProvidersWire | undefined): string | undefined {
  const least = ways?.passwordLength ?? 1;
  if (least === 1) return undefined;
  return `At least ${least} characters${least >= strictPasswordLength ? ', and not easy to guess' : ''}.`;
}
