import { IsIn, IsInt, IsNotEmpty, IsString, Max, Min, ValidateBy, ValidateIf } from 'class-validator';
import { FixedInProduction } from '@parlour/kernel/config/fixed-in-production';
import { isOrigin, isProxy, listOf } from './http/peers.ts';

const googleAddresses = {
  authorization: 'https://accounts.google.com/o/oauth2/v2/auth',
  token: 'https://oauth2.googleapis.com/token',
} as const;

/** What whoever runs the site can set of the gateway; the names are those of the environment's variables. */
export class GatewayConfig {
  /** The address to listen on; loopback alone unless it is set. */
  @IsString()
  HOST = '127.0.0.1';

  @IsInt()
  @Min(0)
  @Max(65_535)
  PORT = 3000;

  /** The origins that people use, with commas between. Needed behind a proxy that changes the Host header or speaks https for us. */
  @Each(isOrigin, 'PUBLIC_ORIGINS must be origins such as https://parlour.example, with commas between')
  PUBLIC_ORIGINS = '';

  /** Addresses and networks (10.0.0.0/8) whose X-Forwarded-For and X-Forwarded-Proto are believed, with commas between. */
  @Each(isProxy, 'TRUSTED_PROXIES must be addresses or networks such as 10.0.0.0/8, with commas between')
  TRUSTED_PROXIES = '';

  /**
   * `strict` is the table of docs/design/security.md#limits; `generous` is a thousand times that,
   * for one's own machine.
   */
  @IsIn(['generous', 'strict'])
  LIMITS: 'generous' | 'strict' = 'generous';

  /** Identity's own to compare; here it only tells that there is one, so that the page asks for it. Source: decisions O-2. */
  @IsString()
  SIGNUP_CODE = '';

  @IsString()
  NODE_ENV = '';

  /** The client that Google made for this site; blank where nobody signs in by Google. */
  @IsString()
  GOOGLE_CLIENT_ID = '';

  /** Needed beside GOOGLE_CLIENT_ID, to exchange what Google's redirect brings. */
  @ValidateIf((config: GatewayConfig) => config.GOOGLE_CLIENT_ID !== '')
  @IsNotEmpty()
  GOOGLE_CLIENT_SECRET = '';

  /** Where people sign in. */
  @FixedInProduction(googleAddresses.authorization)
  GOOGLE_AUTH_URL: string = googleAddresses.authorization;

  /** Where codes are exchanged for tokens. */
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
