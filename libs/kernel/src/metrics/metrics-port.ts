import { IsInt, Max, Min } from 'class-validator';
import { type Environment, readConfiguration } from '../config/config.ts';
import { startHealthServer } from '../process/health-server.ts';

/** Where the process tells its numbers, on this machine alone. */
class MetricsConfig {
  /** 0, as where nothing is set, is nowhere. */
  @IsInt()
  @Min(0)
  @Max(65_535)
  METRICS_PORT = 0;
}

/**
 * Answers `/metrics` on METRICS_PORT of 127.0.0.1, where it is set.
 * @returns how to end it
 * @throws {ConfigurationError} for a port that is none
 */
export async function serveMetrics(environment: Environment): Promise<{ close(): void } | undefined> {
  const { METRICS_PORT: port } = readConfiguration(MetricsConfig, environment);
  if (port === 0) return undefined;
  return startHealthServer('127.0.0.1', port, { isAlive: () => true, isReady: () => true });
}
