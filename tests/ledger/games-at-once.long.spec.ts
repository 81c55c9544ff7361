import { test } from '@jest/globals';
import { playAtOnce } from './games-at-once.ts';

test('two hundred games at once give the leaderboard computed from the log, also when rebuilt', () =>
  playAtOnce(200, 40));
