import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform, type TransformFnParams, Type } from 'class-transformer';
import { IsInt, IsOptional, IsString, MaxLength, Min } from 'class-validator';
import type { UserRowWire, UserWire } from '@parlour/contracts/identity';
import { limits } from '@parlour/contracts/limits';

/** What is missing is told by the service in the catalogue's words, so it goes there as a blank. */
export const nullAsBlank = (given: TransformFnParams): unknown => replaced(given, null, '');

/** What came, or something else in its place. */
export function replaced({ value }: { readonly value: unknown }, from: unknown, to: unknown): unknown {
  return value === from ? to : value;
}

/** Browser to gateway: signup and login. */
export class CredentialsDto {
  @ApiProperty({ maxLength: limits.usernameLength })
  @Transform(nullAsBlank)
  @IsString()
  username: string = '';

  @ApiProperty({ maxLength: limits.passwordLength, format: 'password' })
  @Transform(nullAsBlank)
  @IsString()
  password: string = '';
}

/** Browser to gateway: which page of a list. */
export class PageQuery {
  @ApiPropertyOptional({ type: Number, default: limits.page.default, maximum: limits.page.greatest })
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
  @ApiPropertyOptional({ description: 'A part of the username, regardless of case' })
  @IsOptional()
  @IsString()
  search?: string;

  @ApiPropertyOptional({ description: 'A username to leave out' })
  @IsOptional()
  @IsString()
  exclude?: string;
}

/** Gateway to browser, as the OpenAPI page describes it. */
export class UserRowDto implements UserRowWire {
  @ApiProperty()
  _id!: string;

  @ApiProperty()
  username!: string;

  @ApiProperty({ format: 'date-time' })
  dateJoined!: string;
}

/** Gateway to browser, as the OpenAPI page describes it. */
export class UserDto extends UserRowDto implements UserWire {
  @ApiProperty()
  biography!: string;

  @ApiProperty({ type: [String] })
  followers!: string[];

  @ApiProperty({ type: [String] })
  following!: string[];

  @ApiProperty()
  followVisibility!: boolean;

  @ApiProperty()
  isGoogleUser!: boolean;

  @ApiPropertyOptional({ description: 'To its owner alone' })
  email?: string;
}

/** Gateway to browser, as the OpenAPI page describes it. */
export class LoggedOutDto {
  @ApiProperty()
  loggedOut!: true;
}
