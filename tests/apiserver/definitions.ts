import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { cloudNativeSchemas, strimziDefinitions } from '../kubernetes/schemas.ts';

// The resources of the operators that highly-available needs, as an API server takes them.

/** The definitions of Strimzi, and of what we use of CloudNativePG. */
export function definitions(): object[] {
  return [...strimziDefinitions().map((file) => parse(readFileSync(file, 'utf8')) as object), cloudNativeDefinition()];
}

interface Schema {
  readonly [key: string]: unknown;
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | false;
}

/** A definition of the resource that our schema describes. */
function cloudNativeDefinition(): object {
  const file = join(cloudNativeSchemas, 'postgresql.cnpg.io', 'v1', 'cluster.json');
  const schema = JSON.parse(readFileSync(file, 'utf8')) as Schema & { readonly definitions: Record<string, Schema> };
  const { spec = {} } = schema.properties ?? {};
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'clusters.postgresql.cnpg.io' },
    spec: {
      group: 'postgresql.cnpg.io',
      scope: 'Namespaced',
      names: { kind: 'Cluster', listKind: 'ClusterList', plural: 'clusters', singular: 'cluster' },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: {
            openAPIV3Schema: { type: 'object', properties: { spec: structural(spec, schema.definitions) } },
          },
        },
      ],
    },
  };
}

/**
 * As definitions have it: every part has one type, none refers to another, and what is not listed
 * is unknown anyway.
 */
function structural(schema: Schema, known: Readonly<Record<string, Schema>>): Schema {
  if (schema.$ref) return structural(known[schema.$ref.split('/').at(-1) ?? ''] ?? {}, known);
  if (Array.isArray(schema.type)) return { 'x-kubernetes-int-or-string': true };
  const { additionalProperties: others, properties, ...rest } = schema;
  const own = Object.entries(properties ?? {}).map(([name, part]) => [name, structural(part, known)]);
  return {
    ...rest,
    ...(schema.enum !== undefined && { type: 'string' }),
    ...(properties && { properties: Object.fromEntries(own) as Record<string, Schema> }),
    ...(others && { additionalProperties: structural(others, known) }),
  };
}
