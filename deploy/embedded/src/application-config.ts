import { IsIn } from 'class-validator';
import { GatewayConfig } from '@parlour/gateway/gateway-config';
import { DeliveryConfig } from '@parlour/delivery/delivery-config';
import { IdentityConfig } from '@parlour/identity/identity-config';
import { ConfigurationError, type Environment, readConfigurations } from '@parlour/kernel/config/config';
import { FilesConfig } from '@parlour/deployment/files/files-config';
import { MetricsConfig } from '@parlour/deployment/process/metrics-config';
import { logLevels } from '@parlour/deployment/process/log-levels';
import { SearchConfig } from '@parlour/search/search-language';
import { readSettings, type Settings } from './settings.ts';

/** The settings of the process as a whole, named like the environment's variables. */
export class ApplicationConfig {
  @IsIn(logLevels)
  LOG_LEVEL = 'warn';
}

/**
 * Reads the settings of everything in this process.
 * @throws {ConfigurationError} naming the faults of all parts
 */
export function readApplicationConfig(environment: Environment): {
  readonly gateway: GatewayConfig;
  readonly identity: IdentityConfig;
  readonly application: ApplicationConfig;
  readonly delivery: DeliveryConfig;
} {
  const [gateway, identity, application, delivery] = readConfigurations(
    // The last ones are read again where they are used, which is too late to report a fault.
    [GatewayConfig, IdentityConfig, ApplicationConfig, DeliveryConfig, SearchConfig, MetricsConfig, FilesConfig],
    environment,
  );
  return { gateway, identity, application, delivery };
}

/**
 * Reads the settings that a site needs first, before it creates anything.
 * @param words - the program's arguments
 * @throws {ConfigurationError} naming the faults of all settings, also of those that are read later
 */
export function readSettingsOfSite(environment: Environment, words: readonly string[] = []): Settings {
  const { settings, faults } = readSettings(environment, words);
  // These two are among `faults`.
  const others = faultsOfApplication({ ...environment, HOST: '127.0.0.1', PORT: '0' });
  if (faults.length + others.length > 0) throw new ConfigurationError([...faults, ...others]);
  return settings;
}

function faultsOfApplication(environment: Environment): readonly string[] {
  try {
    readApplicationConfig(environment);
    return [];
  } catch (failure) {
    if (failure instanceof ConfigurationError) return failure.faults;
    throw failure;
  }
}
