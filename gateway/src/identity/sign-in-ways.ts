import { Inject, Injectable } from '@nestjs/common';
import type { ProvidersWire } from '@parlour/contracts/identity/identity';
import { Site } from '../site/site.ts';
import { gatewayEnvironment, type GatewayEnvironment } from '../gateway-environment.ts';

/** The sign-in methods of this site, for a page without a session. */
@Injectable()
export class SignInWays {
  constructor(
    @Inject(gatewayEnvironment) private readonly environment: GatewayEnvironment,
    private readonly site: Site,
  ) {}

  providers(): Omit<ProvidersWire, 'signedInBefore'> {
    const { config, demoLogins, files } = this.environment;
    const { GOOGLE_CLIENT_ID: clientId } = config;
    const { signUp, contact, question, files: fileLimits, inviters } = this.site.current;
    const { isNew, passwordLength, mail } = this.site.terms;
    return {
      google: clientId !== '',
      googleClientId: clientId || null,
      signupCode: signUp === 'code',
      signUp,
      ...(isNew && { isNew }),
      ...(passwordLength > 1 && { passwordLength }),
      ...(contact !== '' && { contact }),
      ...(signUp === 'approval' && question !== '' && { question }),
      ...(files && { files: fileLimits }),
      ...(mail && { mail }),
      ...(inviters === 'everyone' && { invitations: true }),
      ...(demoLogins && { demo: demoLogins }),
    };
  }
}
