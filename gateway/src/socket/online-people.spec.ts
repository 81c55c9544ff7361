import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Rpc } from '@parlour/contracts/rpc';
import { silentLogger } from '@parlour/kernel/testing/silent-logger';
import type { GatewayEnvironment } from '../gateway-environment.ts';
import { OnlinePeople } from './online-people.ts';

type Report = Rpc['identity.stayOnline']['request'];

const reports: Report[] = [];
let answer: () => Promise<{ known: boolean }>;
let online: OnlinePeople;

beforeEach(() => {
  jest.useFakeTimers();
  reports.length = 0;
  answer = () => Promise.resolve({ known: true });
  const rpc = {
    call: async (_: string, report: Report) => {
      reports.push(report);
      return { reply: await answer() };
    },
  };
  online = new OnlinePeople({ rpc, logger: silentLogger } as unknown as GatewayEnvironment); // what it uses
  online.start();
});

afterEach(async () => {
  await online.onApplicationShutdown();
  jest.useRealTimers();
});

const pass = (ms: number): Promise<void> => jest.advanceTimersByTimeAsync(ms);
const changes = (): unknown[] => reports.map(({ came, left }) => ({ came, left }));

describe('[BG-4, P-10] reports of who is at a gateway', () => {
  it('have everybody who came within a moment, a thousand at most, one after the other', async () => {
    const people = Array.from({ length: 2_500 }, (_, index) => `p${index}`);
    for (const person of people) online.come(person);
    for (const person of people) online.come(person);
    await pass(1_000);
    expect(reports.map(({ came }) => came.length)).toEqual([1_000, 1_000, 500]);
    expect(reports.flatMap(({ came }) => came)).toEqual(people);
    expect(reports.map(({ number }) => number)).toEqual([1, 2, 3]);
  });

  it('a reload does not show, nor one of two sockets that closes; leaving does after ten seconds', async () => {
    online.come('ann');
    online.come('ben');
    online.come('ben');
    await pass(300);
    online.leave('ann');
    online.leave('ben');
    await pass(5_000);
    online.come('ann');
    await pass(20_000);
    online.leave('ben');
    await pass(9_000);
    expect(changes().at(-1)).toEqual({ came: [], left: [] });
    await pass(2_000);
    expect(changes().filter((each) => JSON.stringify(each) !== '{"came":[],"left":[]}')).toEqual([
      { came: ['ann', 'ben'], left: [] },
      { came: [], left: ['ben'] },
    ]);
  });

  it('renew the lease while somebody is here', async () => {
    await pass(60_000);
    expect(reports).toEqual([]);
    online.come('ann');
    await pass(60_600);
    expect(reports).toHaveLength(4);
  });

  it('begin again with everybody, as another place, if the lease has ended or a report has failed', async () => {
    online.come('ann');
    await pass(300);
    answer = () => Promise.resolve({ known: false });
    online.come('ben');
    await pass(300);
    answer = () => Promise.reject(new Error('away'));
    await pass(600);
    answer = () => Promise.resolve({ known: true });
    await pass(1_200);
    expect(reports.slice(2).map(({ number, came }) => ({ number, came }))).toEqual([
      { number: 1, came: ['ann', 'ben'] },
      { number: 1, came: ['ann', 'ben'] },
    ]);
    expect(new Set(reports.map(({ place }) => place)).size).toBe(3);
  });

  it('pause twice as long after each that fails, five seconds at most, until one succeeds', async () => {
    const sentAt: number[] = [];
    const fail = (): Promise<never> => {
      sentAt.push(performance.now());
      return Promise.reject(new Error('away'));
    };
    const pauses = (): number[] =>
      sentAt.splice(0).flatMap((at, index, all) => (index > 0 ? [at - all[index - 1]!] : []));
    answer = fail;
    online.come('ann');
    await pass(20_000);
    expect(pauses()).toEqual([600, 1_200, 2_400, 4_800, 5_100, 5_100]);
    answer = () => Promise.resolve({ known: true });
    await pass(5_100);
    answer = fail;
    online.come('ben');
    await pass(2_000);
    expect(pauses()).toEqual([600, 1_200]);
  });
});
