import { checkDeleteReason } from '@parlour/contracts/checks';
import type { PollDeleted, PollRestored } from '@parlour/contracts/polls.events';
import { type Deleter, isPastRestoring, isStronger, mayRestore, takenOver } from '@parlour/contracts/editable';
import { DomainError, refuse } from '@parlour/contracts/errors';
import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import type { Decider } from '@parlour/kernel/log/decider';
import { openFor, readableBy } from '../community/community.decider.ts';
import { leads, placeIn } from '../membership/membership-status.ts';
import { type BegunPoll, type ChangeOfPoll, pollDecider, type PollEvent, type PollState } from './poll.decider.ts';

interface ChangeOfRemoval extends ChangeOfPoll {
  readonly isOperator: boolean;
}

/** Remove a poll. */
export interface DeletePoll extends ChangeOfRemoval {
  readonly type: 'DeletePoll';
  /** Blank if they gave none, as creators do. */
  readonly reason: string;
}

/** Restore a removed poll. */
export interface RestorePoll extends ChangeOfRemoval {
  readonly type: 'RestorePoll';
}

type Removal = DeletePoll | RestorePoll;

/** A poll, and of a removed one whether its creator had removed it before somebody else did. */
type RemovalState<Poll = PollState> = Poll & { readonly authorToo?: boolean };

/** The rules of removing and restoring polls. Source: decisions P-5, P-13. */
export const pollRemovalDecider: Decider<RemovalState, Removal, PollEvent> = {
  initial: pollDecider.initial,
  // Whoever removes it again and again must not be the last: the owner and operators restore it.
  longest: ({ by, community }) =>
    community.status !== 'unknown' && community.ownerId === by ? limits.pollEvents : limits.sharedEvents.poll,
  always: ({ type, isOperator }) => type === 'DeletePoll' || isOperator,
  decide(command, state) {
    const poll = knownPoll(command, state);
    return command.type === 'DeletePoll' ? remove(command, poll) : restore(command, poll);
  },
  evolve(state, event, version) {
    const poll = pollDecider.evolve(state, event, version);
    return { ...poll, authorToo: event.type === 'PollDeleted' && event.data.authorToo === true };
  },
};

/**
 * The poll, for those who see it or what remains of it, and for operators, who remove also what
 * they can't see; to others it is unknown. Of one that its creator deleted, only they see what
 * remains, and whoever can remove it all the same.
 */
function knownPoll(command: Removal, poll: RemovalState): RemovalState<BegunPoll> {
  const { type, by, community, own, isOperator } = command;
  const isSeen = isOperator || readableBy(community, by, own);
  const removes = type === 'DeletePoll' && (isOperator || leadsCommunity(command));
  if (poll.status === 'unbegun' || !isSeen || (poll.deleted?.as === 'author' && poll.createdBy !== by && !removes)) {
    throw new DomainError('poll.unknown', messages.pollUnknown);
  }
  return poll;
}

function remove(command: DeletePoll, poll: RemovalState<BegunPoll>): readonly PollDeleted[] {
  const { pollId, communityId, by, now } = command;
  const as = capacityOf(command, poll);
  const reason = as === 'author' ? null : command.reason.trim();
  if (reason !== null) refuse(checkDeleteReason(reason));
  const { createdBy, deleted, authorToo } = poll;
  const deletedAt = deleted?.at ?? now;
  if (deleted && (!isStronger(as, deleted.as) || isPastRestoring(deletedAt, now))) return [];
  const before = takenOver(deleted?.as, authorToo);
  return [{ type: 'PollDeleted', data: { pollId, communityId, by, as, reason, createdBy, deletedAt, ...before } }];
}

function restore(command: RestorePoll, poll: RemovalState<BegunPoll>): readonly (PollRestored | PollDeleted)[] {
  const { pollId, communityId, by, now } = command;
  const as = capacityOf(command, poll);
  const { createdBy, status, deleted, authorToo } = poll;
  if (!deleted) return [];
  const moderator = leadsCommunity(command);
  if (!mayRestore(deleted.as, { author: as === 'author', moderator, operator: command.isOperator }))
    throw new DomainError('community.position', messages.restoreNotAllowed);
  const { at: deletedAt } = deleted;
  if (isPastRestoring(deletedAt, now)) throw new DomainError('restore.late', messages.restoreLate);
  // What a moderator removed, its creator restores only as one of the others; what an operator
  // removed, anybody only as an operator: the site's log has both or neither.
  const other = deleted.as !== 'operator' && moderator ? 'moderator' : 'operator';
  const capacity = deleted.as === 'author' ? as : other;
  const restored = {
    type: 'PollRestored',
    data: { pollId, communityId, by, as: capacity, createdBy, status },
  } as const;
  if (!authorToo) return [restored];
  const own = { by: createdBy, as: 'author', reason: null, createdBy, deletedAt } as const;
  return [restored, { type: 'PollDeleted', data: { pollId, communityId, ...own } }];
}

/** @throws {DomainError} `community.closed`; `community.position` */
function capacityOf(command: Removal, { createdBy }: BegunPoll): Deleter {
  const { by, community, own, isOperator } = command;
  const isOwn = createdBy === by;
  if (isOwn && community.status === 'open' && readableBy(community, by, own)) return 'author';
  if (!isOwn && leadsCommunity(command)) return 'moderator';
  if (isOperator) return 'operator';
  openFor(community, by, own);
  throw new DomainError('community.position', messages.communityPosition);
}

/** Also a closed one: what it holds stays readable. */
function leadsCommunity({ by, community, own }: Removal): boolean {
  return community.status !== 'unknown' && leads(placeIn(community, by, own));
}
