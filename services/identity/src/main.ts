import { isSecrets, keysOf, secretsFault, ValidText } from '@parlour/deployment/process/process-config';
import { runService } from '@parlour/deployment/process/run-service';
import { IdentityConfig } from './identity-config.ts';
import { identityDefinition } from './identity.module.ts';

class IdentityProcessConfig extends IdentityConfig {
  /** Also signs the links in mails. */
  @ValidText(isSecrets, secretsFault('ACTOR_SECRET'))
  ACTOR_SECRET!: string;
}

// This service as a separate process; docs/operations.md lists its environment variables.
await runService((config) => identityDefinition(config, keysOf(config.ACTOR_SECRET)), IdentityProcessConfig);
