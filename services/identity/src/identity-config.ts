import { IsInt, Max, Min } from 'class-validator';
import { limits } from '@parlour/contracts/limits';

/** What whoever runs the site can set of identity; the names are those of the environment's variables. */
export class IdentityConfig {
  /** 1 as the specification has it; from 8 on the most common passwords are refused as well. */
  @IsInt()
  @Min(1)
  @Max(limits.passwordLength)
  PASSWORD_MIN_LENGTH = 1;
}
