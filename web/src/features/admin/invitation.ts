import type { SiteSettingsWire } from '@parlour/contracts/site';

/** The text of an invitation: where to sign up, and the code if one is needed. */
export function invitationOf({ signUp, code }: SiteSettingsWire): string {
  const address = `${window.location.origin}/signup`;
  return signUp === 'code' ? `${address}\nCode: ${code}` : address;
}
