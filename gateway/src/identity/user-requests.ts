import { DomainError } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import type { UnfollowDto } from './user.dto.ts';

/**
 * Whom the caller wants to follow no longer.
 * @throws {DomainError} `request.invalid` where neither body nor query names anybody
 */
export function unfollowOf(body: UnfollowDto, query: UnfollowDto): { readonly username: string } {
  const username = body.userToUnfollow ?? query.userToUnfollow;
  if (username === undefined) throw new DomainError('request.invalid', messages.requestInvalid);
  return { username };
}
