import { communityPictures } from '@parlour/contracts/communities/communities';

import { type Cast, codeOf, inParallel } from '../commands.ts';
import { communities } from '../communities.ts';
import type { DemoCommunity, DemoPoll } from '../content.ts';
import { bannedAgo, foundedAgo, gatheredAgo, polledAgo, requestedAgo } from '../timetable.ts';

/** How long a poll is open that is shown closed: long enough for its votes. */
const shortPollMs = 6_000;
const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;

/** Creates the communities, their people and polls; returns their ids by key. */
export async function foundCommunities(cast: Cast): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>();
  for (const [index, { key, name, description, visibility, owner }] of communities.entries()) {
    const request = { name, description, visibility };
    const occasion = { key: `found ${key}`, ago: foundedAgo(index) };
    ids.set(key, (await cast.give(owner, 'communities.create', request, occasion))._id);
  }
  await inParallel([...communities.entries()], async ([number, community]) => {
    const communityId = ids.get(community.key)!; // set above
    await decorate(cast, community, communityId, foundedAgo(number) - 5);
    await gather(cast, community, communityId, foundedAgo(number));
    for (const [index, poll] of community.polls.entries()) {
      await askAll(cast, poll, communityId, {
        key: `poll ${community.key} ${index}`,
        ago: polledAgo(community.key, index),
      });
    }
  });
  return ids;
}

async function decorate(
  cast: Cast,
  { key, owner, pictures }: DemoCommunity,
  communityId: string,
  ago: number,
): Promise<void> {
  if (!pictures) return;
  for (const place of communityPictures) {
    const request = { communityId, place, fileId: await cast.upload(owner, pictures[place]) };
    await cast.give(owner, 'communities.setPicture', request, { key: `${place} ${key}`, ago });
  }
}

/**
 * People join a public community themselves, and ask to join a private one; the moderation log
 * shows how they got in.
 */
async function gather(cast: Cast, community: DemoCommunity, communityId: string, founded: number): Promise<void> {
  const { key, visibility, owner, moderators, members, pending, banned } = community;
  let steps = 0;
  const change = async (
    by: string,
    username: string,
    list: 'members' | 'moderators' | 'pendingMembers' | 'bannedMembers',
    action: 'add' | 'approve',
    ago = gatheredAgo(founded, (steps += 1)),
  ): Promise<void> => {
    const request = { communityId, username, list, action };
    await cast.give(by, 'communities.changeMembership', request, { key: `${action} ${list} ${key} ${username}`, ago });
  };
  for (const name of [...moderators, ...members]) {
    if (visibility === 'private') {
      await change(name, name, 'pendingMembers', 'add');
      await change(owner, name, 'pendingMembers', 'approve');
    } else {
      await change(name, name, 'members', 'add');
    }
  }
  for (const name of moderators) await change(owner, name, 'moderators', 'add');
  for (const [index, name] of banned.entries()) {
    await change(name, name, 'members', 'add', bannedAgo(index) + 50);
    await change(moderators[0] ?? owner, name, 'bannedMembers', 'add', bannedAgo(index));
  }
  for (const [index, name] of pending.entries()) await change(name, name, 'pendingMembers', 'add', requestedAgo(index));
}

async function askAll(
  cast: Cast,
  { by, question: questionText, options, days }: DemoPoll,
  communityId: string,
  { key, ago }: { readonly key: string; readonly ago: number },
): Promise<void> {
  const asked = { communityId, questionText, options: options.map(({ text }) => text) };
  // Short polls end after the start, whenever they were created, because votes must come before.
  // The others end at a full hour, as people choose it.
  const ends = Math.ceil((cast.timeOf(0) + (days ?? 0) * dayMs) / hourMs) * hourMs;
  const expiresAt = new Date(days === undefined ? Date.now() + shortPollMs : ends).toISOString();
  const poll = await cast.give(by, 'communities.addPoll', { ...asked, expiresAt }, { key, ago, identity: asked });
  const votes = options.flatMap(({ votes: voters }, index) => voters.map((name) => ({ name, index })));
  await inParallel(votes, async ({ name, index }) => {
    const optionId = poll.options[index]!._id; // one for each that was created
    try {
      await cast.give(
        name,
        'communities.vote',
        { pollId: poll._id, optionId },
        { key: `${key} ${name}`, ago: ago - 60 },
      );
    } catch (failure) {
      // An interrupted start has resumed after the end of a short poll.
      if (days !== undefined || codeOf(failure) !== 'poll.closed') throw failure;
    }
  });
}
