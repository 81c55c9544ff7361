import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';

/** The exit code of a process whose configuration is wrong: EX_CONFIG of sysexits.h. */
export const configurationExitCode = 78;

/** Every fault of a configuration in one message, one line a variable. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}

/**
 * Reads a configuration class, whose properties are named like the environment's variables and carry class-validator's decorators, from an
 * environment. Blank variables count as absent, so the class's default holds.
 * @throws {ConfigurationError} naming every variable that is missing or wrong
 */
export function readConfiguration<Configuration extends object>(
  type: new () => Configuration,
  environment: Readonly<Record<string, string | undefined>>,
): Configuration {
  const known = Object.keys(new type());
  const given = Object.entries(environment).filter(([name, value]) => known.includes(name) && value?.trim());
  const configuration = plainToInstance(type, Object.fromEntries(given), { enableImplicitConversion: true });
  const faults = validateSync(configuration, { whitelist: true });
  if (faults.length === 0) return configuration;
  const lines = faults.flatMap((fault) =>
    Object.values(fault.constraints ?? {}).map((text) => `  ${fault.property}: ${text}`),
  );
  throw new ConfigurationError(`The configuration is not valid:\n${lines.join('\n')}`);
}
