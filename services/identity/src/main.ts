import { runService } from '@parlour/kernel/service/run-service';
import { IdentityConfig } from './identity-config.ts';
import { identityDefinition } from './identity.module.ts';

// This service as a process of its own; docs/operations.md names the variables of its environment.
await runService(identityDefinition, IdentityConfig);
