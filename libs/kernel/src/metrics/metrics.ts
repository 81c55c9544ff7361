import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

// Every number that a process tells of itself. Labels are names from closed lists (a service, a call, a route's pattern), never of people or things.

const registry = new Registry();
const registers = [registry];

/** Requests of people, by the pattern of their route. */
export const httpRequests = new Histogram({
  name: 'parlour_http_request_seconds',
  help: 'Requests, from their head to the end of their answer',
  labelNames: ['method', 'route', 'status'] as const,
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers,
});

/** Calls of services, as their callers see them; `outcome` is answered, refused or unavailable. */
export const rpcCalls = new Histogram({
  name: 'parlour_rpc_call_seconds',
  help: 'Calls of services, as whoever calls sees them',
  labelNames: ['call', 'outcome'] as const,
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
  registers,
});

/** Commands, once each; `outcome` is accepted, refused, conflict (given up after five decisions) or unavailable. */
export const commands = new Counter({
  name: 'parlour_commands_total',
  help: 'Commands, by what became of them',
  labelNames: ['service', 'outcome'] as const,
  registers,
});

/** Decisions that were void because a stream had moved meanwhile. */
export const commandConflicts = new Counter({
  name: 'parlour_command_conflicts_total',
  help: 'Decisions made in vain because what they stood on had changed meanwhile',
  labelNames: ['service'] as const,
  registers,
});

/** How many commands one transaction appended. */
export const appendedBatches = new Histogram({
  name: 'parlour_append_batch_commands',
  help: 'Commands that one transaction appended',
  labelNames: ['service'] as const,
  buckets: [1, 2, 5, 10, 20, 50, 100],
  registers,
});

/** Committed events that were not handed on yet. */
export const relayLag = new Gauge({
  name: 'parlour_relay_lag_events',
  help: 'Committed events that were not handed on yet',
  labelNames: ['service'] as const,
  registers,
});

/** 1 where this process hands on the events of a service. */
export const relayLeads = new Gauge({
  name: 'parlour_relay_leader',
  help: 'Whether this process hands on the events of the service',
  labelNames: ['service'] as const,
  registers,
});

/** Events of a log that a consumer has heard of and not handled yet. */
export const consumerLag = new Gauge({
  name: 'parlour_consumer_lag_events',
  help: 'Events that a consumer has heard of and not handled yet',
  labelNames: ['service', 'consumer', 'source'] as const,
  registers,
});

/** Events that are parked, by the consumer that could not handle them. */
export const deadLetters = new Gauge({
  name: 'parlour_dead_letters',
  help: 'Events that are parked',
  labelNames: ['service', 'consumer'] as const,
  registers,
});

/** Sockets that are open. */
export const sockets = new Gauge({ name: 'parlour_sockets', help: 'Sockets that are open', registers });

/** What could not be measured when it was asked for, such as a lag while the database is away. */
export const failedMeasures = new Counter({
  name: 'parlour_failed_measures_total',
  help: 'Measures that could not be taken when they were asked for',
  labelNames: ['service'] as const,
  registers,
});

const measures = new Set<() => Promise<void> | void>();

/** How long a measure may take before the others are told without it. */
const measureMs = 2_000;

/** Has something measured whenever numbers are asked for; it may not throw. Answers how to stop it. */
export function measureWhenAsked(measure: () => Promise<void> | void): () => void {
  measures.add(measure);
  return () => measures.delete(measure);
}

/** Begins to watch the process itself: memory, processor, the event loop's delay. */
export function watchProcess(): void {
  if (!registry.getSingleMetric('process_cpu_seconds_total')) collectDefaultMetrics({ register: registry });
}

/** All numbers, in Prometheus' text format. */
export async function metricsText(): Promise<string> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, measureMs);
  });
  await Promise.race([Promise.all([...measures].map(async (measure) => measure())), limit]);
  clearTimeout(timer);
  return registry.metrics();
}

/** The names of all numbers, for whoever asks about them elsewhere. */
export function metricNames(): readonly string[] {
  return registry.getMetricsAsArray().map(({ name }) => name);
}
