import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { isNativeError } from 'node:util/types';
import { getMetadataStorage, validateSync, type ValidationError } from 'class-validator';

/** All faults of a configuration in one message, one line per variable. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';

  /** Each fault names its variable, as in `PORT: must be a number`. */
  constructor(readonly faults: readonly string[]) {
    super(`The configuration is not valid:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
  }
}

/** The variables of a process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads an instance of a configuration class from an environment. Its properties are named like the
 * variables and carry class-validator's decorators. A blank variable counts as absent: the class's
 * default applies, or `<NAME>_FILE` may name a file with the value, as for secrets. Numbers and
 * booleans ("true", "false", "1", "0") are recognised by the property's declared type or its
 * default.
 * @throws {ConfigurationError} naming every variable that is missing or wrong
 */
export function readConfiguration<Configuration extends object>(
  type: new () => Configuration,
  environment: Environment,
): Configuration {
  return readConfigurations([type], environment)[0];
}

/**
 * Reads several configuration classes and reports the faults of all in one message.
 * @throws {ConfigurationError} naming every variable of any class that is missing or wrong
 */
export function readConfigurations<Configurations extends readonly object[]>(
  types: { readonly [Index in keyof Configurations]: new () => Configurations[Index] },
  environment: Environment,
): Configurations {
  const faults = new Set<string>();
  const configurations = types.map((type) => {
    const configuration = new type();
    const unreadable = fill(type, configuration, environment);
    for (const fault of validateSync(configuration)) {
      if (!unreadable.has(fault.property)) faults.add(textOf(fault));
    }
    for (const [name, why] of unreadable) faults.add(`${name}_FILE: ${why}`);
    return configuration;
  });
  if (faults.size > 0) throw new ConfigurationError([...faults]);
  return configurations as readonly object[] as Configurations; // made of each type in turn
}

/** The name comes first, once: most texts of class-validator begin with it. */
function textOf({ property, constraints = {} }: ValidationError): string {
  const texts = Object.values(constraints);
  return `${property}: ${texts.map((text) => text.replace(new RegExp(`^${property} `), '')).join(', ')}`;
}

/** Assigns the environment's values; returns why files could not be read, by variable name. */
function fill(type: new () => object, configuration: object, environment: Environment): Map<string, string> {
  const unreadable = new Map<string, string>();
  for (const name of propertiesOf(type, configuration)) {
    let text = environment[name]?.trim();
    const file = environment[`${name}_FILE`]?.trim();
    if (!text && file) {
      try {
        text = readFileSync(file, 'utf8').trim();
      } catch (failure) {
        unreadable.set(name, isNativeError(failure) ? failure.message : 'cannot be read');
      }
    }
    if (text) Reflect.set(configuration, name, convert(text, typeOf(configuration, name)));
  }
  return unreadable;
}

/**
 * Properties with a default exist on the object; those without are known from their decorators
 * only.
 */
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

/** A value that cannot be parsed stays text, so that the validators report it. */
function convert(text: string, type: string): unknown {
  if (type === 'number') return Number.isNaN(Number(text)) ? text : Number(text);
  if (type !== 'boolean') return text;
  if (/^(true|1)$/i.test(text)) return true;
  return /^(false|0)$/i.test(text) ? false : text;
}
