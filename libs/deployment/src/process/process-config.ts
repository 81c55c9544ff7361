import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { IsIn, IsInt, IsNotEmpty, IsString, Max, Min, ValidateBy } from 'class-validator';
import { sources } from '@parlour/contracts/envelope';
import type { KafkaConnection } from '@parlour/kernel/bus/kafka-client';
import { checkedTls } from '@parlour/kernel/config/checked-tls';
import type { ConnectionOptions } from '@parlour/kernel/database/connection-options';
import { parseServiceAddresses, type ServiceAddress } from '@parlour/kernel/rpc/tcp-transport';
import { logLevels } from './log-levels.ts';

const exampleAddresses = sources
  .slice(0, 2)
  .map((source) => `${source}=${source}:4000`)
  .join(',');

/** Kafka's settings; the properties are named like the environment's variables. */
export class TopicConfig {
  /** Brokers as host:port, separated by commas. */
  @ValidText(isBrokers, 'KAFKA_BROKERS must be addresses such as kafka:9092, with commas between')
  KAFKA_BROKERS!: string;

  /** The site's prefix for topics and groups, if several share a broker. */
  @ValidText(
    (text) => /^[a-z0-9][a-z0-9-]{0,60}$/.test(text),
    'TOPIC_PREFIX must be of small letters, digits and hyphens',
  )
  TOPIC_PREFIX = 'parlour';

  /** Whether to use TLS with brokers, verifying certificates and names. */
  @IsIn(['off', 'on'])
  KAFKA_TLS = 'off';

  /**
   * The authorities of brokers' certificates, in PEM, usually by KAFKA_CA_FILE; blank for those of
   * Node.
   */
  @ConsistentWith(({ KAFKA_CA, KAFKA_TLS }: TopicConfig) => [
    [KAFKA_CA === '' || isCertificates(KAFKA_CA), 'KAFKA_CA must be certificates in PEM'],
    [KAFKA_CA === '' || KAFKA_TLS === 'on', 'KAFKA_CA is of no use unless KAFKA_TLS is on'],
  ])
  KAFKA_CA = '';

  /** The SASL mechanism; blank if brokers ask for no credentials. */
  @ConsistentWith(({ KAFKA_SASL_MECHANISM: mechanism, KAFKA_TLS, KAFKA_USERNAME, KAFKA_PASSWORD }: TopicConfig) => [
    [['', ...mechanisms].includes(mechanism), `KAFKA_SASL_MECHANISM must be one of ${mechanisms.join(', ')}`],
    [mechanism !== 'plain' || KAFKA_TLS === 'on', 'plain sends the password as it is: KAFKA_TLS must be on'],
    [mechanism !== '' || KAFKA_USERNAME + KAFKA_PASSWORD === '', 'KAFKA_SASL_MECHANISM must be set with a user'],
  ])
  KAFKA_SASL_MECHANISM = '';

  @ConsistentWith(({ KAFKA_SASL_MECHANISM, KAFKA_USERNAME }: TopicConfig) => [
    [KAFKA_SASL_MECHANISM === '' || KAFKA_USERNAME !== '', 'KAFKA_USERNAME must be set with KAFKA_SASL_MECHANISM'],
  ])
  KAFKA_USERNAME = '';

  @ConsistentWith(({ KAFKA_SASL_MECHANISM, KAFKA_PASSWORD }: TopicConfig) => [
    [KAFKA_SASL_MECHANISM === '' || KAFKA_PASSWORD !== '', 'KAFKA_PASSWORD must be set with KAFKA_SASL_MECHANISM'],
  ])
  KAFKA_PASSWORD = '';
}

/** The SASL mechanisms supported. */
const mechanisms = ['plain', 'scram-sha-256', 'scram-sha-512'] as const;

/**
 * The settings of every process in the distributed deployment, named like the environment's
 * variables.
 */
export class ProcessConfig extends TopicConfig {
  /**
   * The services' addresses, as `service=host:port,…`; a service may have several, and a name may
   * resolve to several.
   */
  @ValidText(
    (text) => parseServiceAddresses(text) !== undefined,
    `SERVICE_ADDRESSES must be such as ${exampleAddresses}`,
  )
  SERVICE_ADDRESSES!: string;

  /** The key of the TLS connections between gateways and services; the same in all of them. */
  @ValidText(isSecrets, secretsFault('ACTOR_SECRET'))
  ACTOR_SECRET!: string;

  /** The port for health and metrics, for operators only. */
  @IsString()
  @IsNotEmpty()
  HEALTH_HOST = '127.0.0.1';

  @IsInt()
  @Min(0)
  @Max(65_535)
  HEALTH_PORT = 4_001;

  @IsIn(logLevels)
  LOG_LEVEL = 'info';
}

/** PostgreSQL's address, by the variables that its own programs use. */
export class DatabaseServerConfig {
  @IsString()
  @IsNotEmpty()
  PGHOST!: string;

  @IsInt()
  @Min(1)
  @Max(65_535)
  PGPORT = 5_432;

  @IsString()
  @IsNotEmpty()
  PGDATABASE = 'parlour';

  /**
   * Plain TCP, or TLS that verifies the server's certificate and name; the modes between would
   * verify nothing.
   */
  @IsIn(['disable', 'verify-full'])
  PGSSLMODE = 'disable';

  /** A file with the authorities of the server's certificate, in PEM; blank for those of Node. */
  @ConsistentWith(({ PGSSLROOTCERT, PGSSLMODE }: DatabaseServerConfig) => [
    [PGSSLROOTCERT === '' || isCertificatesFile(PGSSLROOTCERT), 'PGSSLROOTCERT must be a file of certificates in PEM'],
    [PGSSLROOTCERT === '' || PGSSLMODE !== 'disable', 'PGSSLROOTCERT is of no use unless PGSSLMODE is verify-full'],
  ])
  PGSSLROOTCERT = '';
}

/** PostgreSQL's address with user and password. */
export class DatabaseConfig extends DatabaseServerConfig {
  @IsString()
  @IsNotEmpty()
  PGUSER!: string;

  @IsString()
  @IsNotEmpty()
  PGPASSWORD!: string;
}

/** A service's further settings; the database user is the service's own role. */
export class ServiceConfig extends ProcessConfig {
  /** The port for calls. */
  @IsString()
  @IsNotEmpty()
  RPC_HOST = '127.0.0.1';

  @IsInt()
  @Min(0)
  @Max(65_535)
  RPC_PORT = 4_000;

  /** How long a missing leader is waited for before another takes over. */
  @IsInt()
  @Min(1_000)
  LEASE_MS = 10_000;
}

/** How a process connects to its database. */
export function connectionOf(config: DatabaseConfig): ConnectionOptions {
  return { ...databaseServerOf(config), user: config.PGUSER, password: config.PGPASSWORD };
}

/** The database of a validated configuration, without user. */
export function databaseServerOf(config: DatabaseServerConfig): Omit<ConnectionOptions, 'user' | 'password'> {
  const { PGHOST: host, PGPORT: port, PGDATABASE: database, PGSSLMODE, PGSSLROOTCERT } = config;
  const authorities = PGSSLROOTCERT === '' ? '' : readFileSync(PGSSLROOTCERT, 'utf8');
  return { host, port, database, ssl: PGSSLMODE === 'verify-full' && checkedTls(authorities) };
}

/** How a process connects to Kafka, from a validated configuration. */
export function kafkaOf(config: TopicConfig): KafkaConnection {
  const mechanism = mechanisms.find((known) => known === config.KAFKA_SASL_MECHANISM);
  return {
    brokers: listOf(config.KAFKA_BROKERS),
    ssl: config.KAFKA_TLS === 'on' && checkedTls(config.KAFKA_CA),
    ...(mechanism && { sasl: { mechanism, username: config.KAFKA_USERNAME, password: config.KAFKA_PASSWORD } }),
  };
}

/** The addresses in a validated configuration. */
export function addressesOf(config: Pick<ProcessConfig, 'SERVICE_ADDRESSES'>): ServiceAddress[] {
  return parseServiceAddresses(config.SERVICE_ADDRESSES) ?? [];
}

/** The keys of a validated secret; the first is used to connect. */
export function keysOf(secret: string): Buffer[] {
  return listOf(secret).map((text) => Buffer.from(text, 'base64url'));
}

/**
 * Whether a text is a list of secrets: base64 or base64url of at least 32 bytes each, separated by
 * commas while one replaces another.
 */
export function isSecrets(text: string): boolean {
  const parts = listOf(text);
  return (
    parts.length > 0 &&
    parts.every((part) => /^[\w+/-]+={0,2}$/.test(part) && Buffer.from(part, 'base64url').length >= 32)
  );
}

/** The error message for an invalid secret. */
export function secretsFault(name: string): string {
  return `${name} must be base64 of 32 random bytes or more, such as openssl rand -base64 32 makes`;
}

/** Validates the text of one property. */
export function ValidText(holds: (text: string) => boolean, fault: string): PropertyDecorator {
  return ValidateBy({
    name: 'holds',
    validator: { validate: (value: unknown) => typeof value === 'string' && holds(value), defaultMessage: () => fault },
  });
}

/** Validates a property against the others of its class; reports the first rule that fails. */
export function ConsistentWith<Config extends object>(
  rules: (config: Config) => readonly (readonly [holds: boolean, fault: string])[],
): PropertyDecorator {
  const faultOf = (object: object | undefined): string | undefined =>
    rules(object as Config).find(([holds]) => !holds)?.[1]; // the class that is decorated
  return ValidateBy({
    name: 'fits',
    validator: {
      validate: (_value, args) => faultOf(args?.object) === undefined,
      defaultMessage: (args) => faultOf(args?.object) ?? '',
    },
  });
}

/** Whether a text is a list of readable certificates. */
function isCertificates(text: string): boolean {
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  try {
    return blocks.map((block) => new X509Certificate(block)).length > 0;
  } catch {
    return false;
  }
}

function isCertificatesFile(file: string): boolean {
  try {
    return isCertificates(readFileSync(file, 'utf8'));
  } catch {
    return false;
  }
}

function isBrokers(text: string): boolean {
  const parts = listOf(text);
  return parts.length > 0 && parts.every((part) => /^[A-Za-z0-9_.-]+:\d{1,5}$/.test(part));
}

function listOf(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
