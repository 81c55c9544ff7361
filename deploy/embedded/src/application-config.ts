import { IsIn } from 'class-validator';
import { GatewayConfig } from '@parlour/gateway/gateway-config';
import { IdentityConfig } from '@parlour/identity/identity-config';
import { type Environment, readConfigurations } from '@parlour/kernel/config/config';
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
    // Services read SEARCH_LANGUAGE while they migrate, which is too late to report a fault.
    [GatewayConfig, IdentityConfig, ApplicationConfig, SearchConfig],
    environment,
  );
  return { gateway, identity, application };
}
