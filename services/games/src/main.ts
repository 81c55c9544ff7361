import { runService } from '@parlour/deployment/process/run-service';
import { gamesDefinition } from './games.module.ts';

// This service as a separate process; docs/operations.md lists its environment variables.
await runService(() => gamesDefinition);
