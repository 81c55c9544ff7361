import type { LiveMessage } from '@parlour/contracts/live';
import type { RpcName } from '@parlour/contracts/rpc';
import type { Call, RefusalWire } from '../rpc/calls.ts';
import { InProcessHub } from '../rpc/in-process.ts';
import { parsed, revived, type UnparsedResult } from '../rpc/json.ts';

/** Offered by tests/jest/server-environment.mjs. */
declare const wireFaultOf: (kind: 'replies' | 'events', name: string, value: unknown) => string | undefined;

/**
 * The in-process transport of tests: requests and replies cross as JSON, as over a network, so that
 * a Date or a Map fails here and not first in separate processes.
 */
export class CopyingHub extends InProcessHub {
  override async send(call: Call<RpcName>, limitMs: number): Promise<UnparsedResult<RpcName>> {
    return revived(copy(await super.send(copy(call), limitMs)));
  }
}

/** As CopyingHub, and every reply must be of its wire type. */
export class CheckedHub extends CopyingHub {
  override async send(call: Call<RpcName>, limitMs: number): Promise<UnparsedResult<RpcName>> {
    const result = await super.send(call, limitMs);
    const text = wireFaultOf('replies', call.name, parsed(result.reply));
    if (text === undefined) return result;
    // A refusal, because the client replaces any other failure by a text that says nothing.
    // oxlint-disable-next-line typescript/only-throw-error -- refusals cross as they are
    throw { code: 'failure.unknown', text } satisfies RefusalWire;
  }
}

/** Why a live message is not of its type, or undefined. */
export function liveFaultOf({ event, payload }: LiveMessage): string | undefined {
  return wireFaultOf('events', event, payload);
}

function copy<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value)) as Value; // JSON of a wire type is that wire type
}
