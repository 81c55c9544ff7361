import { describe, expect, test } from '@jest/globals';
import { type ListedRow, memberFaults } from '@parlour/contracts/identity/members';
import { messages } from '@parlour/contracts/messages';
import { canonicalName } from '@parlour/contracts/text/checks';
import { personLooksOf } from '@parlour/contracts/text/look-alikes';
import { planMembers } from './member-plan.ts';
import type { Holder } from './member.queries.ts';

interface Account {
  readonly username: string;
  readonly address?: string;
  readonly isDeleted?: true;
  /** Whether they signed up by themselves. */
  readonly isOwn?: true;
}

/** What is planned for rows on a site with these accounts: shortly, for each of them. */
async function planned(rows: readonly Partial<ListedRow>[], accounts: readonly Account[] = []): Promise<string[]> {
  const holders = accounts.map(({ username, address, isDeleted, isOwn }) => {
    const isConfirmed = address !== undefined;
    const holder: Holder = {
      ...{ userId: username, username, isWaiting: false, hasAddress: isConfirmed, isConfirmed },
      isListed: !isOwn,
    };
    return { username, address, holder: isDeleted ? null : holder };
  });
  const plans = await planMembers(
    rows.map((row) => ({ username: '', number: null, email: '', ...row })),
    'Knots',
    {
      async inTheWay(names) {
        const found = names.flatMap((name) => {
          const same = holders.find(({ username }) => canonicalName(username) === canonicalName(name));
          const alike = holders.find(({ username }) => personLooksOf(username).written === personLooksOf(name).written);
          const one = same ?? alike;
          return one ? [[name, { isSame: one === same, holder: one.holder }] as const] : [];
        });
        return new Map(found);
      },
      async byAddress(addresses) {
        const found = holders.filter(({ address }) => address !== undefined && addresses.includes(address));
        return new Map(found.flatMap(({ address = '', holder }) => (holder ? [[address, holder]] : [])));
      },
    },
  );
  return plans.map((plan) => {
    if (plan.plan === 'invalid') return `${plan.fault.code}: ${plan.fault.text}`;
    return plan.plan === 'create' ? `create ${plan.username}` : `existing ${plan.holder.username}`;
  });
}

const made = (username: string, email = '', number = 1) => ({ username, number, email });

describe('[IN-2, O-20] a given username', () => {
  test('means whoever has it, else whoever has confirmed the address, else nobody yet', async () => {
    const accounts = [{ username: 'Ann' }, { username: 'Bea', address: 'bea@example.org' }];
    const rows = [
      { username: 'ANN', email: 'bea@example.org' },
      { username: 'beatrice', email: 'Bea@Example.org' },
      { username: 'cay', email: 'cay@example.org' },
    ];
    expect(await planned(rows, accounts)).toEqual(['existing Ann', 'existing Bea', 'create cay']);
  });

  test('is refused with what to do about it', async () => {
    const accounts = [{ username: 'Gone', isDeleted: true } as const, { username: 'Ivan' }];
    const rows = [
      { username: ' ' },
      { username: 'gone' },
      { username: 'lvan' },
      { username: 'a/b' },
      { username: '\u0430dmin' },
      { username: 'knots' },
      { username: 'dan', email: 'dan@' },
      { username: 'eve' },
      { username: 'Eve' },
      { username: 'x'.repeat(41) },
    ];
    expect(await planned(rows, accounts)).toEqual([
      `username.required: ${memberFaults.nobody}`,
      `username.taken: ${memberFaults.taken}`,
      `username.alike: ${memberFaults.alike}`,
      `username.invalid: ${messages.usernameInvalid}`,
      `username.reserved: ${memberFaults.reserved}`,
      `username.reserved: ${memberFaults.reserved}`,
      `email.invalid: ${memberFaults.email}`,
      'create eve',
      `username.alike: ${memberFaults.alike}`,
      `username.tooLong: ${messages.usernameTooLong}`,
    ]);
  });
});

describe('[IN-2, O-20] a username made of a name', () => {
  test('means whoever has confirmed the address', async () => {
    const accounts = [{ username: 'ann.lee' }, { username: 'Annie', address: 'ann@example.org' }];
    expect(await planned([made('ann.lee', 'ann@example.org')], accounts)).toEqual(['existing Annie']);
  });

  test('means whoever has it by a list, unless they have confirmed another address: then it gets a number', async () => {
    const other = { username: 'ann.lee', address: 'other@example.org' };
    expect(await planned([made('ann.lee')], [other])).toEqual(['existing ann.lee']);
    expect(await planned([made('ann.lee', 'ann@example.org')], [{ username: 'ann.lee' }])).toEqual([
      'existing ann.lee',
    ]);
    expect(await planned([made('ann.lee', 'ann@example.org')], [other])).toEqual(['create ann.lee2']);
    expect(await planned([made('ann.lee')], [{ username: 'ann.lee', isOwn: true }])).toEqual(['create ann.lee2']);
    // A second run finds the one that the first has made.
    const run = [other, { username: 'ann.lee2' }];
    expect(await planned([made('ann.lee', 'ann@example.org')], run)).toEqual(['existing ann.lee2']);
  });

  test('begins with the number of its row, and no two rows mean the same account', async () => {
    const rows = [made('ann.lee', 'a@example.org'), made('ann.lee', 'b@example.org', 2), made('bea', '', 2)];
    expect(await planned(rows)).toEqual(['create ann.lee', 'create ann.lee2', 'create bea2']);
    const other = { username: 'ann.lee', address: 'other@example.org' };
    expect(await planned(rows, [other])).toEqual(['create ann.lee3', 'create ann.lee2', 'create bea2']);
    const again = [other, { username: 'ann.lee2' }, { username: 'ann.lee3' }, { username: 'bea2' }];
    expect(await planned(rows, again)).toEqual(['existing ann.lee3', 'existing ann.lee2', 'existing bea2']);
  });

  test('gets a number beside a name that looks like it, or is of a deleted account', async () => {
    const accounts = [{ username: 'rnia' }, { username: 'gone', isDeleted: true } as const];
    expect(await planned([made('mia'), made('gone')], accounts)).toEqual(['create mia2', 'create gone2']);
  });
});
