import { IsInt, IsString, Max, MaxLength, Min } from 'class-validator';
import { limits } from '@parlour/contracts/limits';
import { FixedInProduction } from '@parlour/kernel/config/fixed-in-production';

const googleIssuer = 'https://accounts.google.com';
const googleKeys = 'https://www.googleapis.com/oauth2/v3/certs';

/** The operator's settings for identity, named like the environment's variables. */
export class IdentityConfig {
  /** 1 as the specification says; from 8 on the most common passwords are refused as well. */
  @IsInt()
  @Min(1)
  @Max(limits.passwordLength)
  PASSWORD_MIN_LENGTH = 1;

  /** The sign-up code; blank if anybody may sign up. Source: decisions O-2. */
  @IsString()
  @MaxLength(limits.signupCodeLength)
  SIGNUP_CODE = '';

  /** Who mails are from; blank if the site sends none. Delivery checks it. */
  @IsString()
  MAIL_FROM = '';

  @IsString()
  NODE_ENV = '';

  /** The site's OAuth client id at Google; blank to switch Google sign-in off. */
  @IsString()
  GOOGLE_CLIENT_ID = '';

  /** The trusted issuer of ID tokens. */
  @FixedInProduction(googleIssuer)
  GOOGLE_ISSUER = googleIssuer;

  /** The URL of its public keys. */
  @FixedInProduction(googleKeys)
  GOOGLE_JWKS_URL = googleKeys;
}
