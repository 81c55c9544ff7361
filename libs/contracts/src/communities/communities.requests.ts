import { IsBoolean, IsInt, IsOptional, IsString } from 'class-validator';
import {
  type CommunityList,
  communityLists,
  type CommunityPicture,
  communityPictures,
  type CommunityStatus,
  communityStatuses,
  communityVisibilities,
  type PollList,
  pollLists,
} from './communities.ts';
import {
  documented,
  faults,
  Filter,
  FilterBy,
  Given,
  Id,
  IdOrNull,
  Names,
  OneOf,
  Optional,
  OwnName,
  Text,
  text,
} from '../fields.ts';
import { limits } from '../limits.ts';
import { PageRequest } from '../page.requests.ts';

/** Browser to gateway: create. The lists of people belong to the server (decisions T-4). */
export class CreateCommunity {
  @Text(limits.communityNameLength)
  readonly name: string = '';

  @Text(limits.descriptionLength)
  readonly description: string = '';

  @Given({ enum: communityVisibilities })
  readonly visibility: string = 'public';

  @OwnName()
  readonly owner?: string;
}

/** Browser to gateway: which community. */
export class OfCommunity {
  @Id()
  readonly communityId!: string;
}

/** Browser to gateway: a change of a whole community, such as close. */
export class ChangeCommunity extends OfCommunity {
  @OwnName()
  readonly username?: string;
}

/** Browser to gateway: edit. */
export class EditCommunity extends OfCommunity {
  @Text(limits.communityNameLength)
  readonly name: string = '';

  @Text(limits.descriptionLength)
  readonly description: string = '';

  @Optional(IsInt(), documented({ type: 'integer' }, 'The version that the edit is based on; if omitted, the latest'))
  readonly version?: number;
}

/** Browser to gateway: offerOwnership. */
export class OfferOwnership extends OfCommunity {
  @Given({}, 'A member or moderator; blank to withdraw the offer')
  readonly username: string = '';
}

/** Browser to gateway: acceptOwnership. */
export class AcceptOwnership extends ChangeCommunity {
  @Optional(IsBoolean(), documented({ type: 'boolean' }, 'False to decline; true if omitted'))
  readonly accept?: boolean;
}

/** Browser to gateway: toggleCommunityVisibility. */
export class ToggleVisibility extends OfCommunity {
  @Optional(IsString(), documented({ enum: communityVisibilities }, 'The wanted one; toggles if omitted'))
  readonly visibility?: string;
}

/** Browser to gateway: an action on a person and a list. */
export class ChangeMembership extends OfCommunity {
  @Given({})
  readonly username: string = '';
}

/** Browser to gateway: the communities that one belongs to. */
export class GetOwnCommunities extends PageRequest {
  @FilterBy(communityStatuses, faults.value, 'Open ones if omitted')
  readonly status?: CommunityStatus;
}

/** Browser to gateway: communities, also searched. */
export class GetCommunities extends GetOwnCommunities {
  @Filter('A part of the name or description, case-insensitive')
  readonly search?: string;
}

/** Browser to gateway: all communities of the site, for administration. */
export class GetAllCommunities extends PageRequest {
  @Filter('A part of the name, case-insensitive')
  readonly search?: string;
}

/** Browser to gateway: one list of a community's people. */
export class GetPeople extends PageRequest {
  @Filter('A part of the name, case-insensitive')
  readonly search?: string;

  @OneOf(communityLists, faults.list)
  readonly list: CommunityList = 'members';
}

function PollOptions(): PropertyDecorator {
  const { pollOptionsLeast: minItems, pollOptions: maxItems } = limits;
  return Names({ items: { type: 'string', ...text() }, minItems, maxItems }, undefined, limits.page.greatest);
}

/** Browser to gateway: addPoll. */
export class AddPoll extends OfCommunity {
  @Text(limits.pollQuestionLength)
  readonly questionText: string = '';

  @PollOptions()
  readonly options: readonly string[] = [];

  @Given({ format: 'date-time' }, 'In the future, at most 100 days ahead')
  readonly expiresAt: string = '';

  @OwnName()
  readonly createdBy?: string;
}

/** Browser to gateway: voteOnPoll. */
export class VoteOnPoll {
  @Id()
  readonly pollId!: string;

  @Id()
  readonly optionId!: string;

  @OwnName()
  readonly username?: string;
}

/** Browser to gateway: closePoll. */
export class ClosePoll {
  @Id()
  readonly pollId!: string;

  @OwnName()
  readonly username?: string;
}

/**
 * Browser to gateway: deletePoll, in the body or, as proxies may drop that, in the query (decisions
 * T-8).
 */
export class DeletePoll {
  @IsOptional()
  @Id('In the body or in the query')
  readonly pollId?: string;

  @Optional(
    IsString(),
    documented({ maxLength: limits.deleteReasonLength }, 'Required of everybody but its creator; everybody reads it'),
  )
  readonly reason?: string;

  @OwnName()
  readonly username?: string;
}

/** Browser to gateway: the same as a query. */
export class DeletePollQuery extends DeletePoll {}

/** Browser to gateway: restorePoll. */
export class RestorePoll {
  @Id()
  readonly pollId!: string;

  @OwnName()
  readonly username?: string;
}

/** Browser to gateway: editPoll. */
export class EditPoll {
  @Id()
  readonly pollId!: string;

  @Text(limits.pollQuestionLength)
  readonly question: string = '';

  @PollOptions()
  readonly options: readonly string[] = [];

  @Optional(IsInt(), documented({ type: 'integer' }, 'The version that the edit is based on; if omitted, the latest'))
  readonly version?: number;

  @OwnName()
  readonly username?: string;
}

/** Browser to gateway: a list of a community's polls. */
export class GetPolls extends PageRequest {
  @OneOf(pollLists)
  readonly status: PollList = 'active';
}

/** Browser to gateway: the picture or the banner of a community. */
export class SetCommunityPicture {
  @Id()
  readonly communityId!: string;

  @OneOf(communityPictures)
  readonly place: CommunityPicture = 'picture';

  @IdOrNull()
  readonly fileId: string | null = null;
}
