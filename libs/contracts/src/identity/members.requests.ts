import { ArrayMaxSize, ArrayMinSize, IsBoolean, IsInt, IsOptional, IsString, Max, Min } from 'class-validator';
import { Default, documented, InnerList, Names, Optional } from '../fields.ts';
import { memberLimits } from './members.ts';

/** Browser to gateway: a row of a list of members; what is wrong with one is answered beside it. */
export class MemberRow {
  @Default(
    '',
    IsOptional(),
    IsString(),
    documented({}, 'By which people that are there already are known; a row without is answered as invalid'),
  )
  readonly username: string = '';

  @Optional(
    IsInt(),
    Min(1),
    Max(memberLimits.list),
    documented(
      { type: 'integer', minimum: 1, maximum: memberLimits.list },
      'If the username was made of a name: then this number is put behind it unless it is 1, or a higher one if somebody else has it',
    ),
  )
  readonly number?: number;

  @Optional(IsString(), documented({}, 'Gets a link by which they choose a password, if the site sends mail'))
  readonly email?: string;

  @Default([], IsOptional(), Names({ items: { type: 'string' } }, 'Names of communities that they join'))
  readonly communities: readonly string[] = [];
}

/** Browser to gateway: a part of a list of members. */
export class AddMembers {
  @ArrayMinSize(1)
  @ArrayMaxSize(memberLimits.rows)
  @InnerList(MemberRow, { minItems: 1, maxItems: memberLimits.rows })
  readonly rows: readonly MemberRow[] = [];

  @Default(false, IsOptional(), IsBoolean(), documented({}, 'Says what would happen, and does nothing'))
  readonly dryRun: boolean = false;

  @Default(false, IsOptional(), IsBoolean(), documented({}, 'New passwords for those who have never signed in'))
  readonly renew: boolean = false;
}
