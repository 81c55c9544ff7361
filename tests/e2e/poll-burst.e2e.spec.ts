import { test } from '@jest/globals';
import { voteAtOnce } from '../ledger/votes-at-once.ts';

test('fifty votes at once are counted exactly, and the open page shows what they came to', () => voteAtOnce(50));
