import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform, type TransformFnParams, Type } from 'class-transformer';
import { IsInt, IsOptional, IsString, MaxLength, Min } from 'class-validator';
import type { DemoLoginWire, SessionWire, UserRowWire, UserWire } from '@parlour/contracts/identity';
import { limits } from '@parlour/contracts/limits';
import { aText } from '../http/validation.ts';
import { Omissible } from '../http/optional.ts';

/** A missing value becomes a blank, so that the service reports it in its own words. */
export const nullAsBlank = (given: TransformFnParams): unknown => replaced(given, null, '');

/** The value that came, or a replacement for a wrong type. */
export function replaced({ value }: { readonly value: unknown }, from: unknown, to: unknown): unknown {
  return value === from ? to : value;
}

// Types are explicit, because the OpenAPI page cannot read inferred ones.

/** Browser to gateway: signup and login. */
export class CredentialsDto {
  @ApiProperty(aText(limits.usernameLength))
  @Transform(nullAsBlank)
  @IsString()
  username: string = '';

  @ApiProperty({ minLength: 1, maxLength: limits.passwordLength, format: 'password' })
  @Transform(nullAsBlank)
  @IsString()
  password: string = '';
}

/** Browser to gateway: login. */
export class LoginDto extends CredentialsDto {
  @ApiPropertyOptional({
    maxLength: limits.passwordLength,
    format: 'password',
    description: 'Replaces a temporary password; required after the code password.temporary',
  })
  @Omissible()
  @IsString()
  newPassword?: string;
}

/** Browser to gateway: signup. */
export class SignupDto extends CredentialsDto {
  @ApiPropertyOptional({ maxLength: limits.signupCodeLength, description: 'If the site asks for one' })
  @Omissible()
  @IsString()
  @MaxLength(limits.signupCodeLength)
  code?: string;
}

/** Browser to gateway: which page of a list. */
export class PageQuery {
  @ApiPropertyOptional({
    type: 'integer',
    default: limits.page.default,
    minimum: 1,
    description: `At most ${limits.page.greatest}`,
  })
  @Type(() => Number)
  @IsInt()
  @Min(1)
  limit: number = limits.page.default;

  @ApiPropertyOptional({ description: 'From the Link header of the page before' })
  @IsOptional()
  @IsString()
  @MaxLength(limits.queryBytes)
  cursor?: string;
}

/** Browser to gateway: the list of people. */
export class GetUsersQuery extends PageQuery {
  @ApiPropertyOptional({ description: 'A part of the username, case-insensitive' })
  @IsOptional()
  @IsString()
  search?: string;

  @ApiPropertyOptional({ description: 'A username to exclude' })
  @IsOptional()
  @IsString()
  exclude?: string;
}

const oneself = { description: 'The caller; filled in if omitted' };

/** Browser to gateway: follow. */
export class FollowDto {
  @ApiPropertyOptional(oneself)
  @Omissible()
  @IsString()
  currentUser?: string;

  @ApiProperty()
  @IsString()
  userToFollow!: string;
}

/**
 * Browser to gateway: unfollow, in the body or, as proxies may drop that, in the query (decisions
 * T-8).
 */
export class UnfollowDto {
  @ApiPropertyOptional(oneself)
  @Omissible()
  @IsString()
  currentUser?: string;

  @ApiPropertyOptional({ description: 'In the body or in the query' })
  @Omissible()
  @IsString()
  userToUnfollow?: string;
}

/** Browser to gateway: the same as a query. */
export class UnfollowQuery extends UnfollowDto {}

/** Browser to gateway: toggleFollowVisibility. */
export class OneselfDto {
  @ApiPropertyOptional(oneself)
  @Omissible()
  @IsString()
  username?: string;
}

/** Browser to gateway: resetPassword. */
export class ResetPasswordDto extends OneselfDto {
  @ApiProperty({ maxLength: limits.passwordLength, format: 'password' })
  @Transform(nullAsBlank)
  @IsString()
  password: string = '';
}

/** Browser to gateway: updateBiography. */
export class UpdateBiographyDto extends OneselfDto {
  @ApiProperty({ maxLength: limits.biographyLength })
  @IsString()
  biography!: string;
}

/** Browser to gateway: googleLogin. */
export class GoogleLoginDto {
  @ApiProperty({ description: 'The ID token from Google' })
  @IsString()
  @MaxLength(8_192)
  googleToken!: string;

  @ApiPropertyOptional({
    maxLength: limits.signupCodeLength,
    description: 'For a new account, if the site asks for one',
  })
  @Omissible()
  @IsString()
  @MaxLength(limits.signupCodeLength)
  code?: string;
}

/** Gateway to browser, as the OpenAPI page describes it. */
export class UserRowDto implements UserRowWire {
  @ApiProperty()
  _id!: string;

  @ApiProperty()
  username!: string;

  @ApiProperty({ format: 'date-time' })
  dateJoined!: string;

  @ApiProperty({ description: 'Whether others see whom this person follows and who follows them' })
  followVisibility!: boolean;

  @ApiProperty({ description: '0 for others without followVisibility' })
  followerCount!: number;

  @ApiProperty({ description: '0 for others without followVisibility' })
  followingCount!: number;
}

/** Gateway to browser, as the OpenAPI page describes it. */
export class UserDto extends UserRowDto implements UserWire {
  @ApiProperty()
  biography!: string;

  @ApiProperty({ type: [String], description: 'Usernames; empty for others without followVisibility' })
  followers!: string[];

  @ApiProperty({ type: [String], description: 'Usernames; empty for others without followVisibility' })
  following!: string[];

  @ApiProperty({ description: 'Whether the viewer follows this person' })
  isFollowed!: boolean;

  @ApiProperty()
  isGoogleUser!: boolean;

  @ApiPropertyOptional({ description: 'For a suspended person' })
  suspended?: true;

  @ApiPropertyOptional({ description: 'For its owner only' })
  email?: string;
}

/** Gateway to browser, as the OpenAPI page describes it. */
export class LoggedOutDto {
  @ApiProperty()
  loggedOut!: true;
}

/** Gateway to browser, as the OpenAPI page describes it. */
export class SessionDto implements SessionWire {
  @ApiProperty()
  _id!: string;

  @ApiProperty()
  userAgent!: string;

  @ApiProperty()
  address!: string;

  @ApiProperty({ format: 'date-time' })
  createdAt!: string;

  @ApiProperty({ format: 'date-time' })
  lastUsedAt!: string;

  @ApiProperty({ description: 'The current session' })
  current!: boolean;
}

/** Gateway to browser, as the OpenAPI page describes it. */
export class EndedSessionsDto {
  @ApiProperty({ description: 'How many sessions ended' })
  ended!: number;
}

/** Gateway to browser, as the OpenAPI page describes it. */
export class DemoLoginDto implements DemoLoginWire {
  @ApiProperty()
  username!: string;

  @ApiProperty()
  password!: string;

  @ApiProperty({ description: 'What this login shows' })
  about!: string;
}

/** Gateway to browser, as the OpenAPI page describes it. */
export class ProvidersDto {
  @ApiProperty({ description: 'Whether Google sign-in is configured' })
  google!: boolean;

  @ApiProperty({ type: String, nullable: true })
  googleClientId!: string | null;

  @ApiProperty({ description: 'Whether signing up requires a code' })
  signupCode!: boolean;

  @ApiPropertyOptional({ type: [DemoLoginDto], description: 'Logins to try the site with; only in a demonstration' })
  demo?: readonly DemoLoginWire[];
}
