import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { type Admin, Kafka, logLevel } from 'kafkajs';
import type { Envelope } from '@parlour/contracts/envelope';
import { describeBusContract } from '../testing/bus-contract.ts';
import { envelopesOf } from '../testing/envelopes.ts';
import { silentLogger } from '../testing/silent-logger.ts';
import { until } from '../testing/until.ts';
import { KafkaBus } from './kafka-bus.ts';
import { checkTopics, makeTopics, topicNames } from './kafka-topics.ts';

const brokers = [process.env['KAFKA_BROKER'] ?? ''];
const clientId = 'test';
let admin: Admin;

beforeAll(async () => {
  admin = new Kafka({ brokers, clientId, logLevel: logLevel.NOTHING }).admin();
  await admin.connect();
});
afterAll(() => admin.disconnect());

async function place(): Promise<{ readonly prefix: string; open(): KafkaBus }> {
  const prefix = `test-${randomUUID()}`;
  await makeTopics(admin, prefix);
  const onFatal = (failure: Error): never => {
    throw failure;
  };
  return { prefix, open: () => new KafkaBus({ brokers, clientId, prefix, logger: silentLogger, onFatal }) };
}

describeBusContract('Kafka', async () => (await place()).open());

describe('Kafka', () => {
  const log = envelopesOf(
    'qa',
    Array.from({ length: 20 }, (_, index) => ({ type: 'Counted', data: { index, text: 'ü'.repeat(60_000) } })),
  );

  it('takes more than a broker takes at once, in order', async () => {
    const bus = (await place()).open();
    const seen: Envelope[] = [];
    await bus.subscribe('reader', 'qa', async (envelopes) => void seen.push(...envelopes));
    await bus.publish('qa', log);
    await until('all have come', () => seen.length === log.length);
    expect(seen.map(({ position }) => position)).toEqual(log.map(({ position }) => position));
    await bus.close();
  });

  it('goes on where a group was, in another process, and gives a new group everything', async () => {
    const { open } = await place();
    const [first, second] = [open(), open()];
    const seen: number[] = [];
    const record = async (envelopes: readonly Envelope[]): Promise<void> =>
      void seen.push(...envelopes.map(({ position }) => position));
    await first.subscribe('reader', 'qa', record);
    await first.publish('qa', log.slice(0, 5));
    await until('five have come', () => seen.length === 5);
    await first.close();
    await second.publish('qa', log.slice(5, 8));
    await second.subscribe('reader', 'qa', record);
    await until('three more have come', () => seen.length === 8);
    const all: number[] = [];
    await second.subscribe('newcomer', 'qa', async (envelopes) => {
      all.push(...envelopes.map(({ position }) => position));
    });
    await until('the newcomer has all', () => all.length === 8);
    expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    await second.close();
  });

  it('passes over what is not an event', async () => {
    const { prefix, open } = await place();
    const producer = new Kafka({ brokers, clientId, logLevel: logLevel.NOTHING }).producer();
    await producer.connect();
    await producer.send({ topic: topicNames(prefix).of('qa'), messages: [{ value: 'no JSON' }] });
    await producer.disconnect();
    const bus = open();
    const seen: Envelope[] = [];
    await bus.subscribe('reader', 'qa', async (envelopes) => void seen.push(...envelopes));
    await bus.publish('qa', log.slice(0, 1));
    await until('the event has come', () => seen.length === 1);
    await bus.close();
  });

  it('says which topics are missing, or have partitions that would lose the order', async () => {
    const prefix = `test-${randomUUID()}`;
    await expect(checkTopics(admin, prefix)).rejects.toThrow(`${prefix}.qa.v1`);
    await admin.createTopics({ topics: [{ topic: topicNames(prefix).of('qa'), numPartitions: 3 }] });
    await expect(makeTopics(admin, prefix)).rejects.toThrow(`${prefix}.qa.v1 must have one partition`);
  });
});
