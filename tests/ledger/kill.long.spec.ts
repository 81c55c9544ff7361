import { test } from '@jest/globals';
import { killUnderLoad } from './kill-loop.ts';

test('ten kills under load and during play lose nothing that was acknowledged', () => killUnderLoad(10));
