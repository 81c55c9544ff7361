import { neverPage } from '../page/navigation.ts';

// The contract is what the first two specifications say. Clients that know nothing else call the
// root of the host; our own page calls /api. Source: decisions T-3.

/** Paths of the root that are no calls of the contract: administration has none. */
const others = new Set([...neverPage, 'admin']);

/** Whether a call is made as the contract has it: at the root of the host. */
export function isOfContract(url: string): boolean {
  const [first = ''] = url.slice(1).split(/[/?]/, 1);
  return !others.has(first);
}
