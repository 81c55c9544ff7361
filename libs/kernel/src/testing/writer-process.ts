// Writes to one log as one of several processes: sixteen callers, hot and cold streams, conflicts,
// rollbacks and refusals. Reports the outcomes.
import { DomainError } from '@parlour/contracts/errors';
import { v5 as uuidv5 } from 'uuid';
import type { ConnectionOptions } from '../database/connection-options.ts';
import { explosiveMemo } from './accounts.view.ts';
import { Bank } from './bank.ts';
import { type Dice, diceOf } from './seed.ts';
import { report, workerArgument } from './worker.ts';

/** The arguments of a writer. */
export interface WriterArgument {
  readonly connection: ConnectionOptions;
  readonly worker: number;
  readonly seed: number;
  readonly callers: number;
  readonly commandsEach: number;
  readonly hot: readonly string[];
}

/** A command's outcome: done with so many events, refused, or unknown. */
export interface WriterLine {
  readonly commandId: string;
  readonly kind: string;
  readonly outcome: 'ok' | 'fail' | 'info';
  readonly events: number;
  readonly position: number;
  readonly why: string;
}

const { connection, worker, seed, callers, commandsEach, hot } = workerArgument<WriterArgument>();
const bank = await Bank.at(connection, { migrate: false });

interface Deed {
  readonly kind: string;
  readonly events: number;
  readonly give: (commandId: string) => Promise<{ readonly positions: { readonly qa?: number } }>;
}

function choose(dice: Dice, caller: number, round: number): Deed {
  const account = hot[dice.below(hot.length)] ?? '';
  const other = hot[dice.below(hot.length)] ?? '';
  const own = `cold ${worker} ${caller}`;
  const key = `${worker} ${caller} ${round}`;
  const parts = Array.from({ length: 1 + dice.below(4) }, () => 1 + dice.below(9));
  switch (dice.below(12)) {
    case 0:
    case 1:
    case 2:
      return {
        kind: 'hot',
        events: parts.length,
        give: (commandId) => bank.deposit(account, parts, { commandId, key }),
      };
    case 3:
    case 4:
    case 5:
      return { kind: 'cold', events: parts.length, give: (commandId) => bank.deposit(own, parts, { commandId }) };
    case 6:
    case 7:
      return { kind: 'transfer', events: 1, give: (commandId) => bank.transfer(account, other, 1, { commandId, key }) };
    case 8:
    case 9:
      return { kind: 'refused', events: 0, give: (commandId) => bank.withdraw(own, 1_000_000, { commandId, key }) };
    case 10:
      // A name that all processes want at the same time.
      return {
        kind: 'name',
        events: 1,
        give: (commandId) => bank.open(`named ${key}`, { owner: `name ${round}`, commandId }),
      };
    default: {
      const memo = dice.oneIn(2) ? explosiveMemo : 'nul \u0000';
      return {
        kind: 'rolled back',
        events: 0,
        give: (commandId) => bank.deposit(own, parts, { memo, commandId, key }),
      };
    }
  }
}

async function call(caller: number): Promise<void> {
  const dice = diceOf(seed + worker * 1_000 + caller);
  await bank.open(`cold ${worker} ${caller}`);
  for (let round = 0; round < commandsEach; round++) {
    const { kind, events, give } = choose(dice, caller, round);
    const commandId = uuidv5(`${worker} ${caller} ${round}`, uuidv5.URL);
    try {
      const { positions } = await give(commandId);
      report({ commandId, kind, outcome: 'ok', events, position: positions.qa ?? 0, why: '' } satisfies WriterLine);
    } catch (failure) {
      const unknown = failure instanceof DomainError && failure.code === 'service.unavailable';
      const why = failure instanceof DomainError ? failure.code : String(failure);
      report({ commandId, kind, outcome: unknown ? 'info' : 'fail', events, position: 0, why } satisfies WriterLine);
    }
  }
}

await Promise.all(Array.from({ length: callers }, (_, caller) => call(caller)));
await bank.end();
