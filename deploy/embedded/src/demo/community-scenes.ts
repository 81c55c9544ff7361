import { type Cast, codeOf, inParallel } from './commands.ts';
import { communities } from './communities.ts';
import type { DemoCommunity, DemoPoll } from './content.ts';

/** How long a poll is open that is there to be seen closed: long enough for its votes. */
const shortPollMs = 6_000;
const dayMs = 24 * 60 * 60_000;

/** Founds the communities, fills them with people and polls; answers their ids by key. */
export async function foundCommunities(cast: Cast): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>();
  for (const { key, name, description, visibility, owner } of communities) {
    const request = { name, description, visibility };
    const { _id } = await cast.commands.give(cast.as(owner), 'communities.create', request, `found ${key}`);
    ids.set(key, _id);
  }
  await inParallel(communities, async (community) => {
    const communityId = ids.get(community.key)!; // set above
    await gather(cast, community, communityId);
    for (const [index, poll] of community.polls.entries()) {
      await askAll(cast, poll, communityId, `poll ${community.key} ${index}`);
    }
  });
  return ids;
}

/** Into a public community one goes by oneself, into a private one by request; what leads to a place stands in its moderation log. */
async function gather({ commands, as }: Cast, community: DemoCommunity, communityId: string): Promise<void> {
  const { key, visibility, owner, moderators, members, pending, banned } = community;
  const change = async (
    by: string,
    username: string,
    list: 'members' | 'moderators' | 'pendingMembers' | 'bannedMembers',
    action: 'add' | 'approve',
  ): Promise<void> => {
    const request = { communityId, username, list, action };
    await commands.give(as(by), 'communities.changeMembership', request, `${action} ${list} ${key} ${username}`);
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
  for (const name of pending) await change(name, name, 'pendingMembers', 'add');
  for (const name of banned) {
    await change(name, name, 'members', 'add');
    await change(moderators[0] ?? owner, name, 'bannedMembers', 'add');
  }
}

async function askAll(
  { commands, as }: Cast,
  { by, question: questionText, options, days }: DemoPoll,
  communityId: string,
  key: string,
): Promise<void> {
  const asked = { communityId, questionText, options: options.map(({ text }) => text) };
  const expiresAt = new Date(Date.now() + (days === undefined ? shortPollMs : days * dayMs)).toISOString();
  const poll = await commands.give(as(by), 'communities.addPoll', { ...asked, expiresAt }, key, asked);
  for (const [index, { votes }] of options.entries()) {
    const optionId = poll.options[index]!._id; // one for each that was asked
    for (const name of votes) {
      try {
        await commands.give(as(name), 'communities.vote', { pollId: poll._id, optionId }, `${key} ${name}`);
      } catch (failure) {
        // A start that was broken off has come back after the end of a short poll.
        if (days !== undefined || codeOf(failure) !== 'poll.closed') throw failure;
      }
    }
  }
}
