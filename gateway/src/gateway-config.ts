import { IsIn, IsInt, IsNotEmpty, IsString, Max, Min, ValidateBy, ValidateIf } from 'class-validator';
import { FixedInProduction } from '@parlour/kernel/config/fixed-in-production';
import { isOrigin, isProxy, listOf } from './http/requests/client-addresses.ts';

const googleAddresses = {
  authorization: 'https://accounts.google.com/o/oauth2/v2/auth',
  token: 'https://oauth2.googleapis.com/token',
} as const;

/** The operator's settings for the gateway, named like the environment's variables. */
export class GatewayConfig {
  /** The address to listen on; only loopback by default. */
  @IsString()
  HOST = '127.0.0.1';

  @IsInt()
  @Min(0)
  @Max(65_535)
  PORT = 3000;

  /**
   * The origins that people use, separated by commas. Needed behind a proxy that changes the Host
   * header or terminates TLS.
   */
  @Each(isOrigin, 'PUBLIC_ORIGINS must be origins such as https://parlour.example, with commas between')
  PUBLIC_ORIGINS = '';

  /**
   * The origins of other front ends, separated by commas: they may do everything in the name of the
   * people who are signed in there.
   */
  @Each(isOrigin, 'CLIENT_ORIGINS must be origins such as https://front.example, with commas between')
  CLIENT_ORIGINS = '';

  /**
   * Addresses and networks (10.0.0.0/8) whose X-Forwarded-For and X-Forwarded-Proto are trusted,
   * separated by commas.
   */
  @Each(isProxy, 'TRUSTED_PROXIES must be addresses or networks such as 10.0.0.0/8, with commas between')
  TRUSTED_PROXIES = '';

  /**
   * `strict` is the table of docs/design/security.md#limits; `generous` is a thousand times that
   * (sockets: ten times), for one's own machine.
   */
  @IsIn(['generous', 'strict'])
  LIMITS: 'generous' | 'strict' = 'generous';

  /**
   * Identity compares the code; here it only says that there is one, so that the page asks for it,
   * until identity tells the site's settings. Source: decisions O-2.
   */
  @IsString()
  SIGNUP_CODE = '';

  @IsString()
  NODE_ENV = '';

  /**
   * The site's OAuth client id at Google; blank to switch Google sign-in off, and the secret then
   * too.
   */
  @ValidateIf((config: GatewayConfig) => config.GOOGLE_CLIENT_SECRET !== '')
  @IsNotEmpty()
  GOOGLE_CLIENT_ID = '';

  /** Required with GOOGLE_CLIENT_ID, to exchange the code of Google's redirect. */
  @ValidateIf((config: GatewayConfig) => config.GOOGLE_CLIENT_ID !== '')
  @IsNotEmpty()
  GOOGLE_CLIENT_SECRET = '';

  /** The authorization endpoint. */
  @FixedInProduction(googleAddresses.authorization)
  GOOGLE_AUTH_URL: string = googleAddresses.authorization;

  /** The token endpoint. */
  @FixedInProduction(googleAddresses.token)
  GOOGLE_TOKEN_URL: string = googleAddresses.token;
}

function Each(holds: (item: string) => boolean, fault: string): PropertyDecorator {
  return ValidateBy({
    name: 'each',
    validator: {
      validate: (value: unknown) => typeof value === 'string' && listOf(value).every(holds),
      defaultMessage: () => fault,
    },
  });
}
