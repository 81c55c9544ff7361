import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv, type ValidateFunction } from 'ajv';
import { default as formats } from 'ajv-formats';
import type { LiveMessage } from '@parlour/contracts/live';
import type { RpcName } from '@parlour/contracts/rpc';
import type { Call, RefusalWire } from '../rpc/calls.ts';
import { InProcessHub } from '../rpc/in-process.ts';
import { parsed, revived, type UnparsedResult } from '../rpc/json.ts';

/**
 * The in-process transport of tests: requests and replies cross as JSON, as over a network, so that
 * a Date or a Map fails here and not first in separate processes.
 */
export class CopyingHub extends InProcessHub {
  override async send(name: RpcName, call: Call<RpcName>, limitMs: number): Promise<UnparsedResult<RpcName>> {
    return revived(copy(await super.send(name, copy(call), limitMs)));
  }
}

/** As CopyingHub, and every reply must be of its wire type. */
export class CheckedHub extends CopyingHub {
  override async send(name: RpcName, call: Call<RpcName>, limitMs: number): Promise<UnparsedResult<RpcName>> {
    const result = await super.send(name, call, limitMs);
    const text = faultOf('replies', name, parsed(result.reply));
    if (text === undefined) return result;
    // A refusal, because the client replaces any other failure by a text that says nothing.
    // oxlint-disable-next-line typescript/only-throw-error -- refusals cross as they are
    throw { code: 'failure.unknown', text } satisfies RefusalWire;
  }
}

/** Why a live message is not of its type, or undefined. */
export function liveFaultOf({ event, payload }: LiveMessage): string | undefined {
  return faultOf('events', event, payload);
}

interface WireSchemas {
  readonly replies: Readonly<Partial<Record<string, object>>>;
  readonly events: Readonly<Partial<Record<string, object>>>;
  readonly definitions: Readonly<Record<string, object>>;
}

let schemas: WireSchemas | undefined;
const ajv = new Ajv({ allowUnionTypes: true });

/** Why a value is not of its wire type, or undefined. */
function faultOf(kind: 'replies' | 'events', name: string, value: unknown): string | undefined {
  const validate = validatorOf(kind, name);
  if (!validate || validate(value)) return undefined;
  const [error] = validate.errors ?? [];
  const where = `${error?.instancePath} ${error?.message} ${JSON.stringify(error?.params)}`;
  return `${name} is not of its type: ${where} in ${JSON.stringify(value)}`;
}

/** The kernel's own calls have no schema. */
function validatorOf(kind: 'replies' | 'events', name: string): ValidateFunction | undefined {
  schemas ??= readSchemas();
  const schema = schemas[kind][name];
  if (!schema) return undefined;
  return ajv.getSchema(name) ?? ajv.compile({ $id: name, definitions: schemas.definitions, allOf: [schema] });
}

/** The schemas that are made of the wire types (libs/contracts/schemas.mjs). */
function readSchemas(): WireSchemas {
  formats.default(ajv);
  const file = createRequire(import.meta.url).resolve('@parlour/contracts/wire-schemas.json');
  return JSON.parse(readFileSync(file, 'utf8')) as WireSchemas; // by schemas.mjs
}

function copy<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value)) as Value; // JSON of a wire type is that wire type
}
