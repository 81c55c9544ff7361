import { Transform } from 'class-transformer';
import { IsString } from 'class-validator';
import { nullAsBlank } from '../identity/user.dto.ts';

/**
 * Browser to gateway: a posted text without its author; the decider checks its length and words the
 * error.
 */
export class GivenTextDto {
  @Transform(nullAsBlank)
  @IsString()
  text: string = '';
}
