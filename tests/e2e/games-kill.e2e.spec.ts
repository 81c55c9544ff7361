import { test } from '@jest/globals';
import { killDuringPlay } from '../ledger/moves-under-kills.ts';

test('three kills during play lose no acknowledged move', () => killDuringPlay(3), 240_000);
