import { Transform, Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsIn,
  IsInt,
  IsObject,
  IsOptional,
  IsString,
  Matches,
  MaxLength,
  Min,
  ValidateNested,
} from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import type { Fault } from './errors.ts';
import { limits } from './limits.ts';
import { messages } from './messages.ts';

// The fields of request classes: one decorator says how a field is read, checked and documented.
// What a decider checks, such as lengths, is documented here only: the decider words the error.

/** The form of an id; otherwise ids are opaque (decisions T-7). */
export const idForm = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Errors that a field can choose by `context`, instead of the general one. */
export const faults = {
  id: { code: 'id.malformed', text: messages.idMalformed },
  order: { code: 'order.unknown', text: messages.orderUnknown },
  list: { code: 'community.list', text: messages.communityListInvalid },
  gameType: { code: 'game.type', text: messages.gameTypeInvalid },
  gameVisibility: { code: 'visibility.unknown', text: messages.gameVisibilityInvalid },
  gameStatus: { code: 'request.invalid', text: messages.gameStatusInvalid },
  period: { code: 'request.invalid', text: messages.leaderboardPeriodInvalid },
  value: { code: 'request.invalid', text: messages.requestInvalid },
  strength: { code: 'request.invalid', text: messages.gameStrengthInvalid },
} as const satisfies Record<string, Fault>;

type Schema = Record<string, unknown>;

/** A field as it was sent: anything. */
interface Sent {
  readonly value: unknown;
}

/** A text that may not be blank, with its greatest length, as documentation has it. */
export function text(maxLength?: number): Schema {
  return { minLength: 1, pattern: '[^\\s\\x00-\\x1f\\x7f-\\xa0]', ...(maxLength === undefined ? {} : { maxLength }) };
}

/** An id. */
export function Id(description?: string): PropertyDecorator {
  return together(
    lowerCase,
    matchesId,
    documented({ type: 'string', format: 'uuid', pattern: undefined }, description),
  );
}

/** The id of a chat, or `global` for the global room (decisions M-10). */
export function IdOrRoom(): PropertyDecorator {
  return together(
    lowerCase,
    Matches(idOrRoom, { context: { fault: faults.id } }),
    documented({ type: 'string', pattern: idOrRoom.source }, 'The id of a chat, or “global” for the global room'),
  );
}

/** An id, or null; blank counts as null. */
export function IdOrNull(): PropertyDecorator {
  return together(
    replace('', null),
    IsOptional(),
    lowerCase,
    matchesId,
    documented({ nullable: true, pattern: idOrBlank }),
  );
}

/** An id as a filter in a query; blank for none. */
export function FilterById(): PropertyDecorator {
  return together(blankAsAbsent, IsOptional(), lowerCase, matchesId, documented({ pattern: idOrBlank }));
}

/**
 * A text that a decider checks; null counts as blank, so that it is refused in the decider's words.
 */
export function Text(maxLength?: number, description?: string): PropertyDecorator {
  return Given(text(maxLength), description);
}

/** A string that a decider checks, documented as given; null counts as blank. */
export function Given(schema: Schema, description?: string): PropertyDecorator {
  return together(replace(null, ''), IsString(), documented(schema, description));
}

/** Decorators for an optional field of a body: null counts as absent. */
export function Optional(...checks: PropertyDecorator[]): PropertyDecorator {
  return together(replace(null, undefined), IsOptional(), ...checks, documented({ nullable: true }));
}

/** A field that has its default if it is absent or null. */
export function Default(value: unknown, ...checks: PropertyDecorator[]): PropertyDecorator {
  return together(replace(null, value), ...checks, documented({ nullable: true }));
}

/** The caller's own name, which a request may repeat (decisions T-4). */
export function OwnName(description = 'The caller; filled in if omitted'): PropertyDecorator {
  return Optional(IsString(), documented({}, description));
}

/** The caller's own name in a query. */
export function OwnNameInQuery(description = 'Oneself'): PropertyDecorator {
  return together(IsOptional(), IsString(), documented({}, description));
}

/** A search text or another filter in a query; blank for none (decisions S-5). */
export function Filter(description: string): PropertyDecorator {
  return together(
    Transform(({ value }: Sent): unknown => {
      if (typeof value !== 'string') return value;
      return value.trim() === '' ? undefined : value.trim();
    }),
    IsOptional(),
    IsString(),
    documented({}, description),
  );
}

/** One of some values. */
export function OneOf(values: readonly string[], fault?: Fault): PropertyDecorator {
  return IsIn(values, fault && { context: { fault } });
}

/** One of some values in a query, or blank for any. */
export function FilterBy(values: readonly string[], fault: Fault, description?: string): PropertyDecorator {
  return together(blankAsAbsent, IsOptional(), OneOf(values, fault), documented({}, description));
}

/**
 * A list of names. `maxItems` is documented, and enforced by the decider in its own words; more
 * than `read` are refused unread.
 */
export function Names(schema: Schema, description?: string, read: number = limits.namesListed): PropertyDecorator {
  return together(
    replace(null, []),
    IsArray(),
    ArrayMaxSize(read),
    IsString({ each: true }),
    documented(schema, description),
  );
}

/** An object of a class. */
export function Inner(inner: new () => object): PropertyDecorator {
  return together(
    IsObject(),
    ValidateNested(),
    Type(() => inner),
    // Beside a reference alone, nothing else would count.
    documented({ type: undefined, allOf: [reference(inner)] }),
  );
}

/** A list of objects of a class. */
export function InnerList(inner: new () => object, schema: Schema, description?: string): PropertyDecorator {
  return together(
    replace(null, []),
    IsArray(),
    IsObject({ each: true }),
    ValidateNested({ each: true }),
    Type(() => inner),
    documented({ items: reference(inner), ...schema }, description),
  );
}

function reference({ name }: { readonly name: string }): Schema {
  return { $ref: `#/components/schemas/${name}` };
}

/** The version that an edit is based on. */
export function Version(): PropertyDecorator {
  return together(IsInt(), Min(1), documented({ type: 'integer' }, 'The version that the edit is based on'));
}

/** How many rows to answer, at most `greatest`. */
export function Limit(greatest: number): PropertyDecorator {
  return together(
    Transform(({ value }: Sent): unknown =>
      Number.isInteger(Number(value)) ? Math.min(Number(value), greatest) : Number(value),
    ),
    IsInt(),
    Min(1),
    documented({ type: 'integer' }, `At most ${greatest}`),
  );
}

/** From the Link header of the page before. */
export function Cursor(): PropertyDecorator {
  return together(
    blankAsAbsent,
    IsOptional(),
    IsString(),
    MaxLength(limits.queryBytes),
    documented({}, 'From the Link header of the page before'),
  );
}

/** Adds to what the checks of a field document. */
export function documented(schema: Schema, description?: string): PropertyDecorator {
  return (target, property) => {
    const fields = documentation.get(target) ?? new Map<PropertyKey, Schema>();
    const field = { ...fields.get(property), ...schema, ...(description === undefined ? {} : { description }) };
    documentation.set(target, fields.set(property, field));
    JSONSchema((source) => ({ ...source, ...field }))(target, String(property));
  };
}

/** What several decorators of one field have documented so far, by prototype and field. */
const documentation = new WeakMap<object, Map<PropertyKey, Schema>>();

const idOrRoom = /^(?:global|[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})$/i;
const idOrBlank = `^(?:${idForm.source.slice(1, -1)})?$`;

const blankAsAbsent = replace('', undefined);
const lowerCase = Transform(({ value }: Sent): unknown => (typeof value === 'string' ? value.toLowerCase() : value));
const matchesId = Matches(idForm, { context: { fault: faults.id } });

/** Another value in place of one. */
function replace(from: unknown, to: unknown): PropertyDecorator {
  return Transform(({ value }: Sent): unknown => (value === from ? to : value));
}

/** Several decorators as one; the first check that fails words the error. */
export function together(...decorators: readonly PropertyDecorator[]): PropertyDecorator {
  return (target, property) => {
    for (const decorate of decorators) decorate(target, property);
  };
}
