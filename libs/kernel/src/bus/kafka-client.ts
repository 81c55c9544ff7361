import { createRequire } from 'node:module';

export { Kafka } from 'kafkajs';

/** What waits to be sent over one of kafkajs' connections, as far as it is looked at here. */
interface RequestQueue {
  readonly pending: readonly unknown[];
  scheduleCheckPendingRequests: (this: RequestQueue) => void;
}

// Version 2.2.4 looks every millisecond, on each connection and for ever, for requests that wait, though none do: five percent of a processor for every
// idle process. Source: https://github.com/tulios/kafkajs/issues/1704
const { prototype } = createRequire(import.meta.url)('kafkajs/src/network/requestQueue') as { prototype: RequestQueue }; // a class without types
const schedule = prototype.scheduleCheckPendingRequests;
prototype.scheduleCheckPendingRequests = function () {
  if (this.pending.length > 0) schedule.call(this);
};
