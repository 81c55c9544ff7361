import 'reflect-metadata';
import { getMetadataStorage, validateSync } from 'class-validator';

/** The exit code of a process whose configuration is wrong: EX_CONFIG of sysexits.h. */
export const configurationExitCode = 78;

/** Every fault of a configuration in one message, one line a variable. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}

/**
 * Reads a configuration class, whose properties are named like the environment's variables and carry class-validator's decorators, from an
 * environment. Blank variables count as absent, so the class's default holds. Numbers and booleans ("true", "false", "1", "0") are told by the
 * property's declared type or its default.
 * @throws {ConfigurationError} naming every variable that is missing or wrong
 */
export function readConfiguration<Configuration extends object>(
  type: new () => Configuration,
  environment: Readonly<Record<string, string | undefined>>,
): Configuration {
  const configuration = new type();
  for (const name of propertiesOf(type, configuration)) {
    const text = environment[name]?.trim();
    if (text) Reflect.set(configuration, name, convert(text, typeOf(configuration, name)));
  }
  const faults = validateSync(configuration);
  if (faults.length === 0) return configuration;
  const lines = faults.map((fault) => `  ${fault.property}: ${Object.values(fault.constraints ?? {}).join(', ')}`);
  throw new ConfigurationError(`The configuration is not valid:\n${lines.join('\n')}`);
}

/** Those with a default, which exist, and those without, which only their decorators know of. */
function propertiesOf(type: new () => object, configuration: object): Set<string> {
  const decorated = getMetadataStorage().getTargetValidationMetadatas(type, '', false, false);
  return new Set([...Object.keys(configuration), ...decorated.map((metadata) => metadata.propertyName)]);
}

function typeOf(configuration: object, name: string): string {
  const preset: unknown = Reflect.get(configuration, name);
  if (preset !== undefined) return typeof preset;
  const declared: unknown = Reflect.getMetadata('design:type', configuration, name);
  return declared === Number ? 'number' : declared === Boolean ? 'boolean' : 'string';
}

/** What cannot be read as its type stays text, for the validators to complain of. */
function convert(text: string, type: string): unknown {
  if (type === 'number') return Number.isNaN(Number(text)) ? text : Number(text);
  if (type !== 'boolean') return text;
  if (/^(true|1)$/i.test(text)) return true;
  return /^(false|0)$/i.test(text) ? false : text;
}
