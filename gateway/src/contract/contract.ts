import type { RpcName } from '@parlour/contracts/rpc';
import { neverPage } from '../page/navigation.ts';

// The contract is what the first two specifications say. Clients that know nothing else call the
// root of the host; our own page calls /api. Source: decisions T-3, T-6.

/** Paths of the root that are no calls of the contract: administration has none. */
const others = new Set([...neverPage, 'admin']);

/** Whether a call is made as the contract has it: at the root of the host. */
export function isOfContract(url: string): boolean {
  const [first = ''] = url.slice(1).split(/[/?]/, 1);
  return !others.has(first);
}

/** The entities of the contract that lists and events of ours have in a lean form. */
export type Kind = 'question' | 'user' | 'community' | 'chat' | 'game';

/** The contract's lists, by the calls that read them; null where the rows are whole already. */
export const contractLists: Readonly<Partial<Record<RpcName, Kind | null>>> = {
  'qa.getQuestions': 'question',
  'qa.getTags': null,
  'identity.getUsers': 'user',
  'messaging.getChats': 'chat',
  'games.getGames': 'game',
  'leaderboard.getLeaderboard': null,
  'notifications.getNotifications': null,
  'communities.getCommunities': 'community',
  'communities.getOwn': 'community',
  'communities.getPolls': null,
};

/** Replies of the contract's calls that are not whole, or not for everybody. */
export const contractReplies: Readonly<Partial<Record<RpcName, Kind>>> = {
  'messaging.createChat': 'chat',
  'messaging.addChatMessage': 'chat',
  'messaging.addParticipant': 'chat',
  'communities.getCommunity': 'community',
  'communities.changeMembership': 'community',
};
