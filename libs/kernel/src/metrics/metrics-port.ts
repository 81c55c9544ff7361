import { isNativeError } from 'node:util/types';
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

/** METRICS_PORT cannot be opened; the message says all of it. */
export class MetricsPortError extends Error {
  override readonly name = 'MetricsPortError';
}

/** Why a port cannot be opened, by the code of Node's error. */
const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is taken: stop what uses it, or',
  EACCES: 'may not be used by this user:',
};

const host = '127.0.0.1';

/**
 * Serves `/metrics` on METRICS_PORT of 127.0.0.1, if that is set.
 * @returns how to stop
 * @throws {ConfigurationError} for an invalid port
 * @throws {MetricsPortError} for one that is taken or not permitted
 */
export async function serveMetrics(environment: Environment): Promise<{ close(): void } | undefined> {
  const { METRICS_PORT: port } = readConfiguration(MetricsConfig, environment);
  if (port === 0) return undefined;
  return startHealthServer(host, port, { isAlive: () => true, isReady: () => true }).catch((failure: unknown) => {
    throw explain(failure, port);
  });
}

/** Names the variable: the site has another port, which has errors with the same codes. */
function explain(failure: unknown, port: number): unknown {
  const code = isNativeError(failure) && 'code' in failure ? String(failure.code) : '';
  const reason = reasons[code];
  if (reason === undefined) return failure;
  const message = `Port ${port} on ${host} ${reason} choose another with METRICS_PORT.`;
  return new MetricsPortError(message, { cause: failure });
}
