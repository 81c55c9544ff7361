import type { PollWire } from '@parlour/contracts/communities';
import { useState } from 'react';

type Lists = Readonly<Record<'active' | 'ended' | 'removed', readonly PollWire[]>>;

const none: Lists = { active: [], ended: [], removed: [] };

/**
 * The polls of a community's lists, each in its place in its list while they are `held`, as what it
 * is now: a vote is final, so no other poll may come under the pointer. New ones come after them.
 */
export function useHeldPolls(lists: Lists, { held, of }: { readonly held: boolean; readonly of: string }): Lists {
  const [kept, setKept] = useState<{ readonly of: string; readonly lists: Lists }>();
  if (!held && kept) setKept(undefined);
  if (!held) return lists;
  const before = kept?.of === of ? kept.lists : none;
  const known = new Set(Object.values(before).flatMap((polls) => polls.map(({ _id }) => _id)));
  const now = new Map(Object.values(lists).flatMap((polls) => polls.map((poll) => [poll._id, poll] as const)));
  const place = (list: keyof Lists) => [
    ...before[list].map((poll) => now.get(poll._id) ?? poll),
    ...lists[list].filter(({ _id }) => !known.has(_id)),
  ];
  const shown = { active: place('active'), ended: place('ended'), removed: place('removed') };
  // What has come is kept too: the next ones must not move it either.
  if (kept?.of !== of || [...now.keys()].some((id) => !known.has(id))) setKept({ of, lists: shown });
  return shown;
}
