import { test } from '@jest/globals';
import { killUnderLoad } from '../ledger/kill-loop.ts';

test('two kills under load and during play lose nothing that was acknowledged', () => killUnderLoad(2), 240_000);
