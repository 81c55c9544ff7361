import { DomainError } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import type { Unfollow } from '@parlour/contracts/identity/identity.requests';

/**
 * The person to unfollow.
 * @throws {DomainError} `request.invalid` if neither body nor query names one
 */
export function unfollowOf(body: Unfollow, query: Unfollow): { readonly username: string } {
  const username = body.userToUnfollow ?? query.userToUnfollow;
  if (username === undefined) throw new DomainError('request.invalid', messages.requestInvalid);
  return { username };
}
