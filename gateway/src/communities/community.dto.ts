import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsIn, IsOptional, IsString } from 'class-validator';
import {
  type CommunityList,
  communityLists,
  type CommunityPersonWire,
  type CommunityPosition,
  type CommunityRowWire,
  type CommunityVisibility,
  type CommunityWire,
  type ModerationAct,
  type ModerationEntryWire,
} from '@parlour/contracts/communities';
import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import { Omissible } from '../http/optional.ts';
import { aText, IsId } from '../http/validation.ts';
import { nullAsBlank, PageQuery } from '../identity/user.dto.ts';

const listFault = { code: 'community.list', text: messages.communityListInvalid } as const;
const visibilities: readonly CommunityVisibility[] = ['public', 'private'];

/**
 * Browser to gateway: create. The people lists belong to the server and are dropped (decisions
 * T-4).
 */
export class CreateCommunityDto {
  @ApiProperty(aText(limits.communityNameLength))
  @Transform(nullAsBlank)
  @IsString()
  name: string = '';

  @ApiProperty(aText(limits.descriptionLength))
  @Transform(nullAsBlank)
  @IsString()
  description: string = '';

  @ApiProperty({ enum: visibilities })
  @Transform(nullAsBlank)
  @IsString()
  visibility: string = 'public';

  @ApiPropertyOptional({ description: 'The caller; filled in if omitted' })
  @Omissible()
  @IsString()
  owner?: string;
}

/** Browser to gateway: which community. */
export class OfCommunityDto {
  @ApiProperty()
  @IsId()
  communityId!: string;
}

/** Browser to gateway: toggleCommunityVisibility. */
export class ToggleVisibilityDto extends OfCommunityDto {
  @ApiPropertyOptional({
    enum: visibilities,
    description: 'The wanted one; toggles if omitted',
  })
  @Omissible()
  @IsString()
  visibility?: string;
}

/** Browser to gateway: an action on a person and a list. */
export class MembershipDto extends OfCommunityDto {
  @ApiProperty()
  @Transform(nullAsBlank)
  @IsString()
  username: string = '';
}

/** Browser to gateway: communities, also searched. */
export class GetCommunitiesQuery extends PageQuery {
  @ApiPropertyOptional({ description: 'A part of the name or description, case-insensitive' })
  @IsOptional()
  @IsString()
  search?: string;
}

/** Browser to gateway: one list of a community's people. */
export class GetPeopleQuery extends GetCommunitiesQuery {
  @ApiPropertyOptional({ enum: communityLists, default: 'members' })
  @IsIn(communityLists, { context: { fault: listFault } })
  list: CommunityList = 'members';
}

/** Gateway to browser, as the OpenAPI page describes it. */
export class CommunityRowDto implements CommunityRowWire {
  @ApiProperty()
  _id!: string;

  @ApiProperty()
  name!: string;

  @ApiProperty()
  description!: string;

  @ApiProperty({ enum: visibilities })
  visibility!: CommunityVisibility;

  @ApiProperty({ description: 'A username' })
  owner!: string;

  @ApiProperty()
  memberCount!: number;

  @ApiProperty({
    type: Number,
    description: 'The viewer’s position: 1 owner, 2 moderator, 3 member, 4 banned, 5 pending, 6 other',
  })
  position!: CommunityPosition;

  @ApiProperty({ format: 'date-time' })
  createdAt!: string;
}

const some = `Usernames, ${limits.namesListed} at most; none where the viewer may not see them`;

/** Gateway to browser, as the OpenAPI page describes it. */
export class CommunityDto extends CommunityRowDto implements CommunityWire {
  @ApiProperty({ type: [String], description: some })
  members!: string[];

  @ApiProperty({ type: [String], description: some })
  moderators!: string[];

  @ApiProperty({ type: [String], description: some })
  pendingMembers!: string[];

  @ApiProperty({ type: [String], description: some })
  bannedMembers!: string[];
}

/** Gateway to browser, as the OpenAPI page describes it. */
export class CommunityPersonDto implements CommunityPersonWire {
  @ApiProperty()
  username!: string;

  @ApiProperty({ type: Number })
  position!: CommunityPosition;
}

/** Gateway to browser, as the OpenAPI page describes it. */
export class CommunityVisibilityDto {
  @ApiProperty({ enum: visibilities })
  visibility!: CommunityVisibility;
}

/** Gateway to browser, as the OpenAPI page describes it. */
export class ModerationEntryDto implements ModerationEntryWire {
  @ApiProperty()
  _id!: string;

  @ApiProperty({ type: String })
  act!: ModerationAct;

  @ApiPropertyOptional({ description: 'A username' })
  by?: string;

  @ApiPropertyOptional({ description: 'A username' })
  to?: string;

  @ApiProperty({ format: 'date-time' })
  at!: string;

  @ApiPropertyOptional({ type: Object, description: 'The call that undoes it, while that would change something' })
  undo?: NonNullable<ModerationEntryWire['undo']>;
}
