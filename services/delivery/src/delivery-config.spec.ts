import { describe, expect, test } from '@jest/globals';
import { readConfiguration } from '@parlour/kernel/config/config';
import { DeliveryConfig, mailSettingsOf, pushSettingsOf } from './delivery-config.ts';

const valid = {
  SMTP_URL: 'smtps://me:p%40ss@mail.example',
  MAIL_FROM: 'Harbour club <club@example.org>',
  PUBLIC_ORIGINS: 'https://club.example/, https://old.example',
};

const read = (changes: Record<string, string>) => readConfiguration(DeliveryConfig, { ...valid, ...changes });

describe('[ML-1] mail is configured', () => {
  test('by a server and a sender; links lead to the first of the site’s addresses', () => {
    expect(mailSettingsOf(read({}))).toEqual({
      server: valid.SMTP_URL,
      isLocal: false,
      sender: { name: 'Harbour club', address: 'club@example.org' },
      origin: 'https://club.example',
      noticeMinutes: 2,
      quotesPrivate: false,
    });
    expect(mailSettingsOf(read({ SMTP_URL: '', MAIL_FROM: '' }))).toBeNull();
  });

  test('notices wait as long as the operator wants, and may quote what is private', () => {
    const settings = mailSettingsOf(read({ NOTICE_MAIL_MINUTES: '0', NOTICE_MAIL_PRIVATE: 'quote' }));
    expect(settings).toMatchObject({ noticeMinutes: 0, quotesPrivate: true });
  });

  test.each(['localhost', '127.0.0.1:2525', '[::1]'])('without TLS only on this machine: %s', (host) => {
    expect(mailSettingsOf(read({ SMTP_URL: `smtp://${host}` }))).toMatchObject({ isLocal: true });
  });

  test.each([
    { SMTP_URL: 'mail.example' },
    { SMTP_URL: 'https://mail.example' },
    { SMTP_URL: '' },
    { MAIL_FROM: '' },
    { MAIL_FROM: 'club' },
    { MAIL_FROM: 'a@example.org, b@example.org' },
    { PUBLIC_ORIGINS: '' },
    { NOTICE_MAIL_MINUTES: '61' },
    { NOTICE_MAIL_MINUTES: '-1' },
    { NOTICE_MAIL_PRIVATE: 'yes' },
  ])('%j is a fault', (changes: Record<string, string>) => {
    expect(() => read(changes)).toThrow(/SMTP_URL|MAIL_FROM|NOTICE_MAIL/);
  });
});

describe('[PU-1] push is configured', () => {
  // Of RFC 8291, section 5.
  const pair = {
    privateKey: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
    publicKey: 'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8',
  };
  const PUSH_PRIVATE_KEY = pair.privateKey;

  test('by a private key; the subject is what is known of the operator', () => {
    expect(pushSettingsOf(read({}))).toBeNull();
    expect(pushSettingsOf(read({ PUSH_PRIVATE_KEY }))).toEqual({
      ...pair,
      subject: 'https://club.example',
      services: [],
    });
    const bare = { PUSH_PRIVATE_KEY, SMTP_URL: '', PUBLIC_ORIGINS: 'http://club.lan' };
    expect(pushSettingsOf(read({ ...bare, SMTP_URL: valid.SMTP_URL }))?.subject).toBe('mailto:club@example.org');
    expect(pushSettingsOf(read({ ...bare, MAIL_FROM: '' }))?.subject).toBe('mailto:parlour@localhost');
    const given = { PUSH_SUBJECT: 'mailto:me@example.org', PUSH_SERVICES: 'https://a.lan, http://10.0.0.1:8080' };
    expect(pushSettingsOf(read({ PUSH_PRIVATE_KEY, ...given }))).toMatchObject({
      subject: 'mailto:me@example.org',
      services: ['https://a.lan', 'http://10.0.0.1:8080'],
    });
  });

  test.each([
    { PUSH_PRIVATE_KEY: 'secret' },
    { PUSH_PRIVATE_KEY: '_'.repeat(43) },
    { PUSH_PRIVATE_KEY: 'A'.repeat(43) },
    { PUSH_SUBJECT: 'me@example.org' },
    { PUSH_SERVICES: 'https://push.example/path' },
    { PUSH_SERVICES: 'push.example' },
  ])('%j is a fault', (changes: Record<string, string>) => {
    expect(() => read(changes)).toThrow(/PUSH_/);
  });
});
