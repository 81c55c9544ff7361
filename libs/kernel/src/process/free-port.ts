import getPort, { portNumbers } from 'get-port';

/** Below those that systems take for connections of their own: one of these may not be free any more when its server starts. */
const ports = { first: 20_000, last: 32_000 };

/**
 * A port that nobody uses, and none of `promised`. Processes that look at the same time begin at different places; within one, none is given twice
 * in a short time.
 * @throws the system's error when the host is not this machine's
 */
export function freePort(host: string, promised: readonly number[] = []): Promise<number> {
  const from = ports.first + ((process.pid * 64) % (ports.last - ports.first));
  return getPort({ host, port: portNumbers(from, ports.last), exclude: promised });
}
