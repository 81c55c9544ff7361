import { command, type Page, read, type WholesRequest } from '../calls.ts';
import type {
  CommunityList,
  CommunityPersonWire,
  CommunityRowWire,
  CommunityVisibility,
  CommunityWire,
  MembershipAction,
  ModerationEntryWire,
  PollWire,
} from './communities.ts';
import type {
  AddPoll,
  ChangeMembership,
  CreateCommunity,
  GetAllCommunities,
  GetCommunities,
  GetOwnCommunities,
  GetPeople,
  GetPolls,
  SetCommunityPicture,
  ToggleVisibility,
  VoteOnPoll,
} from './communities.requests.ts';
import type { InvitingCommunity } from '../identity/invitations.ts';
import { limits } from '../limits.ts';
import type { FoundWire } from '../search/found.ts';
import type { PageRequest } from '../page.requests.ts';
import type { GetReports, ResolveReport } from './reports.requests.ts';
import type { GetReported, MakeReport, OwnReportWire, Reported, ReportedKey, ReportWire, ThingKey } from './reports.ts';
import type { Search } from '../search/search.requests.ts';
import type { AdminCommunityWire, SiteLogEntryWire } from '../site.ts';

/** The calls that communities answers. */
export const communitiesCalls = {
  'communities.create': command<CreateCommunity, CommunityWire>(),
  'communities.getCommunity': read<{ communityId: string }, CommunityWire>(),
  /** Communities with the lists that the caller may see. `next` is the first id left out. */
  'communities.getWholeCommunities': read<WholesRequest, Page<CommunityWire>>(),
  /** All communities by name, or those with a match in name or description, regardless of case. */
  'communities.getCommunities': read<GetCommunities, Page<CommunityRowWire>>(),
  /** The communities that the caller owns or is a member of, by name; closed ones, latest first. */
  'communities.getOwn': read<GetOwnCommunities, Page<CommunityRowWire>>(),
  /**
   * The communities that a person owns or is a member of, by name, whose people the caller may see.
   */
  'communities.getMemberships': read<PageRequest & { username: string }, Page<CommunityRowWire>>(),
  /**
   * The names of those of these communities that are open, by name; with an inviter, of those that
   * a newcomer who comes by their invitation joins. For gateways: names are public.
   */
  'communities.getInviting': read<
    { ids: readonly string[]; inviterId?: string },
    { communities: readonly InvitingCommunity[] }
  >(),
  /** Open communities by their names, private ones too; null where there is none. For operators. */
  'communities.findNamed': read<{ names: readonly string[] }, { communities: readonly (InvitingCommunity | null)[] }>(),
  /**
   * Makes members of people, as an operator's list has it: not of those who belong there or are
   * banned, nor of those who have left. Answers for each which communities they had not yet joined.
   */
  'communities.admitListed': command<
    { members: readonly { userId: string; communityIds: readonly string[] }[]; dryRun: boolean },
    { joined: readonly (readonly string[])[] }
  >(limits.passwordWaitMs),
  'communities.getPeople': read<GetPeople & { communityId: string }, Page<CommunityPersonWire>>(),
  /** Join, leave, request, approve, deny, ban, unban, moderators. Source: decisions C-3. */
  'communities.changeMembership': command<
    ChangeMembership & { list: CommunityList; action: MembershipAction },
    CommunityWire
  >(),
  /** Changes name and description: its owner. */
  'communities.edit': command<
    { communityId: string; name: string; description: string; version?: number },
    CommunityWire
  >(),
  /** Offers a community to a member; without a name, withdraws the offer. */
  /** A file of the caller, or null for none; the gateway has seen that it is theirs. */
  'communities.setPicture': command<Pick<SetCommunityPicture, 'communityId' | 'place' | 'fileId'>, CommunityWire>(),
  'communities.offerOwnership': command<{ communityId: string; username: string }, CommunityWire>(),
  /** Accepts or declines an offer. */
  'communities.acceptOwnership': command<{ communityId: string; accept: boolean }, CommunityWire>(),
  /** Closes a community for good: its owner. */
  'communities.close': command<{ communityId: string }, CommunityWire>(),
  /** All communities of the site, also closed ones, the latest first: for operators. */
  'communities.getAll': read<GetAllCommunities, Page<AdminCommunityWire>>(),
  /** Closes any community for good: an operator. */
  'communities.closeAny': command<{ communityId: string }, AdminCommunityWire>(),
  /** Sets the wanted visibility, or toggles it. */
  'communities.changeVisibility': command<ToggleVisibility, { visibility: CommunityVisibility }>(),
  'communities.getModerationLog': read<PageRequest & { communityId: string }, Page<ModerationEntryWire>>(),
  'communities.addPoll': command<AddPoll, PollWire>(),
  'communities.vote': command<VoteOnPoll, PollWire>(),
  /** Closes an active poll before its time: its creator, owner and moderators. */
  'communities.closePoll': command<{ pollId: string }, PollWire>(),
  /** Removes a poll: the same people, and operators. */
  'communities.deletePoll': command<{ pollId: string; reason?: string }, PollWire>(),
  /** Restores a removed poll for 30 days: whoever could remove it so. */
  'communities.restorePoll': command<{ pollId: string }, PollWire>(),
  /** Changes question and options until somebody votes; the same people. */
  'communities.editPoll': command<
    { pollId: string; questionText: string; options: readonly string[]; version?: number },
    PollWire
  >(),
  /**
   * Active polls, newest first; then closed ones, latest end first. Or removed ones, latest first.
   */
  'communities.getPolls': read<GetPolls & { communityId: string }, Page<PollWire>>(),
  /** What operators did with others' polls and communities, the latest first; for operators. */
  'communities.getOperatorActs': read<PageRequest, Page<SiteLogEntryWire>>(),
  /** Communities that a search finds, as far as the caller may see them. */
  'communities.search': read<Search, Page<FoundWire>>(),
  /** Describes polls and communities, in order; null for what the caller may not see. */
  'communities.getReported': read<GetReported, { things: readonly (Reported | null)[] }>(),
  /** Reports something; while their report of it is open, answers that one. */
  'communities.report': command<MakeReport, OwnReportWire>(),
  /**
   * The reports that the caller can resolve, without the things themselves: the latest first, or
   * the latest resolved first.
   */
  'communities.getReports': read<GetReports, Page<ReportWire>>(),
  'communities.getReport': read<{ reportId: string }, ReportWire>(),
  /** Which of these things the caller gets reports of, as `getReports` has them. */
  'communities.findReports': read<{ things: readonly ThingKey[] }, { things: readonly ReportedKey[] }>(),
  /** Enters what was done; the action itself is a call of its own, which comes first. */
  'communities.resolveReport': command<ResolveReport, ReportWire>(),
};
