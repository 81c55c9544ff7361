import { ApiProperty } from '@nestjs/swagger';
import { getMetadataStorage } from 'class-validator';
import { validationMetadatasToSchemas } from 'class-validator-jsonschema';

/** A JSON schema, of a class or of one of its fields. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly nullable?: boolean;
  readonly enum?: readonly unknown[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
}

/**
 * The schemas of all request classes by name, made of what validates them, with defaults from the
 * classes themselves.
 */
export function requestSchemas(): Readonly<Record<string, Schema>> {
  const described = validationMetadatasToSchemas() as Record<string, Schema>; // JSON schemas
  const schemas = classes().map((each): [string, Schema] => {
    const { properties = {}, required = [], ...schema } = described[each.name] ?? {};
    const defaults = new each() as Readonly<Record<string, unknown>>; // all their fields have defaults or are unset
    const fields = Object.entries(properties).map(([name, field]): [string, Schema] => [
      name,
      withDefault(field, defaults[name]),
    ]);
    const needed = required.filter((name) => !isDefault(defaults[name]));
    return [
      each.name,
      { ...schema, properties: Object.fromEntries(fields), ...(needed.length && { required: needed }) },
    ];
  });
  return Object.fromEntries(schemas);
}

/** Lets Nest's documentation see the fields of queries. */
export function documentQueries(schemas: Readonly<Record<string, Schema>>): void {
  for (const each of classes()) {
    const { properties = {}, required = [] } = schemas[each.name] ?? {};
    for (const [name, field] of Object.entries(properties)) {
      // Whole schemas replace those of bodies later: only their flat fields could be said here.
      // A query has no null.
      const type = Array.isArray(field.type) ? (field.type as readonly string[])[0] : field.type; // the others are arrays
      const known: object = '$ref' in field ? { type: Object } : { ...field, type };
      ApiProperty({ ...known, required: required.includes(name) })(each.prototype, name);
    }
  }
}

type RequestClass = { readonly name: string; readonly prototype: object; new (): object };

function classes(): RequestClass[] {
  const storage: object = getMetadataStorage();
  const { validationMetadatas } = storage as { readonly validationMetadatas: ReadonlyMap<RequestClass, unknown> }; // class-validator-jsonschema reads it, too
  return [...validationMetadatas.keys()];
}

function withDefault({ nullable, ...field }: Schema, value: unknown): Schema {
  const own = isDefault(value) ? { ...field, default: value } : field;
  return nullable ? orNull(own) : own;
}

/** Blanks and empty lists stand for what is missing, and are refused in a decider's words. */
function isDefault(value: unknown): boolean {
  return typeof value === 'number' || typeof value === 'boolean' || (typeof value === 'string' && value !== '');
}

/** OpenAPI 3.1 has no `nullable`: null is one of the types, and of the values. */
function orNull(field: Schema): Schema {
  const { type, enum: values } = field;
  return {
    ...field,
    ...(typeof type === 'string' ? { type: [type, 'null'] } : {}),
    ...(values && { enum: [...values, null] }),
  };
}
