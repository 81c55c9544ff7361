import { test } from '@jest/globals';
import { moveOnSite } from '../ledger/simultaneous-moves.ts';
import { own, sharedSite } from './shared.ts';

test('of two moves at once one is applied, forty times', async () => moveOnSite(await sharedSite(), 40, own));
