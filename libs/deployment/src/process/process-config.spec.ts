import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { ConfigurationError, type Environment, readConfiguration } from '@parlour/kernel/config/config';
import { makeAuthority } from '@parlour/kernel/testing/certificates';
import { connectionOf, DatabaseConfig, kafkaOf, TopicConfig } from './process-config.ts';

const folder = mkdtempSync(join(tmpdir(), 'parlour-process-config-'));
afterAll(() => rmSync(folder, { recursive: true }));

const { certificate } = makeAuthority('authority');
const authorityFile = join(folder, 'authority.pem');
writeFileSync(authorityFile, certificate);
const otherFile = join(folder, 'other.pem');
writeFileSync(otherFile, certificate.replace(/A/g, 'B'));

function faultsOf(type: new () => object, environment: Environment): readonly string[] {
  try {
    readConfiguration(type, environment);
    return [];
  } catch (failure) {
    if (failure instanceof ConfigurationError) return failure.faults;
    throw failure;
  }
}

describe('Kafka', () => {
  const given = { KAFKA_BROKERS: 'one:9092, two:9092' };
  const secured = {
    ...given,
    KAFKA_TLS: 'on',
    KAFKA_CA_FILE: authorityFile,
    KAFKA_SASL_MECHANISM: 'scram-sha-512',
    KAFKA_USERNAME: 'parlour',
    KAFKA_PASSWORD: 'secret',
  };

  it('is used without TLS and credentials by default', () => {
    expect(kafkaOf(readConfiguration(TopicConfig, given))).toEqual({ brokers: ['one:9092', 'two:9092'], ssl: false });
  });

  it('is used with verified TLS, a name and a password', () => {
    expect(kafkaOf(readConfiguration(TopicConfig, secured))).toEqual({
      brokers: ['one:9092', 'two:9092'],
      ssl: { rejectUnauthorized: true, ca: certificate.trim() },
      sasl: { mechanism: 'scram-sha-512', username: 'parlour', password: 'secret' },
    });
    const byKnownAuthorities = readConfiguration(TopicConfig, { ...given, KAFKA_TLS: 'on' });
    expect(kafkaOf(byKnownAuthorities).ssl).toEqual({ rejectUnauthorized: true });
  });

  it.each<[string, Environment, string]>([
    ['an unknown TLS mode', { KAFKA_TLS: 'true', KAFKA_CA_FILE: '' }, 'KAFKA_TLS'],
    ['an unused authority', { KAFKA_TLS: 'off' }, 'KAFKA_CA'],
    ['an invalid authority', { KAFKA_CA_FILE: otherFile }, 'KAFKA_CA'],
    ['an authority that is not there', { KAFKA_CA_FILE: join(folder, 'none') }, 'KAFKA_CA_FILE'],
    ['an unknown mechanism', { KAFKA_SASL_MECHANISM: 'gssapi' }, 'KAFKA_SASL_MECHANISM'],
    ['a user and no mechanism', { KAFKA_SASL_MECHANISM: '' }, 'KAFKA_SASL_MECHANISM'],
    ['no user', { KAFKA_USERNAME: '' }, 'KAFKA_USERNAME'],
    ['no password', { KAFKA_PASSWORD: '' }, 'KAFKA_PASSWORD'],
    [
      'a password without TLS',
      { KAFKA_TLS: 'off', KAFKA_CA_FILE: '', KAFKA_SASL_MECHANISM: 'plain' },
      'KAFKA_SASL_MECHANISM',
    ],
  ])('is refused with %s', (_what, wrong, name) => {
    const faults = faultsOf(TopicConfig, { ...secured, ...wrong });
    expect(faults).toEqual([expect.stringMatching(`^${name}: .`)]);
    expect(faults.join()).not.toContain('secret');
  });
});

describe('PostgreSQL', () => {
  const given = { PGHOST: 'db', PGUSER: 'qa', PGPASSWORD: 'secret' };
  const common = { host: 'db', port: 5_432, database: 'parlour', user: 'qa', password: 'secret' };

  it('is used without TLS, or with TLS that verifies everything', () => {
    const connection = (more: Environment) => connectionOf(readConfiguration(DatabaseConfig, { ...given, ...more }));
    expect(connection({})).toEqual({ ...common, ssl: false });
    expect(connection({ PGSSLMODE: 'verify-full' })).toEqual({ ...common, ssl: { rejectUnauthorized: true } });
    expect(connection({ PGSSLMODE: 'verify-full', PGSSLROOTCERT: authorityFile })).toEqual({
      ...common,
      ssl: { rejectUnauthorized: true, ca: certificate },
    });
  });

  it.each<[string, Environment, string]>([
    ['a mode that does not verify the name', { PGSSLMODE: 'verify-ca' }, 'PGSSLMODE'],
    ['a mode that verifies nothing', { PGSSLMODE: 'require' }, 'PGSSLMODE'],
    ['a mode with optional TLS', { PGSSLMODE: 'prefer' }, 'PGSSLMODE'],
    ['an unused authority', { PGSSLROOTCERT: authorityFile }, 'PGSSLROOTCERT'],
    ['an invalid authority', { PGSSLMODE: 'verify-full', PGSSLROOTCERT: otherFile }, 'PGSSLROOTCERT'],
    ['an authority that is not there', { PGSSLMODE: 'verify-full', PGSSLROOTCERT: '/none' }, 'PGSSLROOTCERT'],
  ])('is refused with %s', (_what, wrong, name) => {
    expect(faultsOf(DatabaseConfig, { ...given, ...wrong })).toEqual([expect.stringMatching(`^${name}: .`)]);
  });
});
