import { runService } from '@parlour/kernel/service/run-service';
import { leaderboardDefinition } from './leaderboard.module.ts';

// This service as a process of its own; docs/operations.md names the variables of its environment.
await runService(() => leaderboardDefinition);
