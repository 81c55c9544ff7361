import { test } from '@jest/globals';
import { moveAtOnce } from './simultaneous-moves.ts';

test('of two moves at once one is applied, a thousand times', () => moveAtOnce(1_000));
