import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { RunningGateway } from './testing/running-gateway.ts';

let gateway: RunningGateway;
beforeAll(async () => {
  gateway = await RunningGateway.start();
});
afterAll(() => gateway.stop());

/** More than Node lets wait by default. */
const clients = 600;

/** What the system allows; elsewhere than on Linux it is not known. */
function mostWaiting(): number {
  try {
    return Number(readFileSync('/proc/sys/net/core/somaxconn', 'utf8'));
  } catch {
    return 0;
  }
}

/** Connects in a thread of its own, and counts in shared memory. */
const program = `
  const { connect } = require('node:net');
  const { workerData: { port, clients, counted } } = require('node:worker_threads');
  for (let client = 0; client < clients; client++) {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.on('connect', () => {
      Atomics.add(counted, 0, 1);
      Atomics.notify(counted, 0);
    });
  }
`;

(mostWaiting() > clients ? test : test.skip)(
  '[O-17] all who come at once are connected, however late the event loop is',
  async () => {
    const counted = new Int32Array(new SharedArrayBuffer(4));
    const port = Number(new URL(gateway.origin).port);
    const worker = new Worker(program, { eval: true, workerData: { port, clients, counted } });
    // Blocks this thread, in which the gateway runs, until nobody has been connected for a second.
    for (let seen = 0; seen < clients; seen = Atomics.load(counted, 0)) {
      if (Atomics.wait(counted, 0, seen, seen === 0 ? 20_000 : 900) === 'timed-out') break;
    }
    const connected = Atomics.load(counted, 0);
    await worker.terminate();
    expect(connected).toBe(clients);
  },
);
