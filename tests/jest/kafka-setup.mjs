import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBroker } from '../../deploy/kafka/broker.mjs';

/** Two ports that nobody uses. */
async function freePorts() {
  const servers = [createServer(), createServer()];
  const ports = [];
  for (const server of servers) {
    await new Promise((settle) => server.listen(0, '127.0.0.1', settle));
    ports.push(server.address().port);
  }
  await Promise.all(servers.map((server) => new Promise((settle) => server.close(settle))));
  return ports;
}

/** Starts a real broker for the run; its teardown is returned to globalTeardown by the global object. */
export default async function setUp() {
  const dataDir = mkdtempSync(join(tmpdir(), 'parlour-kafka-'));
  const [port, controllerPort] = await freePorts();
  const broker = await startBroker({ dataDir, port, controllerPort });
  process.env.KAFKA_BROKER = broker.address;
  globalThis.parlourKafka = async () => {
    await broker.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}
