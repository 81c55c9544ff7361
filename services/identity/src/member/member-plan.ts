import type { Fault } from '@parlour/contracts/errors';
import { type ListedRow, memberFaults, numbered } from '@parlour/contracts/identity/members';
import { canonicalName, checkUsername } from '@parlour/contracts/text/checks';
import { checkReservedLooks, personLooksOf } from '@parlour/contracts/text/look-alikes';
import { isAddress } from '../email/email.controller.ts';
import { spelled } from '../user/user.decider.ts';
import type { Holder, InTheWay } from './member.queries.ts';

/** What is to be done for a row of a list. */
export type Planned =
  | { readonly plan: 'invalid'; readonly username: string; readonly fault: Fault }
  | { readonly plan: 'existing'; readonly holder: Holder; readonly email: string }
  | { readonly plan: 'create'; readonly username: string; readonly email: string };

/** What the plan has to know of accounts that are there. */
export interface Known {
  inTheWay(names: readonly string[]): Promise<ReadonlyMap<string, InTheWay>>;
  byAddress(addresses: readonly string[]): Promise<ReadonlyMap<string, Holder>>;
}

/** How many numbers are tried for a name. */
const attempts = 50;

/**
 * Finds out what is to be done for each row, in order. People are known by their username, also a
 * former one. One that was made of a name means whoever got it by a list, unless they have
 * confirmed another address, or are meant by another row. Else it gets a number, as anybody could
 * have taken it. An address that somebody has confirmed means them where the username is nobody's.
 * Source: specification IN-2.
 */
export async function planMembers(rows: readonly ListedRow[], siteName: string, known: Known): Promise<Planned[]> {
  const plans: (Planned | undefined)[] = rows.map((row) => faultOf(row, siteName));
  const wanted = rows.map((row) => ({ ...row, username: spelled(row.username), email: row.email.trim() }));
  const owners = await known.byAddress(wanted.flatMap(({ email }) => (email === '' ? [] : [email.toLowerCase()])));
  const planned = new Set<string>();
  const matched = new Set<string>();
  for (let attempt = 0; attempt < attempts && plans.includes(undefined); attempt++) {
    const open = wanted.flatMap((row, place) => (plans[place] ? [] : [{ row, place, name: nameAt(row, attempt) }]));
    const inTheWay = await known.inTheWay(open.map(({ name }) => name));
    for (const { row, place, name } of open) {
      const { email, number } = row;
      const owner = owners.get(email.toLowerCase());
      const plan = resolve({ name, isMade: number !== null, email, owner, matched, planned, way: inTheWay.get(name) });
      plans[place] = plan;
      if (plan?.plan === 'existing') matched.add(plan.holder.userId);
      if (plan?.plan === 'create') for (const key of keysOf(plan.username)) planned.add(key);
    }
  }
  return plans.map(
    (plan, place) => plan ?? faulty(wanted[place]?.username ?? '', 'username.alike', memberFaults.nameless),
  );
}

interface Situation {
  readonly name: string;
  /** Whether the username was made of a name, so that it may get another number. */
  readonly isMade: boolean;
  readonly email: string;
  /** Who has confirmed this address. */
  readonly owner: Holder | undefined;
  /** People whom other rows mean. */
  readonly matched: ReadonlySet<string>;
  /** The names, and looks of names, of accounts that other rows open. */
  readonly planned: ReadonlySet<string>;
  readonly way: InTheWay | undefined;
}

/** Undefined if another number is to be tried. */
function resolve({ name, isMade, email, owner, matched, planned, way }: Situation): Planned | undefined {
  const existing = (found: Holder): Planned => ({ plan: 'existing', holder: found, email });
  const holder = way?.isSame === true ? way.holder : null;
  // An address says more than a name that was made of another one.
  if (isMade && owner) return existing(owner);
  if (holder && !isMade) return existing(holder);
  if (holder?.isListed && !matched.has(holder.userId) && !(email !== '' && holder.isConfirmed)) return existing(holder);
  if (!isMade && owner) return existing(owner);
  if (!way && !keysOf(name).some((key) => planned.has(key))) return { plan: 'create', username: name, email };
  if (isMade) return undefined;
  return way?.isSame === true
    ? faulty(name, 'username.taken', memberFaults.taken)
    : faulty(name, 'username.alike', memberFaults.alike);
}

function nameAt({ username, number }: ListedRow, attempt: number): string {
  return number === null ? username : numbered(username, number + attempt);
}

/** A name and its looks: of two that share one, only one can be opened. */
function keysOf(name: string): readonly string[] {
  const { plain, written } = personLooksOf(name);
  return [`name ${canonicalName(name)}`, `look ${plain}`, `look ${written}`];
}

function faultOf({ username, number, email }: ListedRow, siteName: string): Planned | undefined {
  const name = spelled(username);
  const address = email.trim();
  if (name === '') return faulty(name, 'username.required', memberFaults.nobody);
  const fault = checkUsername(number === null ? name : numbered(name, number));
  if (fault) return { plan: 'invalid', username: name, fault };
  if (checkReservedLooks(name, siteName)) return faulty(name, 'username.reserved', memberFaults.reserved);
  if (address !== '' && !isAddress(address)) return faulty(name, 'email.invalid', memberFaults.email);
  return undefined;
}

function faulty(username: string, code: Fault['code'], text: string): Planned {
  return { plan: 'invalid', username, fault: { code, text } };
}
