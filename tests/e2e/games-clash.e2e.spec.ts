import { test } from '@jest/globals';
import { moveAtOnce } from '../ledger/simultaneous-moves.ts';

test('of two moves at once one is applied, forty times', () => moveAtOnce(40));
