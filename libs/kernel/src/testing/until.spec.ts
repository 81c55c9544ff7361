import { describe, expect, it } from '@jest/globals';
import { until } from './until.ts';

describe('waiting', () => {
  it("returns the condition's answer", async () => {
    let asked = 0;
    expect(await until('the third', () => (++asked === 3 ? 'three' : undefined))).toBe('three');
  });

  it('in vain reports what it waited for and what it saw last', async () => {
    let asked = 0;
    const wait = until('both have it', async (saw) => saw(await Promise.resolve(['ann', ++asked])).length > 2, 10);
    await expect(wait).rejects.toThrow(/^waited 10 ms in vain: both have it; seen last: \[ 'ann', (\d+) \]$/);
    await expect(wait).rejects.toThrow(`'ann', ${asked} ]`);
  });

  it('in vain reports all that was compared', async () => {
    const wait = until('they agree', (saw) => saw(1) + 1 === saw({ to: [{ name: 'x' }] }).to.length, 0);
    await expect(wait).rejects.toThrow("they agree; seen last: 1, { to: [ { name: 'x' } ] }");
  });

  it('in vain reports the answer if the condition notes nothing', async () => {
    await expect(until('it comes', () => 0, 0)).rejects.toThrow('waited 0 ms in vain: it comes; seen last: 0');
  });

  it('in vain limits the length of its report', async () => {
    const wait = until('it is short', (saw) => saw('x'.repeat(5_000)) === '', 0);
    await expect(wait).rejects.toThrow(/seen last: 'x{3999}…$/);
  });

  it("ends with the condition's error", async () => {
    await expect(until('it works', () => Promise.reject(new Error('it is broken')))).rejects.toThrow('it is broken');
  });
});
