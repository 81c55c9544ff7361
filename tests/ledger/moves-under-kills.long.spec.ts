import { test } from '@jest/globals';
import { killDuringPlay } from './moves-under-kills.ts';

test('ten kills during play lose no acknowledged move', () => killDuringPlay(10));
