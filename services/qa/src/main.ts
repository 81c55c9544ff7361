import { runService } from '@parlour/deployment/process/run-service';
import { qaDefinition } from './qa.module.ts';

// Runs this service as a separate process; docs/operations.md lists its environment variables.
await runService(() => qaDefinition);
