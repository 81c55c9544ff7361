import { createRequire } from 'node:module';
import type { SASLOptions } from 'kafkajs';
import type { CheckedTls } from '../config/checked-tls.ts';

export { Kafka } from 'kafkajs';

/** Kafka's addresses and credentials, passed to kafkajs unchanged. */
export interface KafkaConnection {
  readonly brokers: string[];
  /** False or absent: plain TCP. Otherwise TLS only. */
  readonly ssl?: false | CheckedTls;
  /** Absent if brokers ask for no credentials. */
  readonly sasl?: SASLOptions;
}

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
