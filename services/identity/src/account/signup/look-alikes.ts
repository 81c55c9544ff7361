import { checkReservedLooks, personLooksOf } from '@parlour/contracts/text/look-alikes';
import { statement, type Tx } from '@parlour/kernel/database/database';

/** The names of accounts that can be mistaken for others; each is older than the next. */
export interface LookAlikes {
  readonly groups: readonly (readonly string[])[];
  /** Those that look like reserved names. */
  readonly reserved: readonly string[];
}

const byAge = statement('lookAlikes.names', 'select name from users order by joined_at, id');

/** Finds existing accounts whose names sign-up would refuse today. Source: decisions M-26. */
export async function readLookAlikes(tx: Tx): Promise<LookAlikes> {
  const rows = await tx.query<{ name: string }>(byAge);
  return lookAlikesAmong(rows.map(({ name }) => name));
}

/** Names that share a skeleton, also by way of a third name, are one group. */
export function lookAlikesAmong(names: readonly string[]): LookAlikes {
  const groups = new Map<string, string[]>();
  for (const name of names) {
    const { plain, written } = personLooksOf(name);
    const [first, second] = [groups.get(plain), groups.get(written)];
    const group = first ?? second ?? [];
    if (first && second && first !== second) {
      group.push(...second);
      for (const [look, other] of groups) if (other === second) groups.set(look, group);
    }
    group.push(name);
    groups.set(plain, group).set(written, group);
  }
  const place = new Map(names.map((name, index) => [name, index]));
  const byPlace = (one: string, other: string): number => (place.get(one) ?? 0) - (place.get(other) ?? 0);
  const alike = [...new Set(groups.values())].filter((group) => group.length > 1);
  return {
    groups: alike.map((group) => group.toSorted(byPlace)).toSorted(([one = ''], [other = '']) => byPlace(one, other)),
    reserved: names.filter((name) => checkReservedLooks(name)),
  };
}
