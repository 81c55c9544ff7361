import type { Envelope, Source } from '@parlour/contracts/envelope';
import type { MessagingEvent } from '@parlour/contracts/messaging/messaging';
import type { QaEvent } from '@parlour/contracts/qa/qa.events';
import type { ReadFeed } from '@parlour/kernel/log/feed';
import type { LedgerLine } from './load.ts';

/** The result of the check; every count but `acked` must be 0. */
export interface Verdict {
  readonly acked: number;
  /** Acknowledged commands without their event. */
  readonly lost: number;
  /** Events of refused commands, or of none. */
  readonly phantom: number;
  /** Commands with more than one event. */
  readonly duplicate: number;
  /** Positions or versions with gaps or duplicates. */
  readonly order: number;
}

/** Reads a whole log. */
export async function readLog(feed: ReadFeed): Promise<Envelope[]> {
  const log: Envelope[] = [];
  for (;;) {
    const page = await feed(log.length, 1_000);
    if (page.envelopes.length === 0) return log;
    log.push(...page.envelopes);
  }
}

type CheckedEvent = QaEvent | MessagingEvent;

/**
 * Compares what callers were told with what the log of questions, or that of messages, holds.
 * Source: docs/design/reliability.md#the-ledger.
 */
export function checkLedger(lines: readonly LedgerLine[], log: readonly Envelope[]): Verdict {
  const events = new Map<string, Envelope<CheckedEvent>[]>();
  for (const event of log as readonly Envelope<CheckedEvent>[]) {
    const text = 'text' in event.data ? /^command (\S+)$/.exec(event.data.text)?.[1] : undefined;
    if (text !== undefined) events.set(text, [...(events.get(text) ?? []), event]);
  }
  const known = new Map(lines.map((line) => [line.id, line]));
  const found = (line: LedgerLine): Envelope<CheckedEvent>[] => events.get(line.id) ?? [];
  const acked = lines.filter((line) => line.outcome === 'ok');
  const isOf = (line: LedgerLine, { data }: Envelope<CheckedEvent>): boolean => entityOf(data) === line.entity;
  return {
    acked: acked.length,
    lost: acked.filter((line) => !found(line).some((event) => isOf(line, event))).length,
    phantom: [...events.keys()].filter((id) => (known.get(id)?.outcome ?? 'fail') === 'fail').length,
    duplicate: [...events.values()].filter((same) => same.length > 1).length,
    order: countDisorder(log),
  };
}

function entityOf(data: CheckedEvent['data']): string | null | undefined {
  if ('messageId' in data) return data.messageId;
  if ('answerId' in data) return data.answerId;
  return 'questionId' in data ? data.questionId : undefined;
}

function countDisorder(log: readonly Envelope[]): number {
  const versions = new Map<string, number>();
  let disorder = 0;
  log.forEach((event, index) => {
    const expected = (versions.get(event.streamId) ?? 0) + 1;
    if (event.position !== index + 1 || event.version !== expected) disorder += 1;
    versions.set(event.streamId, event.version);
  });
  return disorder;
}

/** The last line of a ledger. */
export function format(source: Source, verdict: Verdict): string {
  const { acked, lost, phantom, duplicate, order } = verdict;
  return `${source}: acked ${acked}, lost ${lost}, phantom ${phantom}, duplicate ${duplicate}, order ${order}`;
}
