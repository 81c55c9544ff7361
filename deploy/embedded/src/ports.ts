import { once } from 'node:events';
import { get } from 'node:http';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

import { codeOf } from '@parlour/kernel/process/error-code';
import { freePort } from '@parlour/kernel/process/free-port';
import { portProblem } from '@parlour/kernel/process/port-problem';

import { StartError } from './start-error.ts';

/**
 * Checks, before slow steps, that the port is available; 0 stands for a free one.
 * @param variable - where the port comes from
 * @returns the port
 * @throws {StartError} when it is taken or not permitted, or the address is not this machine's
 */
export async function claimPort(host: string, port: number, variable = 'PORT'): Promise<number> {
  const probe = createServer();
  try {
    if (port === 0) return await freePort(host);
    probe.listen({ host, port, exclusive: true });
    await once(probe, 'listening');
  } catch (error) {
    throw explainListening(error, host, port, variable);
  }
  probe.close();
  await once(probe, 'close');
  return port;
}

/** Turns an error of `listen` into one line of advice; other errors stay as they are. */
export function explainListening(error: unknown, host: string, port: number, variable = 'PORT'): unknown {
  const problem = portProblem(error, host, port, variable);
  if (problem !== undefined) return new StartError(problem);
  switch (codeOf(error) ?? '') {
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new StartError(`${host} is not an address of this machine: choose another with HOST.`);
    default:
      return error;
  }
}

/** Polls `/health/ready` until it answers 200. */
export async function waitUntilReady(host: string, port: number, signal: AbortSignal): Promise<void> {
  const deadline = performance.now() + 60_000;
  while ((await statusOf(host, port)) !== 200) {
    if (performance.now() > deadline) throw new StartError('Parlour has started but did not become ready within 60 s.');
    await delay(25, undefined, { signal });
  }
}

/** The address for a browser on this machine: browsers cannot open the wildcard address. */
export function addressForBrowsers(host: string, port: number): string {
  const everywhere = ['127.0.0.1', '0.0.0.0', '::', '::1'].includes(host);
  return `http://${everywhere ? 'localhost' : inUrl(host)}:${port}`;
}

function statusOf(host: string, port: number): Promise<number | undefined> {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return new Promise((settle) => {
    const request = get(
      `http://${inUrl(reachable)}:${port}/health/ready`,
      { agent: false, timeout: 5000 },
      (response) => {
        response.resume();
        settle(response.statusCode);
      },
    );
    request.once('timeout', () => request.destroy());
    request.once('error', () => settle(undefined));
  });
}

function inUrl(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}
