import { afterAll, beforeAll, describe, expect, it, jest, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type Admin, AssignerProtocol, ConfigResourceTypes, type Consumer, Kafka, logLevel } from 'kafkajs';
import type { Envelope, Source } from '@parlour/contracts/envelope';
import type { LiveBatch } from '@parlour/contracts/live';
import { describeBusContract, heartbeat, liveMessage } from '../testing/bus-contract.ts';
import { envelopesOf } from '../testing/envelopes.ts';
import { silentLogger } from '../testing/silent-logger.ts';
import { until } from '../testing/until.ts';
import { KafkaBus } from './kafka-bus.ts';
import { checkTopics, makeTopics, topicNames, whenKafkaIsThere } from './kafka-topics.ts';

const brokers = [process.env['KAFKA_BROKER'] ?? ''];
const clientId = 'test';
let admin: Admin;

beforeAll(async () => {
  admin = new Kafka({ brokers, clientId, logLevel: logLevel.NOTHING }).admin();
  await admin.connect();
});
afterAll(() => admin.disconnect());

/** A busy broker does not know a new topic at once. */
const topicsMade = (prefix: string): Promise<void> =>
  whenKafkaIsThere(
    { brokers },
    (asking) => makeTopics(asking, prefix),
    () => undefined,
  );

async function place(): Promise<{ readonly prefix: string; open(): KafkaBus }> {
  const prefix = `test-${randomUUID()}`;
  await topicsMade(prefix);
  const follows: readonly Source[] = ['qa', 'identity'];
  return { prefix, open: () => new KafkaBus({ brokers, clientId, prefix, follows, logger: silentLogger }) };
}

describeBusContract('Kafka', async () => (await place()).open());

describe('the topics', () => {
  test('keep what is erased no longer than they say, also those that were made before', async () => {
    const prefix = `test-${randomUUID()}`;
    const { live, heads, of } = topicNames(prefix);
    const ofQa = of('qa');
    // As an earlier version made it, and as somebody has changed it since.
    const configEntries = [
      { name: 'retention.ms', value: '604800000' },
      { name: 'compression.type', value: 'zstd' },
    ];
    await admin.createTopics({ waitForLeaders: true, topics: [{ topic: ofQa, numPartitions: 1, configEntries }] });
    await topicsMade(prefix);
    const asked = [live, heads, ofQa].map((name) => ({ type: ConfigResourceTypes.TOPIC, name }));
    const names = ['retention.ms', 'segment.ms', 'compression.type'];
    // A broker knows a moment later what was set.
    await until('all have their times', async (saw) => {
      const { resources } = await admin.describeConfigs({ includeSynonyms: false, resources: asked });
      const settings = resources.map(({ resourceName, configEntries: all }) => [
        resourceName,
        ...names.map((name) => all.find(({ configName }) => configName === name)?.configValue),
      ]);
      return isDeepStrictEqual(saw(settings), [
        [live, '600000', '600000', 'producer'],
        [heads, '600000', '600000', 'producer'],
        [ofQa, '604800000', '86400000', 'zstd'],
      ]);
    });
  });
});

describe('Kafka', () => {
  const log = envelopesOf(
    'qa',
    Array.from({ length: 20 }, (_, index) => ({ type: 'Counted', data: { index, text: 'ü'.repeat(60_000) } })),
  );

  it('sends more than a broker accepts at once, in order', async () => {
    const bus = (await place()).open();
    const seen: Envelope[] = [];
    await bus.subscribe('reader', 'qa', async (envelopes) => void seen.push(...envelopes));
    await bus.publish('qa', log);
    await until('all have come', (saw) => saw(seen.length) === log.length);
    expect(seen.map(({ position }) => position)).toEqual(log.map(({ position }) => position));
    await bus.close();
  });

  it('leaves a gap if a single live message is longer than a topic accepts', async () => {
    const bus = (await place()).open();
    const live: LiveBatch[] = [];
    await bus.listen((batch) => live.push(batch));
    const messages = [liveMessage(1, 1), liveMessage(2, 9_000_000), liveMessage(2, 1), liveMessage(3, 1)];
    await bus.publish('qa', log.slice(0, 1), { ...heartbeat(3), after: 0, messages });
    await bus.publishLive(heartbeat(3));
    await until('the next batch has come', (saw) => saw(live.at(-1)?.upTo) === 3);
    expect(live.map(({ after, upTo }) => [after, upTo])).toEqual([
      [0, 1],
      [3, 3],
    ]);
    await bus.close();
  });

  it('delivers to every process all that is published after it subscribed, whether or not others share its name', async () => {
    const { open } = await place();
    const [first, second] = [open(), open()];
    const seen: [number[], number[]] = [[], []];
    const record = (into: number[]) => async (envelopes: readonly Envelope[]) =>
      void into.push(...envelopes.map(({ position }) => position));
    await first.subscribe('reader', 'qa', record(seen[0]));
    await first.publish('qa', log.slice(0, 5));
    await until('five have come', (saw) => saw(seen[0]).length === 5);
    await second.subscribe('reader', 'qa', record(seen[1]));
    await first.publish('qa', log.slice(5, 8));
    await until('both have the others', () => seen[0].length === 8 && seen[1].length === 3);
    await first.close();
    await second.publish('qa', log.slice(8, 10));
    await until('none waits for an ended reader', (saw) => saw(seen[1]).length === 5);
    expect(seen[1]).toEqual([6, 7, 8, 9, 10]);
    await second.close();
  });

  it('reads only the logs that it follows, and leaves no group behind', async () => {
    const { prefix, open } = await place();
    const groups = async (): Promise<string[]> => {
      const all = (await admin.listGroups()).groups.map(({ groupId }) => groupId);
      return all.filter((groupId) => groupId.startsWith(prefix));
    };
    const bus = open();
    await expect(bus.subscribe('reader', 'games', () => Promise.resolve())).rejects.toThrow('games');
    await bus.subscribe('reader', 'qa', () => Promise.resolve());
    await bus.listen(() => undefined);
    await bus.watchHeads(() => undefined);
    const reading = await groups();
    expect(reading).toHaveLength(3);
    const described = await admin.describeGroups(reading);
    const assigned = described.groups
      .flatMap(({ members }) => members)
      .flatMap((member) =>
        Object.keys(AssignerProtocol.MemberAssignment.decode(member.memberAssignment)?.assignment ?? {}),
      );
    const names = topicNames(prefix);
    expect(assigned.toSorted()).toEqual([names.of('identity'), names.heads, names.live, names.of('qa')].toSorted());
    await bus.close();
    expect(await groups()).toEqual([]);
  });

  /** A second member makes a reader join its group again, and once more when it leaves. */
  async function joinAgain(prefix: string, group: string, topic: string): Promise<void> {
    const { groups } = await admin.listGroups();
    const groupId = groups.find((each) => each.groupId.startsWith(`${prefix}.${group}`))?.groupId ?? '';
    const second = new Kafka({ brokers, clientId, logLevel: logLevel.NOTHING }).consumer({ groupId });
    await second.connect();
    await second.subscribe({ topics: [topic] });
    await second.run({ autoCommit: false, eachBatch: () => Promise.resolve() });
    await second.disconnect();
    await until('the first is alone again', async () => {
      const [found] = (await admin.describeGroups([groupId])).groups;
      return found?.state === 'Stable' && found.members.length === 1;
    });
  }

  it('continues where it was when it has to join its group again', async () => {
    const { prefix, open } = await place();
    const bus = open();
    const seen: number[] = [];
    await bus.subscribe('reader', 'qa', async (envelopes) => void seen.push(...envelopes.map((each) => each.position)));
    await bus.publish('qa', log.slice(0, 3));
    await until('three have come', (saw) => saw(seen.length) === 3);
    await joinAgain(prefix, 'events', topicNames(prefix).of('qa'));
    await bus.publish('qa', log.slice(3, 5));
    await until('the others have come', (saw) => saw(seen.at(-1)) === 5);
    expect(seen).toEqual([1, 2, 3, 4, 5]);
    await bus.close();
  });

  it('tells the newest of several heads that come at once, and none again when it joins its group again', async () => {
    const { prefix, open } = await place();
    const bus = open();
    const told: number[] = [];
    await bus.watchHeads(({ position }) => told.push(position));
    const producer = new Kafka({ brokers, clientId, logLevel: logLevel.NOTHING }).producer();
    await producer.connect();
    const send = async (...heads: number[]) =>
      producer.send({
        topic: topicNames(prefix).heads,
        messages: heads.map((position) => ({ value: JSON.stringify({ source: 'qa', position }), partition: 0 })),
      });
    await send(1, 2, 3);
    await until('the newest has come', (saw) => saw(told.length) > 0);
    await joinAgain(prefix, 'heads', topicNames(prefix).heads);
    await until('a later one has come', async (saw) => {
      // Heads are repeated: those from before it looks for the end don't matter.
      await send(4);
      return saw(told.at(-1)) === 4;
    });
    expect(told.filter((position) => position < 4)).toEqual([3]);
    await producer.disconnect();
    await bus.close();
  });

  it('skips messages that are not events', async () => {
    const { prefix, open } = await place();
    const producer = new Kafka({ brokers, clientId, logLevel: logLevel.NOTHING }).producer();
    await producer.connect();
    await producer.send({ topic: topicNames(prefix).of('qa'), messages: [{ value: 'no JSON' }] });
    await producer.disconnect();
    const bus = open();
    const seen: Envelope[] = [];
    await bus.subscribe('reader', 'qa', async (envelopes) => void seen.push(...envelopes));
    await bus.publish('qa', log.slice(0, 1));
    await until('the event has come', (saw) => saw(seen.length) === 1);
    await bus.close();
  });

  it('continues with one reader when another crashed while starting', async () => {
    const made: Consumer[] = [];
    const make = Reflect.get(Kafka.prototype, 'consumer') as Kafka['consumer'];
    jest.spyOn(Kafka.prototype, 'consumer').mockImplementation(function (this: Kafka, options) {
      const consumer = make.call(this, options);
      if (made.push(consumer) === 1) crashWhenRun(consumer);
      return consumer;
    });
    const bus = (await place()).open();
    const seen: number[] = [];
    await bus.subscribe('reader', 'qa', async (envelopes) => void seen.push(...envelopes.map((each) => each.position)));
    for (const event of log) {
      await bus.publish('qa', [event]);
      await until('it has come', () => seen.includes(event.position));
    }
    expect(seen).toEqual(log.map(({ position }) => position));
    expect(made).toHaveLength(2);
    await bus.close();
  });

  it('names topics that are missing, or whose partitions would break the order', async () => {
    const prefix = `test-${randomUUID()}`;
    await expect(checkTopics(admin, prefix)).rejects.toThrow(`${prefix}.qa.v1`);
    const topics = [{ topic: topicNames(prefix).of('qa'), numPartitions: 3 }];
    await admin.createTopics({ topics, waitForLeaders: false });
    await expect(topicsMade(prefix)).rejects.toThrow(`${prefix}.qa.v1 must have one partition`);
  });

  it('adds a topic that a newer version needs to those of an older one', async () => {
    const { prefix } = await place();
    await admin.deleteTopics({ topics: [topicNames(prefix).heads] });
    await until('it is gone', async () => {
      const existing = await admin.listTopics();
      return !existing.includes(topicNames(prefix).heads);
    });
    await expect(checkTopics(admin, prefix)).rejects.toThrow(`${prefix}.heads.v1`);
    await topicsMade(prefix);
    await checkTopics(admin, prefix);
  });
});

/** Fails as a consumer does while its group has no coordinator. */
function crashWhenRun(consumer: Consumer): void {
  type Crash = Parameters<Consumer['on']>[1];
  const { run } = consumer;
  const on = consumer.on as (event: string, listener: Crash) => () => void; // of all its signatures
  const crashes: Crash[] = [];
  Object.assign(consumer, {
    on: (event: string, listener: Crash) => {
      if (event === consumer.events.CRASH) crashes.push(listener);
      return on(event, listener);
    },
    run: async (config: Parameters<typeof run>[0]) => {
      await run(config);
      await consumer.stop();
      const payload = { error: new Error('no coordinator'), groupId: '', restart: false };
      for (const tell of crashes) tell({ id: '', type: consumer.events.CRASH, timestamp: 0, payload });
    },
  });
}
