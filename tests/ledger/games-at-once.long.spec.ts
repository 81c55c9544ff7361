import { test } from '@jest/globals';
import { playAtOnce } from './games-at-once.ts';

test('two hundred games at once give the leaderboard that the log gives, also when it is filled again', () =>
  playAtOnce(200, 40));
