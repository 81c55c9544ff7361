import { test } from '@jest/globals';
import { playAtOnce } from '../ledger/games-at-once.ts';

test('sixty games at once give the leaderboard computed from the log, also when rebuilt', () => playAtOnce(60, 16));
