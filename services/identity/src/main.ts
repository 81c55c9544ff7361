import { runService } from '@parlour/deployment/process/run-service';
import { IdentityConfig } from './identity-config.ts';
import { identityDefinition } from './identity.module.ts';

// This service as a separate process; docs/operations.md lists its environment variables.
await runService(identityDefinition, IdentityConfig);
