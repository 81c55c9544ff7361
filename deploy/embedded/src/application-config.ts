import { IsIn } from 'class-validator';
import { GatewayConfig } from '@parlour/gateway/gateway-config';
import { IdentityConfig } from '@parlour/identity/identity-config';
import { ConfigurationError, type Environment, readConfigurations } from '@parlour/kernel/config/config';
import { MetricsConfig } from '@parlour/kernel/metrics/metrics-port';
import { SearchConfig } from '@parlour/kernel/search/search-language';
import { logLevels } from '@parlour/kernel/process/process-config';

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
} {
  const [gateway, identity, application] = readConfigurations(
    // Both are read again where they are used, which is too late to report a fault.
    [GatewayConfig, IdentityConfig, ApplicationConfig, SearchConfig, MetricsConfig],
    environment,
  );
  return { gateway, identity, application };
}

/** The faults in the settings of everything in this process, one line each. */
export function faultsOfApplication(environment: Environment): readonly string[] {
  try {
    readApplicationConfig(environment);
    return [];
  } catch (failure) {
    if (failure instanceof ConfigurationError) return failure.faults;
    throw failure;
  }
}
