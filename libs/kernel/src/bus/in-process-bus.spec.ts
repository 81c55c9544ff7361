import { describe, expect, it } from '@jest/globals';
import { describeBusContract } from '../testing/bus-contract.ts';
import { envelopesOf } from '../testing/envelopes.ts';
import { silentLogger } from '../testing/silent-logger.ts';
import { until } from '../testing/until.ts';
import { InProcessBus } from './in-process-bus.ts';

describeBusContract('the embedded bus', async () => new InProcessBus(silentLogger));

describe('a slow reader', () => {
  it('gets the newest events, and reads the older ones from the feed', async () => {
    const bus = new InProcessBus(silentLogger);
    const log = envelopesOf('qa', Array<{ type: string; data: object }>(5_501).fill({ type: 'Counted', data: {} }));
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const sizes: number[] = [];
    let last = 0;
    await bus.subscribe('slow', 'qa', async (envelopes) => {
      sizes.push(envelopes.length);
      await held;
      last = envelopes.at(-1)?.position ?? 0;
    });
    await bus.publish('qa', log.slice(0, 1));
    for (let from = 1; from < log.length; from += 500) await bus.publish('qa', log.slice(from, from + 500));
    release();
    await until('it has the last one', (saw) => saw(last) === log.length);
    expect(sizes).toEqual([1, 5_000]);
    await bus.close();
  });
});
