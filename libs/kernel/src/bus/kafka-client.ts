import { createRequire } from 'node:module';

export { Kafka } from 'kafkajs';

/** The part of kafkajs' request queue that we use here. */
interface RequestQueue {
  readonly pending: readonly unknown[];
  scheduleCheckPendingRequests: (this: RequestQueue) => void;
}

// kafkajs 2.2.4 checks for waiting requests every millisecond, on each connection, even when there
// are none: five percent of a CPU for every idle process. Node 24 and later warn that the time it
// waits is negative. Source: https://github.com/tulios/kafkajs/issues/1704
const { prototype } = createRequire(import.meta.url)('kafkajs/src/network/requestQueue') as { prototype: RequestQueue }; // a class without types
const schedule = prototype.scheduleCheckPendingRequests;
prototype.scheduleCheckPendingRequests = function () {
  if (this.pending.length > 0) schedule.call(this);
};
