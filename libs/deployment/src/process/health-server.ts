import { once } from 'node:events';
import { createServer } from 'node:http';
import { metricsText, watchProcess } from '@parlour/kernel/metrics/metrics';

/** The health of a process. */
export interface Health {
  /** Whether waiting can help; if not, restart the process. */
  isAlive(): boolean;
  /** Whether it can serve right now. */
  isReady(): boolean | Promise<boolean>;
}

/** How long a readiness probe waits. */
const probeMs = 2_000;

/**
 * Answers probes: `/health/live`, `/health/ready` and `/metrics`; 200, or 503 if unhealthy.
 * @returns the port, and how to stop
 */
export async function startHealthServer(
  host: string,
  port: number,
  health: Health,
): Promise<{ readonly port: number; close(): void }> {
  watchProcess();
  const server = createServer((request, response) => {
    const answer = (status: number, body: string, type = 'application/json'): void => {
      response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' });
      response.end(request.method === 'HEAD' ? undefined : body);
    };
    const path = (request.url ?? '/').split('?')[0];
    if (request.method !== 'GET' && request.method !== 'HEAD') return answer(405, '{}');
    if (path === '/health/live') {
      const alive = health.isAlive();
      return answer(alive ? 200 : 503, JSON.stringify({ alive }));
    }
    if (path === '/health/ready') {
      void isReadyInTime(health).then((ready) => answer(ready ? 200 : 503, JSON.stringify({ ready })));
      return;
    }
    if (path === '/metrics') {
      metricsText().then(
        (text) => answer(200, text, 'text/plain; version=0.0.4; charset=utf-8'),
        () => answer(500, '{}'),
      );
      return;
    }
    answer(404, '{}');
  });
  // Probes are few and short; one held open must not keep the process alive.
  server.requestTimeout = 5_000;
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : port,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function isReadyInTime(health: Health): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), probeMs);
  });
  const look = async (): Promise<boolean> => health.isReady();
  return Promise.race([look().catch(() => false), limit]).finally(() => clearTimeout(timer));
}
