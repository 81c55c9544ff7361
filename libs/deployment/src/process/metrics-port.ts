import { type Environment, readConfiguration } from '@parlour/kernel/config/config';
import { startHealthServer } from './health-server.ts';
import { portProblem } from './port-problem.ts';
import { MetricsConfig, metricsHost as host } from './metrics-config.ts';

/** METRICS_PORT cannot be opened; the message says all of it. */
export class MetricsPortError extends Error {
  override readonly name = 'MetricsPortError';
}

/**
 * Serves `/metrics` on METRICS_PORT of this machine, if that is set.
 * @returns how to stop
 * @throws {ConfigurationError} for an invalid port
 * @throws {MetricsPortError} for one that is taken or not permitted
 */
export async function serveMetrics(environment: Environment): Promise<{ close(): void } | undefined> {
  const { METRICS_PORT: port } = readConfiguration(MetricsConfig, environment);
  if (port === 0) return undefined;
  return startHealthServer(host, port, { isAlive: () => true, isReady: () => true }).catch((failure: unknown) => {
    // Told apart here: the site has another port, which has errors with the same codes.
    const problem = portProblem(failure, host, port, 'METRICS_PORT');
    throw problem === undefined ? failure : new MetricsPortError(problem, { cause: failure });
  });
}
