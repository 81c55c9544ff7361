import type { Envelope } from '@parlour/contracts/envelope';
import type { LiveBatch, LiveMessage } from '@parlour/contracts/live';

/** A message as kafkajs takes it. */
export interface Message {
  readonly key: string;
  readonly value: string;
}

/** The most bytes in one send, about: far below what a topic accepts (`kafka-topics.ts`). */
export const sendBytes = 512 * 1_024;

/** The messages of some events, by send, in order. */
export function eventSends(envelopes: readonly Envelope[]): Message[][] {
  const messages = envelopes.map((envelope) => ({ key: envelope.orderingKey, value: JSON.stringify(envelope) }));
  return inSends(messages, ({ value }) => value);
}

/** The messages of a batch of live messages, each for a send of its own, in order. */
export function liveSends(batch: LiveBatch): readonly Message[] {
  const whole = messageOf(batch);
  const isWhole = batch.messages.length < 2 || isShort(whole.value);
  return isWhole ? [whole] : partsOf(batch).map(messageOf);
}

/** Whether a broker accepts it with others. */
export function isShort(text: string): boolean {
  return Buffer.byteLength(text) <= sendBytes;
}

function messageOf(batch: LiveBatch): Message {
  return { key: batch.source, value: JSON.stringify(batch) };
}

/**
 * A long batch as several that follow each other without a gap: a large audience makes a lot of
 * rooms. The messages of one position stay together, so that gateways can drop what comes twice. If
 * these are too long themselves, several batches share them, and all but the last say that they end
 * before this position. Sessions end first; state is of the end.
 */
function partsOf({ state, ...batch }: LiveBatch): LiveBatch[] {
  const sends = inSends(unitsOf(batch.messages), (unit) => JSON.stringify(unit)).map((units) => units.flat());
  const ends = sends.map((_, index) => {
    const next = sends[index + 1]?.[0];
    return next ? Math.max(batch.after, next.position - 1) : batch.upTo;
  });
  return sends.map((messages, index) => ({
    ...batch,
    after: ends[index - 1] ?? batch.after,
    upTo: ends[index] ?? batch.upTo,
    messages,
    state: index === sends.length - 1 ? state : [],
    endedSessions: index === 0 ? batch.endedSessions : [],
  }));
}

/** What to send together, by position: its messages, or each of them if they are too long. */
function unitsOf(messages: readonly LiveMessage[]): readonly (readonly LiveMessage[])[] {
  const units: LiveMessage[][] = [];
  for (const message of messages.toSorted((one, other) => one.position - other.position)) {
    const last = units.at(-1);
    if (last?.[0]?.position === message.position) last.push(message);
    else units.push([message]);
  }
  return units.flatMap((unit) => (isShort(JSON.stringify(unit)) ? [unit] : unit.map((message) => [message])));
}

/** As many items as fit into each send, in order. One that is too long is alone. */
function inSends<Item>(items: readonly Item[], textOf: (item: Item) => string): Item[][] {
  const sends: Item[][] = [];
  let send: Item[] = [];
  let bytes = 0;
  for (const item of items) {
    const size = Buffer.byteLength(textOf(item));
    if (send.length > 0 && bytes + size > sendBytes) {
      sends.push(send);
      send = [];
      bytes = 0;
    }
    send.push(item);
    bytes += size;
  }
  if (send.length > 0) sends.push(send);
  return sends;
}
