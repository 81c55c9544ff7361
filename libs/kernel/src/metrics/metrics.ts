import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

// All metrics of a process. Label values come from closed lists (a service, a call, a route's
// pattern), never from people or content.

const registry = new Registry();
const registers = [registry];

/** HTTP requests, by the pattern of their route. */
export const httpRequests = new Histogram({
  name: 'parlour_http_request_seconds',
  help: 'HTTP requests, from the request headers to the end of the response',
  labelNames: ['method', 'route', 'status'] as const,
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers,
});

/**
 * Calls between services, as their callers see them; `outcome` is answered, refused or unavailable.
 */
export const rpcCalls = new Histogram({
  name: 'parlour_rpc_call_seconds',
  help: 'Calls between services, as their callers see them',
  labelNames: ['call', 'outcome'] as const,
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
  registers,
});

/**
 * Commands, once each; `outcome` is accepted, refused, conflict (given up after a hundred tries) or
 * unavailable.
 */
export const commands = new Counter({
  name: 'parlour_commands_total',
  help: 'Commands, by outcome',
  labelNames: ['service', 'outcome'] as const,
  registers,
});

/** Decisions dropped because a stream had moved. */
export const commandConflicts = new Counter({
  name: 'parlour_command_conflicts_total',
  help: 'Decisions dropped because their streams had moved',
  labelNames: ['service'] as const,
  registers,
});

/** Commands per append transaction. */
export const appendedBatches = new Histogram({
  name: 'parlour_append_batch_commands',
  help: 'Commands per append transaction',
  labelNames: ['service'] as const,
  buckets: [1, 2, 5, 10, 20, 50, 100],
  registers,
});

/** Committed events not published yet. */
export const relayLag = new Gauge({
  name: 'parlour_relay_lag_events',
  help: 'Committed events not published yet',
  labelNames: ['service'] as const,
  registers,
});

/** 1 if this process publishes the events of a service. */
export const relayLeads = new Gauge({
  name: 'parlour_relay_leader',
  help: 'Whether this process publishes the events of the service',
  labelNames: ['service'] as const,
  registers,
});

/** Announced events that a consumer has not handled yet. */
export const consumerLag = new Gauge({
  name: 'parlour_consumer_lag_events',
  help: 'Announced events that a consumer has not handled yet',
  labelNames: ['service', 'consumer', 'source'] as const,
  registers,
});

/** Parked events, by the consumer that could not handle them. */
export const deadLetters = new Gauge({
  name: 'parlour_dead_letters',
  help: 'Parked events',
  labelNames: ['service', 'consumer'] as const,
  registers,
});

/** Open sockets. */
export const sockets = new Gauge({ name: 'parlour_sockets', help: 'Open sockets', registers });

/** Things that nobody was notified of, because the events were too old. */
export const tooOldToNotify = new Counter({
  name: 'parlour_too_old_to_notify_total',
  help: 'Things that nobody was notified of, because the events were too old',
  labelNames: ['source'] as const,
  registers,
});

/** Measurements that failed when asked for, such as a lag while the database is away. */
export const failedMeasures = new Counter({
  name: 'parlour_failed_measures_total',
  help: 'Measurements that failed when asked for',
  labelNames: ['service'] as const,
  registers,
});

const measures = new Set<() => Promise<void> | void>();

/** How long a measurement may take before metrics are served without it. */
const measureMs = 2_000;

/**
 * Registers a measurement that runs whenever metrics are asked for; it must not throw. Returns how
 * to remove it.
 */
export function measureWhenAsked(measure: () => Promise<void> | void): () => void {
  measures.add(measure);
  return () => measures.delete(measure);
}

/** How often the event loop's delay is looked at. Each look wakes an idle process. */
const eventLoopMs = 50;

/** Starts the process's own metrics: memory, CPU, event loop delay. */
export function watchProcess(): void {
  if (registry.getSingleMetric('process_cpu_seconds_total')) return;
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: eventLoopMs });
}

/** All metrics, in Prometheus' text format. */
export async function metricsText(): Promise<string> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, measureMs);
  });
  await Promise.race([Promise.all([...measures].map(async (measure) => measure())), limit]);
  clearTimeout(timer);
  return registry.metrics();
}

/** The names of all metrics, so that tests can check alerts and dashboards. */
export function metricNames(): readonly string[] {
  return registry.getMetricsAsArray().map(({ name }) => name);
}
