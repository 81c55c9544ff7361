import { describe, expect, test } from '@jest/globals';
import type { MemberWire } from '@parlour/contracts/identity/members';
import type { MemberRow } from '@parlour/contracts/identity/members.requests';
import type { ListLine } from './parse-list.ts';
import { type Outcomes, runList } from './run-list.ts';

const lines: readonly ListLine[] = Array.from({ length: 250 }, (_, place) => {
  const name = `p${place}`;
  return place === 7
    ? { line: place, name, fault: 'wrong' }
    : { line: place, name, row: { username: name, communities: [] } };
});

const created = ({ username }: MemberRow): MemberWire => ({ status: 'new', username, joined: [] });
const unprocessed = ({ username }: MemberRow): MemberWire => ({ status: 'unprocessed', username, joined: [] });
const busy = (retryAfter: number) => ({
  error: { status: 'refused', httpStatus: 429, code: 'limit.reached', text: 'Wait', retryAfter },
});

/** Runs the list against answers, in turn; the last one stays. From 50 on, the lines were new. */
async function run(...answers: readonly ((rows: readonly MemberRow[]) => object)[]) {
  const sent: number[] = [];
  const renewed: number[] = [];
  const pauses: number[] = [];
  let outcomes: Outcomes = new Map();
  const failure = await runList(
    lines,
    { dryRun: false, renew: false },
    {
      send: async ({ rows, renew }) => {
        if (renew) renewed.push(rows.length);
        const answer = answers[Math.min(sent.push(rows.length), answers.length) - 1];
        return answer?.(rows) ?? {};
      },
      isNew: (line) => line >= 50,
      isAgain: false,
      pause: async (seconds) => void pauses.push(seconds),
      onPart: (all) => {
        outcomes = all;
      },
    },
  );
  return { failure, sent, pauses, done: outcomes.size, ...(renewed.length > 0 && { renewed }) };
}

describe('[IN-2] a list of members', () => {
  const all = (rows: readonly MemberRow[]) => ({ data: { members: rows.map(created) } });

  test('is sent in parts, without the lines that have a fault', async () => {
    expect(await run(all)).toEqual({ failure: undefined, sent: [100, 100, 49], pauses: [], done: 249 });
  });

  test('goes on with what there was no time for', async () => {
    const some = (rows: readonly MemberRow[]) => ({
      data: { members: rows.map((row, place) => (place < 30 ? created(row) : unprocessed(row))) },
    });
    expect(await run(some, all)).toEqual({ failure: undefined, sent: [100, 100, 100, 19], pauses: [], done: 249 });
  });

  test('waits for as long as the site asks for, and gives up in the end', async () => {
    expect(await run(() => busy(7), all)).toEqual({
      failure: undefined,
      sent: [100, 100, 100, 49],
      pauses: [7],
      done: 249,
    });
    const { failure, sent, done } = await run(all, () => busy(1));
    expect([failure, sent.length, done]).toEqual([busy(1).error, 12, 100]);
  });

  test('stops at once if the site cannot be reached or refuses', async () => {
    const error = { status: 'unreachable', text: 'Cannot connect' };
    expect(await run(all, () => ({ error }))).toEqual({ failure: error, sent: [100, 100], pauses: [], done: 100 });
  });

  test('asks for new passwords where those in an answer were lost, of nobody who was there before', async () => {
    const lost = () => ({ error: { status: 'refused', httpStatus: 503, code: 'service.unavailable', text: 'Wait' } });
    const { done, renewed, sent } = await run(lost, all);
    expect({ done, renewed, sent }).toEqual({ done: 249, renewed: [51], sent: [100, 100, 51, 98] });
  });
});
