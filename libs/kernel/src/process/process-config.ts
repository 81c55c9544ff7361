import { IsIn, IsInt, IsNotEmpty, IsString, Max, Min, ValidateBy } from 'class-validator';
import { parseServiceAddresses, type ServiceAddress } from '../rpc/tcp-transport.ts';
import type { ConnectionOptions } from '../postgres/connection-options.ts';

/** Where events travel; the names are those of the environment's variables. */
export class TopicConfig {
  /** Brokers as host:port, with commas between. */
  @Holds(isBrokers, 'KAFKA_BROKERS must be addresses such as kafka:9092, with commas between')
  KAFKA_BROKERS!: string;

  /** The site's own name before topics and groups, where several share a broker. */
  @Holds((text) => /^[a-z0-9][a-z0-9-]{0,60}$/.test(text), 'TOPIC_PREFIX must be of small letters, digits and hyphens')
  TOPIC_PREFIX = 'parlour';
}

/** What every process of the distributed shape is told; the names are those of the environment's variables. */
export class ProcessConfig extends TopicConfig {
  /** Where the services listen: `qa=qa:4000,games=games:4000`; one may stand several times, and a name may have several addresses. */
  @Holds(
    (text) => parseServiceAddresses(text) !== undefined,
    'SERVICE_ADDRESSES must be such as qa=qa:4000,games=games:4000',
  )
  SERVICE_ADDRESSES!: string;

  /** Signs who acts between gateway and services; the same in all of them. */
  @Holds(isSecrets, secretsFault('ACTOR_SECRET'))
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

/** PostgreSQL, by the names that its own programs use. */
export class DatabaseConfig {
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
  const { PGHOST: host, PGPORT: port, PGDATABASE: database, PGUSER: user, PGPASSWORD: password } = config;
  return { host, port, database, user, password };
}

/** The brokers of a configuration that was checked. */
export function brokersOf(config: Pick<ProcessConfig, 'KAFKA_BROKERS'>): string[] {
  return listOf(config.KAFKA_BROKERS);
}

/** The addresses of a configuration that was checked. */
export function addressesOf(config: Pick<ProcessConfig, 'SERVICE_ADDRESSES'>): ServiceAddress[] {
  return parseServiceAddresses(config.SERVICE_ADDRESSES) ?? [];
}

/** The keys of a secret that was checked, the first of which signs. */
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
export function Holds(holds: (text: string) => boolean, fault: string): PropertyDecorator {
  return ValidateBy({
    name: 'holds',
    validator: { validate: (value: unknown) => typeof value === 'string' && holds(value), defaultMessage: () => fault },
  });
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
