import { IsInt, IsString, Max, MaxLength, Min } from 'class-validator';
import { limits } from '@parlour/contracts/limits';
import { FixedInProduction } from '@parlour/kernel/config/fixed-in-production';

const googleIssuer = 'https://accounts.google.com';
const googleKeys = 'https://www.googleapis.com/oauth2/v3/certs';

/** What whoever runs the site can set of identity; the names are those of the environment's variables. */
export class IdentityConfig {
  /** 1 as the specification has it; from 8 on the most common passwords are refused as well. */
  @IsInt()
  @Min(1)
  @Max(limits.passwordLength)
  PASSWORD_MIN_LENGTH = 1;

  /** What one has to know to sign up; blank where everybody may. Source: decisions O-2. */
  @IsString()
  @MaxLength(limits.signupCodeLength)
  SIGNUP_CODE = '';

  @IsString()
  NODE_ENV = '';

  /** The client that Google made for this site; blank where nobody signs in by Google. */
  @IsString()
  GOOGLE_CLIENT_ID = '';

  /** Whose ID tokens are believed. */
  @FixedInProduction(googleIssuer)
  GOOGLE_ISSUER = googleIssuer;

  /** Where the keys are that sign them. */
  @FixedInProduction(googleKeys)
  GOOGLE_JWKS_URL = googleKeys;
}
