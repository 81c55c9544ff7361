import { canonicalName, checkWellFormed } from '@parlour/contracts/text/checks';
import { DomainError, refuse } from '@parlour/contracts/errors';
import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import { statement, type Tx } from '@parlour/kernel/database/database';
import { idNamed } from '../user/named.queries.ts';

/**
 * SQL: whether the viewer may see whom person `u` follows and who follows them. Source: decisions
 * U-1.
 */
export function followsVisibleTo(viewer: string): string {
  return `(u.follow_visibility or u.id = ${viewer})`;
}

/**
 * SQL: the names of a person's followers, or of the people they follow, in the order of following;
 * the first up to the limit, and always the viewer. Two index ranges, whatever their number.
 */
export function namesOf(list: 'followers' | 'following', viewer: string): string {
  const [own, other] = list === 'followers' ? ['followed_id', 'follower_id'] : ['follower_id', 'followed_id'];
  const all = `select f.${other} as id, f.position from follows f where f.${own} = u.id`;
  return `array(
    select n.name from (
      select id, position from (
        (${all} and f.${other} = ${viewer}) union (${all} order by f.position limit ${limits.namesListed})
      ) as found order by id = ${viewer} desc, position limit ${limits.namesListed}
    ) as listed join users n on n.id = listed.id order by listed.position
  )`;
}

const lists = {
  followers: statementOf('followers'),
  following: statementOf('following'),
} as const;

function statementOf(list: 'followers' | 'following') {
  const shown = followsVisibleTo('$2');
  return statement(
    `follows.${list}`,
    `select ${shown} as shown, case when ${shown} then ${namesOf(list, '$2')} else '{}' end as names
       from users u where u.id = ${idNamed('$1')}`,
  );
}

/**
 * The names of a person's followers, or of the people they follow.
 * @throws {DomainError} `user.unknown`; `follow.hidden` if the viewer may not see them
 */
export async function readFollows(
  tx: Tx,
  list: 'followers' | 'following',
  username: string,
  viewerId: string,
): Promise<{ usernames: readonly string[] }> {
  refuse(checkWellFormed(username));
  const [row] = await tx.query<{ shown: boolean; names: string[] }>(lists[list], [canonicalName(username), viewerId]);
  if (!row) throw new DomainError('user.unknown', messages.userUnknown);
  if (!row.shown) throw new DomainError('follow.hidden', messages.followHidden);
  return { usernames: row.names };
}
