import { once } from 'node:events';
import { get } from 'node:http';
import { connect, createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

import { messages } from '@parlour/contracts/messages';
import { whatToDoAboutDamage } from '@parlour/kernel/database/failures';
import { codeOf } from '@parlour/kernel/process/error-code';
import { freePort } from '@parlour/kernel/process/free-port';
import { portProblem } from '@parlour/deployment/process/port-problem';

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

/**
 * Polls `/health/ready` until it answers 200. A damaged database is told, and serves what it still
 * can.
 */
export async function waitUntilReady(host: string, port: number, signal: AbortSignal): Promise<void> {
  const deadline = performance.now() + 60_000;
  for (;;) {
    const { status, text } = await readinessOf(host, port);
    if (status === 200) return;
    if (text.includes(messages.damagedDatabase)) {
      console.error(`The database is damaged. ${whatToDoAboutDamage}`);
      return;
    }
    if (performance.now() > deadline) throw new StartError('Parlour has started but did not become ready within 60 s.');
    await delay(25, undefined, { signal });
  }
}

/**
 * The address for a browser on this machine: browsers cannot open the wildcard address. By the name
 * `localhost` they may reach another program, which listens on its other address.
 */
export async function addressForBrowsers(host: string, port: number): Promise<string> {
  const own = reachableAt(host);
  if (!['127.0.0.1', '::1'].includes(own)) return `http://${inUrl(own)}:${port}`;
  const isTaken = host !== '::' && (await accepts(own === '::1' ? '127.0.0.1' : '::1', port));
  return `http://${isTaken ? inUrl(own) : 'localhost'}:${port}`;
}

/** Whether anything listens there. */
async function accepts(host: string, port: number): Promise<boolean> {
  const socket = connect({ host, port, timeout: 1_000 });
  try {
    return await new Promise((settle) => {
      socket.once('connect', () => settle(true));
      socket.once('timeout', () => settle(false)).once('error', () => settle(false));
    });
  } finally {
    socket.destroy();
  }
}

/** The address by which this machine reaches what listens on `host`. */
export function reachableAt(host: string): string {
  return host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
}

function readinessOf(
  host: string,
  port: number,
): Promise<{ readonly status?: number | undefined; readonly text: string }> {
  return new Promise((settle) => {
    const request = get(
      `http://${inUrl(reachableAt(host))}:${port}/health/ready`,
      { agent: false, timeout: 5000 },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => (text += part));
        response.once('close', () => settle({ status: response.statusCode, text }));
      },
    );
    request.once('timeout', () => request.destroy());
    request.once('error', () => settle({ text: '' }));
  });
}

function inUrl(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}
