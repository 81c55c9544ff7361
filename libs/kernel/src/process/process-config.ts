import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { IsIn, IsInt, IsNotEmpty, IsString, Max, Min, ValidateBy } from 'class-validator';
import type { KafkaConnection } from '../bus/kafka-bus.ts';
import { checkedTls } from '../config/checked-tls.ts';
import type { ConnectionOptions } from '../postgres/connection-options.ts';
import { parseServiceAddresses, type ServiceAddress } from '../rpc/tcp-transport.ts';

/** Where events travel; the names are those of the environment's variables. */
export class TopicConfig {
  /** Brokers as host:port, with commas between. */
  @ValidText(isBrokers, 'KAFKA_BROKERS must be addresses such as kafka:9092, with commas between')
  KAFKA_BROKERS!: string;

  /** The site's own name before topics and groups, where several share a broker. */
  @ValidText(
    (text) => /^[a-z0-9][a-z0-9-]{0,60}$/.test(text),
    'TOPIC_PREFIX must be of small letters, digits and hyphens',
  )
  TOPIC_PREFIX = 'parlour';

  /** Whether brokers are spoken to by TLS, their certificates and names checked. */
  @IsIn(['off', 'on'])
  KAFKA_TLS = 'off';

  /** The authorities that brokers' certificates must be of, in PEM, mostly by KAFKA_CA_FILE; blank for those that Node knows. */
  @ConsistentWith(({ KAFKA_CA, KAFKA_TLS }: TopicConfig) => [
    [KAFKA_CA === '' || isCertificates(KAFKA_CA), 'KAFKA_CA must be certificates in PEM'],
    [KAFKA_CA === '' || KAFKA_TLS === 'on', 'KAFKA_CA is of no use unless KAFKA_TLS is on'],
  ])
  KAFKA_CA = '';

  /** How the process signs in; blank where brokers ask nobody who he is. */
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

/** How one can sign in to a broker. */
const mechanisms = ['plain', 'scram-sha-256', 'scram-sha-512'] as const;

/** What every process of the distributed shape is told; the names are those of the environment's variables. */
export class ProcessConfig extends TopicConfig {
  /** Where the services listen: `qa=qa:4000,games=games:4000`; one may stand several times, and a name may have several addresses. */
  @ValidText(
    (text) => parseServiceAddresses(text) !== undefined,
    'SERVICE_ADDRESSES must be such as qa=qa:4000,games=games:4000',
  )
  SERVICE_ADDRESSES!: string;

  /** The key of the TLS connections between gateways and services; the same in all of them. */
  @ValidText(isSecrets, secretsFault('ACTOR_SECRET'))
  ACTOR_SECRET!: string;

  /** Where health and metrics are asked for; nothing of it is for people. */
  @IsString()
  @IsNotEmpty()
  HEALTH_HOST = '127.0.0.1';

  @IsInt()
  @Min(0)
  @Max(65_535)
  HEALTH_PORT = 4_001;

  @IsIn(['debug', 'info', 'warn', 'error', 'silent'])
  LOG_LEVEL = 'info';
}

/** Where PostgreSQL is, by the names that its own programs use. */
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

  /** Without TLS, or by TLS with the server's certificate and name checked; what lies between would check nobody. */
  @IsIn(['disable', 'verify-full'])
  PGSSLMODE = 'disable';

  /** A file of the authorities that the server's certificate must be of, in PEM; blank for those that Node knows. */
  @ConsistentWith(({ PGSSLROOTCERT, PGSSLMODE }: DatabaseServerConfig) => [
    [PGSSLROOTCERT === '' || isCertificatesFile(PGSSLROOTCERT), 'PGSSLROOTCERT must be a file of certificates in PEM'],
    [PGSSLROOTCERT === '' || PGSSLMODE !== 'disable', 'PGSSLROOTCERT is of no use unless PGSSLMODE is verify-full'],
  ])
  PGSSLROOTCERT = '';
}

/** PostgreSQL, and who enters. */
export class DatabaseConfig extends DatabaseServerConfig {
  @IsString()
  @IsNotEmpty()
  PGUSER!: string;

  @IsString()
  @IsNotEmpty()
  PGPASSWORD!: string;
}

/** What a service is told besides; the database's user is the service's own role. */
export class ServiceConfig extends ProcessConfig {
  /** Where calls are answered. */
  @IsString()
  @IsNotEmpty()
  RPC_HOST = '127.0.0.1';

  @IsInt()
  @Min(0)
  @Max(65_535)
  RPC_PORT = 4_000;

  /** How long a leader is missed before another one follows. */
  @IsInt()
  @Min(1_000)
  LEASE_MS = 10_000;
}

/** How a process connects to its database. */
export function connectionOf(config: DatabaseConfig): ConnectionOptions {
  return { ...databaseServerOf(config), user: config.PGUSER, password: config.PGPASSWORD };
}

/** The database of a configuration that was checked, whoever enters. */
export function databaseServerOf(config: DatabaseServerConfig): Omit<ConnectionOptions, 'user' | 'password'> {
  const { PGHOST: host, PGPORT: port, PGDATABASE: database, PGSSLMODE, PGSSLROOTCERT } = config;
  const authorities = PGSSLROOTCERT === '' ? '' : readFileSync(PGSSLROOTCERT, 'utf8');
  return { host, port, database, ssl: PGSSLMODE === 'verify-full' && checkedTls(authorities) };
}

/** How a process connects to Kafka, by a configuration that was checked. */
export function kafkaOf(config: TopicConfig): KafkaConnection {
  const mechanism = mechanisms.find((known) => known === config.KAFKA_SASL_MECHANISM);
  return {
    brokers: listOf(config.KAFKA_BROKERS),
    ssl: config.KAFKA_TLS === 'on' && checkedTls(config.KAFKA_CA),
    ...(mechanism && { sasl: { mechanism, username: config.KAFKA_USERNAME, password: config.KAFKA_PASSWORD } }),
  };
}

/** The addresses of a configuration that was checked. */
export function addressesOf(config: Pick<ProcessConfig, 'SERVICE_ADDRESSES'>): ServiceAddress[] {
  return parseServiceAddresses(config.SERVICE_ADDRESSES) ?? [];
}

/** The keys of a secret that was checked, the first of which connects. */
export function keysOf(secret: string): Buffer[] {
  return listOf(secret).map((text) => Buffer.from(text, 'base64url'));
}

/** Whether a text holds secrets: base64 or base64url of 32 bytes at least, several with commas between while one is changed for another. */
export function isSecrets(text: string): boolean {
  const parts = listOf(text);
  return (
    parts.length > 0 &&
    parts.every((part) => /^[\w+/-]+={0,2}$/.test(part) && Buffer.from(part, 'base64url').length >= 32)
  );
}

/** What is said of one that does not. */
export function secretsFault(name: string): string {
  return `${name} must be base64 of 32 random bytes or more, such as openssl rand -base64 32 makes`;
}

/** For a property whose whole text must be of a certain form. */
export function ValidText(holds: (text: string) => boolean, fault: string): PropertyDecorator {
  return ValidateBy({
    name: 'holds',
    validator: { validate: (value: unknown) => typeof value === 'string' && holds(value), defaultMessage: () => fault },
  });
}

/** For a property that has to fit the others of its class: of what must hold, the first that does not is told. */
function ConsistentWith<Config extends object>(
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

/** Whether a text holds certificates, each of which can be read. */
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
