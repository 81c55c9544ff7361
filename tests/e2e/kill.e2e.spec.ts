import { test } from '@jest/globals';
import { killUnderLoad } from '../ledger/kill-loop.ts';

test('five kills under load lose nothing that was acknowledged', () => killUnderLoad(5), 240_000);
