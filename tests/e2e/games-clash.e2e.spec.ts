import { test } from '@jest/globals';
import { moveAtOnce } from '../ledger/simultaneous-moves.ts';

test('of two moves at once one is applied, a hundred times', () => moveAtOnce(100));
