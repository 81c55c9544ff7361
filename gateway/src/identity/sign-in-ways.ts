import { Inject, Injectable } from '@nestjs/common';
import { gatewayEnvironment, type GatewayEnvironment } from '../gateway-environment.ts';
import type { ProvidersDto } from './user.dto.ts';

/** The sign-in methods of this site, for a page without a session. */
@Injectable()
export class SignInWays {
  constructor(@Inject(gatewayEnvironment) private readonly environment: GatewayEnvironment) {}

  providers(): ProvidersDto {
    const { config, demoLogins } = this.environment;
    const { GOOGLE_CLIENT_ID: clientId, SIGNUP_CODE: code } = config;
    return {
      google: clientId !== '',
      googleClientId: clientId || null,
      signupCode: code !== '',
      ...(demoLogins && { demo: demoLogins }),
    };
  }
}
