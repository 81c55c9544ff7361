import { type Deleter, mayRestore } from '@parlour/contracts/posts/editable';
import { DomainError } from '@parlour/contracts/errors';
import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import type { Decider } from '@parlour/kernel/log/decider';
import { deletionOf, restorationOf } from '@parlour/posts/deletion.decider';
import { deletionEvents } from '@parlour/posts/post.decider';
import { openFor, readableBy } from '../community/community.decider.ts';
import { leads, placeIn } from '../membership/membership-status.ts';
import {
  type BegunPoll,
  type ChangeOfPoll,
  placeOf,
  pollDecider,
  type PollEvent,
  type PollState,
} from './poll.decider.ts';

/** Remove a poll, or restore it. */
export interface RemovePoll extends ChangeOfPoll {
  readonly type: 'DeletePost' | 'RestorePost';
  readonly isOperator: boolean;
  /** Blank if they gave none, as creators do. */
  readonly reason: string;
}

/** The rules of removing and restoring polls. Source: decisions P-5, P-13. */
export const pollRemovalDecider: Decider<PollState, RemovePoll, PollEvent> = {
  initial: pollDecider.initial,
  // Whoever removes it again and again must not be the last: the owner and operators restore it.
  longest: ({ by, community }) =>
    community.status !== 'unknown' && community.ownerId === by ? limits.pollEvents : limits.sharedEvents.poll,
  always: ({ type, isOperator }) => type === 'DeletePost' || isOperator,
  decide(command, state) {
    const poll = knownPoll(command, state);
    const by = capacityOf(command, poll);
    const { createdBy: author, deleted } = poll;
    const { by: actorId, communityId, isOperator, reason, now } = command;
    const leading = leadsCommunity(command);
    const who = { by, actorId, communityId, leads: leading, isOperator, reason, now };
    const place = placeOf(command, poll);
    // Nobody counts removed polls, so that the last of several changes says everything.
    if (command.type === 'DeletePost') return deletionEvents(place, deletionOf({ author, deleted }, who).slice(-1));
    if (deleted && !mayRestore(deleted.by, { author: by === 'author', moderator: leading, operator: isOperator })) {
      throw new DomainError('community.position', messages.restoreNotAllowed);
    }
    return deletionEvents(place, restorationOf({ author, deleted }, who));
  },
  evolve: pollDecider.evolve,
};

/**
 * The poll, for those who see it or what remains of it, and for operators, who remove also what
 * they can't see; to others it is unknown. Of one that its creator deleted, only they see what
 * remains, and whoever can remove it all the same.
 */
function knownPoll(command: RemovePoll, poll: PollState): BegunPoll {
  const { type, by, community, own, isOperator } = command;
  const isSeen = isOperator || readableBy(community, by, own);
  const removes = type === 'DeletePost' && (isOperator || leadsCommunity(command));
  if (poll.status === 'unbegun' || !isSeen || (poll.deleted?.by === 'author' && poll.createdBy !== by && !removes)) {
    throw new DomainError('poll.unknown', messages.pollUnknown);
  }
  return poll;
}

/** @throws {DomainError} `community.closed`; `community.position` */
function capacityOf(command: RemovePoll, { createdBy }: BegunPoll): Deleter {
  const { by, community, own, isOperator } = command;
  const isOwn = createdBy === by;
  if (isOwn && community.status === 'open' && readableBy(community, by, own)) return 'author';
  if (!isOwn && leadsCommunity(command)) return 'moderator';
  if (isOperator) return 'operator';
  openFor(community, by, own);
  throw new DomainError('community.position', messages.communityPosition);
}

/** Also a closed one: what it holds stays readable. */
function leadsCommunity({ by, community, own }: RemovePoll): boolean {
  return community.status !== 'unknown' && leads(placeIn(community, by, own));
}
