import { describe, expect, test } from '@jest/globals';
import type { AppliedPositions } from './applied-positions.ts';
import { Rights, rightsLimitMs } from './rights.ts';

/** A clock controlled by the test, and a service that has applied the given positions. */
function world(): { rights: Rights; at: (ms: number) => void; applied: (yes: boolean) => void } {
  let time = 0;
  let reached = true;
  const positions = { wait: () => Promise.resolve(reached) } as unknown as AppliedPositions; // the one method that is asked
  return {
    rights: new Rights(['identity'], positions, () => time),
    at: (ms) => (time = ms),
    applied: (yes) => (reached = yes),
  };
}

describe('rights of another source', () => {
  test('are not trusted before its first announcement', () => {
    expect(world().rights.fresh('identity')).toBe(false);
  });

  test('are trusted for five seconds after a heartbeat', async () => {
    const { rights, at } = world();
    await rights.noteAnnounced({ source: 'identity', position: 3 });
    at(rightsLimitMs - 1);
    expect(rights.fresh('identity')).toBe(true);
    at(rightsLimitMs);
    expect(rights.fresh('identity')).toBe(false);
  });

  test('are not trusted while announced events are not applied here', async () => {
    const { rights, applied } = world();
    applied(false);
    await rights.noteAnnounced({ source: 'identity', position: 3 });
    expect(rights.fresh('identity')).toBe(false);
  });

  test('are not trusted while the database may have lost the end of their copy', async () => {
    const { rights } = world();
    await rights.noteAnnounced({ source: 'identity', position: 3 });
    rights.doubt('identity', true);
    const inDoubt = rights.fresh('identity');
    rights.doubt('identity', false);
    expect([inDoubt, rights.fresh('identity')]).toEqual([false, true]);
  });

  test('are trusted from when a head was so, not from when it arrived', async () => {
    const { rights, at } = world();
    at(20_000);
    await rights.noteAnnounced({ source: 'identity', position: 3, asOf: 20_000 - rightsLimitMs });
    expect(rights.fresh('identity')).toBe(false);
  });

  test('need not be fresh for serving once they were confirmed and nobody announces heads', () => {
    const { rights, at } = world();
    at(60_000);
    const before = rights.mayServe;
    rights.confirm('identity', 0);
    const atOnce = rights.mayServe;
    at(60_000 + 2 * rightsLimitMs);
    expect([before, atOnce, rights.mayServe, rights.allFresh]).toEqual([false, false, true, false]);
  });

  test('that go stale later do not end serving: a probe would take everything away', async () => {
    const { rights, at } = world();
    await rights.noteAnnounced({ source: 'identity', position: 3 });
    at(rightsLimitMs);
    expect([rights.mayServe, rights.allFresh]).toEqual([true, false]);
  });

  test('of a source that this service does not read are never fresh, and nothing waits for them', async () => {
    const { rights } = world();
    await rights.noteAnnounced({ source: 'qa', position: 1 });
    rights.confirm('identity', 0);
    expect([rights.fresh('qa'), rights.allFresh]).toEqual([false, true]);
  });
});
