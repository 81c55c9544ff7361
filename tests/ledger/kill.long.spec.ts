import { test } from '@jest/globals';
import { killUnderLoad } from './kill-loop.ts';

test('six kills under load and during play lose nothing that was acknowledged', () => killUnderLoad(6));
