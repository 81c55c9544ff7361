import { isNativeError } from 'node:util/types';

import type { Source } from '@parlour/contracts/envelope';
import { isConnectionFailure } from '@parlour/kernel/database/failures';
import type { ConnectionOptions } from '@parlour/kernel/database/connection-options';
import { FilesConfig, fileStoreOf } from '@parlour/deployment/files/files-config';
import type { FileStore } from '@parlour/deployment/files/file-store';
import { findPostgresBinaries } from '@parlour/deployment/postgres/postgres-binaries';
import { tryConnection } from '@parlour/deployment/postgres/try-connection';
import { patiently } from '@parlour/deployment/process/patiently';
import { messageOf } from '@parlour/deployment/process/run-process';
import { filesOf } from './file-folder.ts';
import { databaseAddresses } from './database-addresses.ts';
import { ConfigurationError, readConfiguration } from '@parlour/kernel/config/config';
import { configurationExitCode } from '@parlour/kernel/config/exit-code';
import { readSettings } from './settings.ts';
import { type SiteConditions, withSiteDatabase } from './site-database.ts';
import { adviceOn, StartError } from './start-error.ts';

/** The site that a tool works on. */
export interface ToolSite {
  readonly connections: Record<Source, ConnectionOptions>;
  /**
   * The folder with its data and secrets; undefined for a site reached by its databases' addresses.
   */
  readonly dataDir: string | undefined;
  /** Where its files are; null if it has no place for them. */
  readonly files: FileStore | null;
}

/** Failures whose messages explain them completely. */
const plain = new Set([StartError.name, 'BackupError', 'ConfigurationError', 'DataVersionError', 'DomainError']);

/**
 * How an operator runs a tool here: by npm, unless the shape that the site has (compose, a cluster)
 * says otherwise in TOOL_COMMAND.
 */
export function callOf(tool: string): string {
  const command = process.env['TOOL_COMMAND']?.trim();
  return command ? `${command} ${tool}` : `npm run ${tool} --`;
}

/**
 * The parsed arguments of a tool. If `parse` returns a sentence, which says what is wrong with
 * them, ends the process with it and the usage.
 */
export function parsedWords<Parsed extends object>(
  usage: string,
  parse: (words: readonly string[]) => Parsed | string,
): Parsed {
  const words = process.argv.slice(3);
  if (words.includes('--help') || words.includes('-h')) {
    console.log(usage);
    process.exit(0);
  }
  const parsed = parse(words);
  if (typeof parsed !== 'string') return parsed;
  // Without an argument, one asks what there is.
  console.error(words.length === 0 ? usage : `${parsed}\n\n${usage}`);
  process.exit(64);
}

/**
 * Runs a command-line tool on the site's databases, whether the site is running or not, and exits
 * with the code that it returns.
 */
export async function runTool(
  tool: (site: ToolSite) => Promise<number>,
  conditions: SiteConditions = {},
): Promise<never> {
  const { settings, faults } = readSettings(process.env);
  const addresses = databaseAddresses(process.env);
  const wrong = [...faults, ...(addresses?.faults ?? [])];
  if (wrong.length > 0) {
    console.error(new ConfigurationError(wrong).message);
    process.exit(configurationExitCode);
  }
  try {
    if (addresses) {
      await whenPostgresAnswers(addresses.connections.identity);
      const files = fileStoreOf(readConfiguration(FilesConfig, process.env));
      process.exit(await tool({ ...addresses, dataDir: undefined, files }));
    }
    await requirePostgres();
    const { dataDir } = settings;
    const files = filesOf(dataDir);
    process.exit(await withSiteDatabase(settings, (connections) => tool({ connections, dataDir, files }), conditions));
  } catch (failure) {
    const known = isNativeError(failure) && plain.has(failure.name);
    console.error(known ? failure.message : (adviceOn(failure) ?? failure));
    process.exit(isNativeError(failure) && failure.name === 'ConfigurationError' ? configurationExitCode : 1);
  }
}

/** The server may be restarting, or its name not be known yet. */
async function whenPostgresAnswers(connection: ConnectionOptions): Promise<void> {
  const { host, port } = connection;
  const waiting = (failure: unknown): string => `PostgreSQL on ${host}:${port} does not answer (${messageOf(failure)})`;
  try {
    await patiently(() => tryConnection(connection), {
      isAway: isConnectionFailure,
      patienceMs: 30_000,
      log: (failure) => console.error(`${waiting(failure)}, waiting …`),
    });
  } catch (cause) {
    throw isConnectionFailure(cause) ? new StartError(`${waiting(cause)}.`, { cause }) : cause;
  }
}

/**
 * A container without PostgreSQL has no site of its own: without the databases' addresses, a tool
 * would make a new, empty one. Source: decisions O-9.
 * @throws {StartError} saying what is missing
 */
async function requirePostgres(): Promise<void> {
  try {
    await findPostgresBinaries();
  } catch (cause) {
    const missing = `There is no site here: there is no PostgreSQL on this machine, and DATABASE_PASSWORDS_DIR does not name a folder with the passwords of its databases.`;
    throw new StartError(
      `${missing}\nUnder compose, run \`docker compose run --rm tools\`; on Kubernetes, \`kubectl -n parlour exec deploy/tools -- parlour\`.`,
      { cause },
    );
  }
}

/**
 * The base of relative file names: npm runs a tool in its own folder, and passes the one it was
 * called from.
 */
export function callersFolder(): string {
  return process.env['INIT_CWD']?.trim() || process.cwd();
}
