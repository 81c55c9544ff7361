import { test } from '@jest/globals';
import { playAtOnce } from '../ledger/games-at-once.ts';

test('sixty games at once give the leaderboard that the log gives, also when it is filled again', () =>
  playAtOnce(60, 16));
