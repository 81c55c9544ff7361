import { test } from '@jest/globals';
import { killUnderLoad } from '../ledger/kill-loop.ts';

test('ten kills under load lose nothing that was acknowledged', () => killUnderLoad(10), 240_000);
