import { expect, test } from '@jest/globals';
import { GatewayConfig } from '@parlour/gateway/gateway-config';
import { IdentityConfig } from '@parlour/identity/identity-config';
import { readConfiguration } from '@parlour/kernel/config/config';
import { openToDemonstration } from './open-to-demonstration.ts';

test('the demonstration’s people can sign up, whatever a real site asks for', () => {
  const environment = { SIGNUP_CODE: 'Kartenhaus', PASSWORD_MIN_LENGTH: '12', LIMITS: 'strict' };
  const identity = readConfiguration(IdentityConfig, environment);
  const gateway = readConfiguration(GatewayConfig, environment);
  openToDemonstration({ identity, gateway });
  expect(identity).toEqual(new IdentityConfig());
  expect(gateway).toEqual(Object.assign(new GatewayConfig(), { LIMITS: 'strict' }));
});
