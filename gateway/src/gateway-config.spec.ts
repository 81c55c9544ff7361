import 'reflect-metadata';
import { expect, it } from '@jest/globals';
import { readConfiguration } from '@parlour/kernel/config/config';
import { GatewayConfig } from './gateway-config.ts';

it('is for a private machine by default', () => {
  expect(readConfiguration(GatewayConfig, {})).toMatchObject({
    HOST: '127.0.0.1',
    PORT: 3000,
    PUBLIC_ORIGINS: '',
    TRUSTED_PROXIES: '',
    LIMITS: 'generous',
    NODE_ENV: '',
    GOOGLE_CLIENT_ID: '',
    GOOGLE_CLIENT_SECRET: '',
    GOOGLE_AUTH_URL: 'https://accounts.google.com/o/oauth2/v2/auth',
    GOOGLE_TOKEN_URL: 'https://oauth2.googleapis.com/token',
  });
});

it('takes its settings from the environment', () => {
  const given = {
    PORT: '8080',
    LIMITS: 'strict',
    PUBLIC_ORIGINS: 'https://a.test, https://b.test',
    TRUSTED_PROXIES: '10.0.0.0/8',
  };
  expect(readConfiguration(GatewayConfig, given)).toMatchObject({ ...given, PORT: 8080 });
});

it.each([
  ['PORT', '70000'],
  ['PORT', 'web'],
  ['LIMITS', 'none'],
  ['PUBLIC_ORIGINS', 'parlour.example'],
  ['PUBLIC_ORIGINS', 'https://a.test,https://b.test/'],
  ['TRUSTED_PROXIES', 'proxy.local'],
])('reports %s=%s as a fault', (name, value) => {
  expect(() => readConfiguration(GatewayConfig, { [name]: value })).toThrow(name);
});

it('needs the id at Google together with its secret', () => {
  expect(() => readConfiguration(GatewayConfig, { GOOGLE_CLIENT_SECRET: 'x' })).toThrow('GOOGLE_CLIENT_ID');
});
