// A local Kafka broker without Docker: one node, KRaft, from pinned artifacts of Maven Central.
// Needs Java 17 and Maven.
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('.', import.meta.url));
const jars = join(folder, 'target', 'libs');

/** A failure that its message explains completely. */
class BrokerError extends Error {}

/** Fetches the broker's jars unless those of pom.xml are there. */
function fetchJars() {
  const pom = readFileSync(join(folder, 'pom.xml'), 'utf8');
  const noted = join(folder, 'target', 'pom.xml.of-libs');
  if (existsSync(noted) && readFileSync(noted, 'utf8') === pom) return;
  rmSync(join(folder, 'target'), { recursive: true, force: true });
  const goal = ['dependency:copy-dependencies', '-DincludeScope=runtime', '-DoutputDirectory=target/libs'];
  const { status, error, stdout, stderr } = spawnSync('mvn', ['-q', '-B', ...goal], { cwd: folder, encoding: 'utf8' });
  if (error)
    throw new BrokerError(`Maven is needed for a broker of this machine, and could not be run: ${error.message}`);
  if (status !== 0) throw new BrokerError(`Maven could not fetch the broker:\n${stdout}${stderr}`);
  writeFileSync(noted, pom);
}

function properties(dataDir, port, controllerPort, settings) {
  return [
    'process.roles=broker,controller',
    'node.id=1',
    `controller.quorum.voters=1@127.0.0.1:${controllerPort}`,
    `listeners=PLAINTEXT://127.0.0.1:${port},CONTROLLER://127.0.0.1:${controllerPort}`,
    'controller.listener.names=CONTROLLER',
    'offsets.topic.replication.factor=1',
    'offsets.topic.num.partitions=4',
    'transaction.state.log.replication.factor=1',
    'transaction.state.log.min.isr=1',
    'share.coordinator.state.topic.replication.factor=1',
    'share.coordinator.state.topic.min.isr=1',
    'group.initial.rebalance.delay.ms=0',
    'auto.create.topics.enable=false',
    `log.dirs=${inProperties(join(dataDir, 'logs'))}`,
    // The last of two lines for the same key wins.
    ...settings,
    '',
  ].join('\n');
}

/** A text as a value of Java's properties, which are read as Latin 1 and where \\ escapes. */
function inProperties(text) {
  return text.replace(/[^ -[\]-~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/**
 * Starts the broker and resolves once it accepts connections.
 *
 * @param {{ dataDir: string, port: number, controllerPort?: number, settings?: string[],
 * formatting?: string[] }} options
 * `settings` are further lines of its properties, `formatting` arguments for formatting its data
 * folder
 * @returns {Promise<{ address: string, pid: number, ended: Promise<number | null>, stop: () =>
 * Promise<void> }>}
 */
export async function startBroker({ dataDir, port, controllerPort = port + 1, settings = [], formatting = [] }) {
  fetchJars();
  const place = resolve(dataDir);
  mkdirSync(place, { recursive: true });
  // Java makes files that all may read, and events hold private messages.
  chmodSync(place, 0o700);
  const file = join(place, 'server.properties');
  writeFileSync(file, properties(place, port, controllerPort, settings));
  // Java's second compiler pays off for far more messages than come from one machine: without it, a
  // start takes a third less processor time.
  const thrifty = ['-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1'];
  const java = (heap, ...rest) => [`-Xmx${heap}m`, ...thrifty, '-cp', join(jars, '*'), ...rest];
  if (!existsSync(join(place, 'logs', 'meta.properties'))) {
    const tool = ['kafka.tools.StorageTool', 'format', '-t', 'UGFybG91cktyYWZ0Tm9kZQ', '-c', file];
    const format = java(128, ...tool, ...formatting);
    const { status, error, stdout, stderr } = spawnSync('java', format, { encoding: 'utf8' });
    if (error) throw new BrokerError(`Java 17 is needed for a broker of this machine: ${error.message}`);
    if (status !== 0) throw new BrokerError(`The broker's data folder could not be made:\n${stdout}${stderr}`);
  }
  const child = spawn('java', java(512, '-Dorg.slf4j.simpleLogger.defaultLogLevel=warn', 'kafka.Kafka', file), {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (bytes) => {
    said = (said + String(bytes)).slice(-10_000);
  });
  const ended = new Promise((settle) => child.once('exit', settle));
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
    // Cleared: it would keep this process alive for as long after the broker has ended.
    const limit = setTimeout(() => child.kill('SIGKILL'), 10_000);
    await ended;
    clearTimeout(limit);
  };
  let failure;
  void ended.then((code) => {
    failure = new BrokerError(`The broker ended with ${code}:\n${said}`);
  });
  for (const deadline = performance.now() + 60_000; !(await answers(port)); await delay(50)) {
    if (failure) throw failure;
    if (performance.now() > deadline) {
      await stop();
      throw new BrokerError(`The broker does not accept connections:\n${said}`);
    }
  }
  return { address: `127.0.0.1:${port}`, pid: child.pid, ended, stop };
}

function answers(port) {
  return new Promise((settle) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => settle(true)).once('error', () => settle(false));
    socket.once('connect', () => socket.destroy());
  });
}

async function main() {
  const dataDir = join(process.env.DATA_DIR ?? '.data', 'kafka');
  const port = Number(process.env.KAFKA_PORT ?? 9092);
  const controllerPort = Number(process.env.KAFKA_CONTROLLER_PORT ?? port + 1);
  const broker = await startBroker({ dataDir, port, controllerPort });
  console.log(`Kafka is ready: ${broker.address}`);
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void broker.stop());
  // A killed supervisor breaks the IPC channel, and nothing else would end the broker.
  process.once('disconnect', () => void broker.stop());
  // Listening on the channel would keep this process alive after the broker has ended.
  process.channel?.unref();
  process.exitCode = (await broker.ended) === 143 ? 0 : 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await main().catch((error) => {
    console.error(error instanceof BrokerError ? error.message : error);
    process.exit(1);
  });
}
