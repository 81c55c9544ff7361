import { isNativeError } from 'node:util/types';

import type { Source } from '@parlour/contracts/envelope';
import type { ConnectionOptions } from '@parlour/kernel/postgres/connection-options';
import { databaseAddresses } from './database-addresses.ts';
import { configurationExitCode, readSettings } from './settings.ts';
import { type SiteConditions, withSiteDatabase } from './site-database.ts';
import { StartError } from './start-error.ts';

/** The site that a tool works on. */
export interface ToolSite {
  readonly connections: Record<Source, ConnectionOptions>;
  /**
   * The folder with its data and secrets; undefined for a site reached by its databases' addresses.
   */
  readonly dataDir: string | undefined;
}

/** Failures whose messages explain them completely. */
const plain = new Set([StartError.name, 'BackupError', 'ConfigurationError', 'DomainError']);

/** The arguments of a tool. Ends the process with the usage if `valid` refuses them. */
export function wordsOf(usage: string, valid: (words: readonly string[]) => boolean): readonly string[] {
  const words = process.argv.slice(3);
  const asked = words.includes('--help') || words.includes('-h');
  if (!asked && valid(words)) return words;
  (asked ? console.log : console.error)(usage);
  process.exit(asked ? 0 : 64);
}

/**
 * Runs a command-line tool on the site's databases, whether the site is running or not, and exits
 * with the code that it returns.
 */
export async function runTool(
  tool: (words: readonly string[], connections: ToolSite['connections'], site: ToolSite) => Promise<number>,
  conditions: SiteConditions = {},
): Promise<never> {
  const words = process.argv.slice(3);
  const { settings, faults } = readSettings(process.env);
  const addresses = databaseAddresses(process.env);
  const wrong = [...faults, ...(addresses?.faults ?? [])];
  if (wrong.length > 0) {
    console.error(`The configuration is not valid:\n${wrong.map((fault) => `  ${fault}`).join('\n')}`);
    process.exit(configurationExitCode);
  }
  try {
    if (addresses) process.exit(await tool(words, addresses.connections, { ...addresses, dataDir: undefined }));
    const { dataDir } = settings;
    process.exit(
      await withSiteDatabase(settings, (connections) => tool(words, connections, { connections, dataDir }), conditions),
    );
  } catch (failure) {
    const known = isNativeError(failure) && plain.has(failure.name);
    console.error(known ? failure.message : failure);
    process.exit(isNativeError(failure) && failure.name === 'ConfigurationError' ? configurationExitCode : 1);
  }
}

/**
 * The base of relative file names: npm runs a tool in its own folder, and passes the one it was
 * called from.
 */
export function callersFolder(): string {
  return process.env['INIT_CWD']?.trim() || process.cwd();
}
