import { runService } from '@parlour/deployment/process/run-service';
import { DeliveryConfig } from './delivery-config.ts';
import { deliveryDefinition } from './delivery.module.ts';

// This service as a separate process; docs/operations.md lists its environment variables.
await runService(deliveryDefinition, DeliveryConfig);
