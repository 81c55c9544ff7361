import { FilesConfig, fileStoreOf } from '@parlour/deployment/files/files-config';
import { runService } from '@parlour/deployment/process/run-service';
import { filesDefinition } from './files.module.ts';

// This service as a separate process; docs/operations.md lists its environment variables.
await runService((config) => filesDefinition(fileStoreOf(config)), FilesConfig);
