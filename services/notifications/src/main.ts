import { runService } from '@parlour/deployment/process/run-service';
import { notificationsDefinition } from './notifications.module.ts';

// This service as a separate process; docs/operations.md lists its environment variables.
await runService(() => notificationsDefinition);
