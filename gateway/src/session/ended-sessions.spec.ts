import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { EndedSession } from '@parlour/contracts/live';
import { createLogger } from '@parlour/kernel/logging/logger';
import { EndedSessions } from './ended-sessions.ts';

const start = Date.parse('2026-01-05T09:00:00.000Z');
let now = start;
let owner: readonly EndedSession[] | 'away' | 'silent' = [];
let asked: string[] = [];

function newEnded(): EndedSessions {
  return new EndedSessions(
    (since) => {
      asked.push(since);
      if (owner === 'silent') return new Promise(() => undefined);
      return owner === 'away' ? Promise.reject(new Error('away')) : Promise.resolve(owner);
    },
    () => now,
    createLogger('test', { level: 'silent' }),
  );
}

function endedAt(sessionId: string, at: number): EndedSession {
  return { sessionId, endedAt: new Date(at).toISOString() };
}

beforeEach(() => {
  now = start;
  owner = [];
  asked = [];
});

afterEach(() => void jest.useRealTimers());

describe('sessions that ended', () => {
  it('accepts no session before it is loaded', async () => {
    const ended = newEnded();
    expect(() => ended.refuse('a')).toThrow(expect.objectContaining({ code: 'service.unavailable' }));
    await ended.poll();
    expect(() => ended.refuse('a')).not.toThrow();
  });

  it("asks for those within a token's lifetime, and a minute more", async () => {
    await newEnded().poll();
    expect(asked).toEqual(['2026-01-05T08:44:00.000Z']);
  });

  it('refuses loaded and published ones', async () => {
    owner = [endedAt('loaded', start)];
    const ended = newEnded();
    await ended.poll();
    ended.add([endedAt('told', start)]);
    for (const id of ['loaded', 'told']) {
      expect(() => ended.refuse(id)).toThrow(expect.objectContaining({ code: 'session.ended' }));
    }
    expect(() => ended.refuse('other')).not.toThrow();
  });

  it('reports each once', async () => {
    const ended = newEnded();
    const endedIds: string[] = [];
    ended.onEnded((id) => endedIds.push(id));
    owner = [endedAt('a', start)];
    ended.add(owner);
    await ended.poll();
    expect(endedIds).toEqual(['a']);
  });

  it('tolerates fifteen seconds of silence and no more', async () => {
    const ended = newEnded();
    await ended.poll();
    owner = 'away';
    now = start + 15_000;
    await ended.poll();
    expect(ended.isCurrent).toBe(true);
    now = start + 15_001;
    expect(() => ended.refuse('a')).toThrow(expect.objectContaining({ code: 'service.unavailable' }));
    owner = [];
    await ended.poll();
    expect(() => ended.refuse('a')).not.toThrow();
  });

  it('still refuses an ended one while the owner is silent', async () => {
    const ended = newEnded();
    await ended.poll();
    ended.add([endedAt('a', start)]);
    now = start + 60_000;
    expect(() => ended.refuse('a')).toThrow(expect.objectContaining({ code: 'session.ended' }));
  });

  it('forgets those whose tokens have long expired', async () => {
    const ended = newEnded();
    ended.add([endedAt('a', start)]);
    now = start + 16 * 60_000;
    await ended.poll();
    expect(() => ended.refuse('a')).toThrow(expect.objectContaining({ code: 'session.ended' }));
    now = start + 18 * 60_000;
    await ended.poll();
    expect(() => ended.refuse('a')).not.toThrow();
  });

  it('are asked for every five seconds, also while an answer is awaited', async () => {
    jest.useFakeTimers();
    const ended = newEnded();
    ended.start();
    await jest.advanceTimersByTimeAsync(5_000);
    owner = 'silent';
    await jest.advanceTimersByTimeAsync(10_000);
    expect(asked).toHaveLength(4);
    ended.stop();
    await jest.advanceTimersByTimeAsync(10_000);
    expect(asked).toHaveLength(4);
  });

  it('are asked for four times a second until they are known', async () => {
    jest.useFakeTimers();
    owner = 'away';
    const ended = newEnded();
    ended.start();
    await jest.advanceTimersByTimeAsync(1_000);
    expect(asked).toHaveLength(5);
    ended.stop();
  });
});
