import { Transform } from 'class-transformer';
import { IsString } from 'class-validator';
import { nullAsBlank } from '../identity/user.dto.ts';

/** Browser to gateway: a text that is posted, without who posts it; how long it may be says the decider, in its own words. */
export class GivenTextDto {
  @Transform(nullAsBlank)
  @IsString()
  text: string = '';
}
