import getPort, { portNumbers } from 'get-port';

/** Below the system's ephemeral ports: one of those may be taken by the time the server starts. */
const ports = { first: 20_000, last: 32_000 };

/**
 * A free port that is not in `promised`. Processes that look at the same time start at different
 * places; one process does not return a port twice within a short time.
 * @throws the system's error when the host is not this machine's
 */
export function freePort(host: string, promised: readonly number[] = []): Promise<number> {
  const from = ports.first + ((process.pid * 64) % (ports.last - ports.first));
  return getPort({ host, port: portNumbers(from, ports.last), exclude: promised });
}
