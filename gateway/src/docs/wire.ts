import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Replies } from '@parlour/contracts/rpc';
import type { Schema } from './requests.ts';

/**
 * What a route answers: the reply of a call, its rows if it is a page of a list, or one of its
 * fields.
 */
export type ReplyPart = keyof Replies | readonly [call: keyof Replies, field: string];

interface WireSchemas {
  readonly replies: Readonly<Record<string, Schema>>;
  readonly events: Readonly<Record<string, Schema>>;
  readonly requests: Readonly<Record<string, Schema>>;
  readonly definitions: Readonly<Record<string, Schema>>;
}

/** The schemas of the wire types, written when the contracts are built (`schemas.mjs`). */
export class WireDocumentation {
  private readonly written: WireSchemas;

  constructor() {
    const file = createRequire(import.meta.url).resolve('@parlour/contracts/wire-schemas.json');
    const text = readFileSync(file, 'utf8').replaceAll('#/definitions/', '#/components/schemas/');
    this.written = JSON.parse(text) as WireSchemas; // by schemas.mjs
  }

  /** The wire types by name. */
  get schemas(): Readonly<Record<string, Schema>> {
    return Object.fromEntries(Object.entries(this.written.definitions).filter(([name]) => !name.startsWith('Page<')));
  }

  /** The events that sockets get, by name. */
  get events(): Readonly<Record<string, Schema>> {
    return this.written.events;
  }

  /** The requests that sockets send, by name. */
  get requests(): Readonly<Record<string, Schema>> {
    return this.written.requests;
  }

  /** The schema of what a route answers. */
  of(answers: ReplyPart): Schema {
    const [call, named] = typeof answers === 'string' ? [answers] : answers;
    const reply = this.resolved(this.written.replies[call]);
    const isPage = reply.properties !== undefined && 'rows' in reply.properties && 'next' in reply.properties;
    const field = named ?? (isPage ? 'rows' : undefined);
    if (field === undefined) return this.written.replies[call] ?? {};
    const schema = reply.properties?.[field];
    if (!schema) throw new Error(`${call} has no field ${field}`);
    return schema;
  }

  private resolved(schema: Schema = {}): Schema {
    const name = schema.$ref?.split('/').at(-1);
    return name === undefined ? schema : (this.written.definitions[name] ?? {});
  }
}
