import { runService } from '@parlour/kernel/service/run-service';
import { gamesDefinition } from './games.module.ts';

// This service as a process of its own; docs/operations.md names the variables of its environment.
await runService(() => gamesDefinition);
