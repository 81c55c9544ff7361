import { IsInt, Max, Min } from 'class-validator';
import { type Environment, readConfiguration } from '../config/config.ts';
import { startHealthServer } from '../process/health-server.ts';

/** The port for metrics, on this machine only. */
class MetricsConfig {
  /** 0, the default, opens no port. */
  @IsInt()
  @Min(0)
  @Max(65_535)
  METRICS_PORT = 0;
}

/**
 * Serves `/metrics` on METRICS_PORT of 127.0.0.1, if that is set.
 * @returns how to stop
 * @throws {ConfigurationError} for an invalid port
 */
export async function serveMetrics(environment: Environment): Promise<{ close(): void } | undefined> {
  const { METRICS_PORT: port } = readConfiguration(MetricsConfig, environment);
  if (port === 0) return undefined;
  return startHealthServer('127.0.0.1', port, { isAlive: () => true, isReady: () => true });
}
