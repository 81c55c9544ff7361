import type { CallResult, Page, RpcName } from '@parlour/contracts/rpc';

/** A reply as the JSON text that PostgreSQL wrote: nobody on its way to the browser parses it. */
export class Json<Value> {
  /** Only the compiler knows of it: two kinds of text are two types. */
  declare protected readonly value: Value;

  constructor(readonly text: string) {}

  /** A list of texts as one. */
  static list<Row>(rows: readonly { readonly json: string }[]): Json<readonly Row[]> {
    return new Json(`[${rows.map(({ json }) => json).join(',')}]`);
  }

  parse(): Value {
    return JSON.parse(this.text) as Value; // the statement that wrote it names its type
  }

  /** The same object with one more field; the text is that of an object with at least one. */
  with<Name extends string>(name: Name, value: string | number): Json<Value & Record<Name, string | number>> {
    return new Json(`${this.text.slice(0, -1)},${JSON.stringify(name)}:${JSON.stringify(value)}}`);
  }

  /** How it crosses to another process; `revived` is the way back. */
  toJSON(): Crossing {
    return { $json: this.text };
  }
}

/** A page of a list whose rows are text. */
export type JsonPage<Row> = Omit<Page<Row>, 'rows'> & { readonly rows: Json<readonly Row[]> };

/** A reply whose text may not have been parsed. */
export type Unparsed<Reply> = Reply | Json<Reply> | (Reply extends Page<infer Row> ? JsonPage<Row> : never);

/** What a call came to, its reply not parsed where PostgreSQL wrote it. */
export type UnparsedResult<Name extends RpcName> = Omit<CallResult<Name>, 'reply'> & {
  readonly reply: Unparsed<CallResult<Name>['reply']>;
};

interface Crossing {
  readonly $json: string;
}

/** Parses what is text in a reply. */
export function parsed<Reply>(reply: Unparsed<Reply>): Reply {
  if (reply instanceof Json) return reply.parse() as Reply; // one of Unparsed
  if (isPage(reply) && reply.rows instanceof Json) return { ...reply, rows: reply.rows.parse() } as Reply; // as above
  return reply as Reply; // as above
}

/** A result that came from another process, the texts of its reply as `Json` again. */
export function revived(result: UnparsedResult<RpcName>): UnparsedResult<RpcName> {
  const reply = revivedReply(result.reply) as UnparsedResult<RpcName>['reply']; // the same, before it crossed
  return { ...result, reply };
}

function revivedReply(reply: unknown): unknown {
  if (isCrossing(reply)) return new Json(reply.$json);
  if (isPage(reply) && isCrossing(reply.rows)) return { ...reply, rows: new Json(reply.rows.$json) };
  return reply;
}

function isPage(reply: unknown): reply is { readonly rows: unknown } {
  return typeof reply === 'object' && reply !== null && 'rows' in reply;
}

function isCrossing(value: unknown): value is Crossing {
  return typeof value === 'object' && value !== null && '$json' in value;
}
