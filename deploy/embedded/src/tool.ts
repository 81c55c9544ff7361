import type { Source } from '@parlour/contracts/envelope';
import type { ConnectionOptions } from '@parlour/kernel/postgres/connection-options';
import { configurationExitCode, readSettings } from './settings.ts';
import { withSiteDatabase } from './site-database.ts';
import { StartError } from './start-error.ts';

/** Runs a command-line tool on the site's databases, whether the site runs or not, and ends the process with the code that it answers. */
export async function runTool(
  tool: (words: readonly string[], connections: Record<Source, ConnectionOptions>) => Promise<number>,
): Promise<never> {
  const { settings, faults } = readSettings(process.env);
  if (faults.length > 0) {
    console.error(`The configuration is not valid:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
    process.exit(configurationExitCode);
  }
  try {
    process.exit(await withSiteDatabase(settings, (connections) => tool(process.argv.slice(3), connections)));
  } catch (failure) {
    console.error(failure instanceof StartError ? failure.message : failure);
    process.exit(1);
  }
}
