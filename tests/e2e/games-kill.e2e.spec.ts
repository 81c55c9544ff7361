import { test } from '@jest/globals';
import { killDuringPlay } from '../ledger/moves-under-kills.ts';

test('two kills during play lose no acknowledged move', () => killDuringPlay(2), 240_000);
