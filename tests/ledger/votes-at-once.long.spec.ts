import { test } from '@jest/globals';
import { voteAtOnce } from './votes-at-once.ts';

test('a thousand votes at once are counted exactly, and the open page shows the result', () => voteAtOnce(1_000));
