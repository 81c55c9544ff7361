import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import getPort from 'get-port';
import { startBroker } from '../../deploy/kafka/broker.mjs';
import { machinePrepared } from './machine-prepared.mjs';

/** Starts a real broker for the run; globalTeardown gets its end through a global. */
export default async function setUp() {
  await machinePrepared();
  const dataDir = mkdtempSync(join(tmpdir(), 'parlour-kafka-'));
  const [port, controllerPort] = [await getPort({ host: '127.0.0.1' }), await getPort({ host: '127.0.0.1' })];
  const broker = await startBroker({ dataDir, port, controllerPort });
  process.env.KAFKA_BROKER = broker.address;
  globalThis.parlourKafka = async () => {
    await broker.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}
