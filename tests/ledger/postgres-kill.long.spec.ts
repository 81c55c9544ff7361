import { test } from '@jest/globals';
import { killPostgresUnderLoad } from './kill-loop.ts';

test('six kills of PostgreSQL under load lose nothing that was acknowledged, and Parlour keeps running', () =>
  killPostgresUnderLoad(6));
