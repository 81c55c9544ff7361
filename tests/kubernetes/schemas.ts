import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import { parse } from 'yaml';
import type { Manifest } from './manifests.ts';
import { cache, goModule, java, run } from './tools.ts';

// The schemas for validating manifests: of Kubernetes and Strimzi from their own artifacts, of
// CloudNativePG from a file of ours.

/** The parts of a JSON schema used here. */
type Schema = { [key: string]: unknown; properties?: Record<string, Schema> };

/** What a schema finds wrong with manifests. */
export class Schemas {
  private readonly validators = new Map<string, ValidateFunction>();
  private readonly folders: readonly string[];

  /** Of a version of Kubernetes, and of the operators. */
  constructor(version: string) {
    this.folders = [kubernetesSchemas(version), strimziSchemas(), cloudNativeSchemas];
  }

  /** A line for each fault. */
  faults(manifest: Manifest): string[] {
    const { apiVersion, kind, metadata } = manifest;
    const [version = '', group = ''] = apiVersion.split('/').toReversed();
    const name = `${kind} ${metadata.name}`;
    const file = this.folders.map((folder) => join(folder, pathOf(group, version, kind))).find(existsSync);
    if (file === undefined) return [`${name}: ${apiVersion} has no such kind`];
    const isValid = this.validators.get(file) ?? compiled(file);
    this.validators.set(file, isValid);
    isValid(manifest);
    return (isValid.errors ?? []).map(
      ({ instancePath, message, params }) => `${name}: ${instancePath} ${message} ${JSON.stringify(params)}`,
    );
  }
}

function compiled(file: string): ValidateFunction {
  // The schemas are OpenAPI's: with keywords and formats of their own.
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
  return ajv.compile(JSON.parse(readFileSync(file, 'utf8')) as Schema);
}

/** The schemas of a version of Kubernetes, in a folder. */
function kubernetesSchemas(version: string): string {
  const folder = join(cache, 'schemas', `kubernetes-${version}`);
  if (existsSync(join(folder, 'complete'))) return folder;
  const sources = join(goModule('k8s.io/kubernetes', version), 'api', 'openapi-spec', 'v3');
  for (const file of readdirSync(sources).filter((name) => /__v\d+_openapi\.json$/.test(name))) {
    const definitions = definitionsOf(join(sources, file));
    for (const [name, schema] of Object.entries(definitions)) {
      const kinds = (schema['x-kubernetes-group-version-kind'] ?? []) as {
        group: string;
        version: string;
        kind: string;
      }[];
      // Only resources: options of deletion and the like exist in all groups.
      const [kind] = kinds;
      if (kinds.length !== 1 || !kind || !schema.properties?.['metadata']) continue;
      write(folder, kind.group, kind.version, kind.kind, { $ref: `#/definitions/${name}`, definitions });
    }
  }
  writeFileSync(join(folder, 'complete'), '');
  return folder;
}

/** The schemas of Strimzi's resources. */
function strimziSchemas(): string {
  const folder = join(cache, 'schemas', `strimzi-${strimziVersion()}`);
  if (existsSync(join(folder, 'complete'))) return folder;
  for (const path of strimziDefinitions()) {
    const { spec } = parse(readFileSync(path, 'utf8')) as CustomResourceDefinition;
    for (const served of spec.versions) {
      const schema = served.schema.openAPIV3Schema;
      if (schema.properties) schema.properties['metadata'] = { type: 'object' };
      write(folder, spec.group, served.name, spec.names.kind, closed(schema));
    }
  }
  writeFileSync(join(folder, 'complete'), '');
  return folder;
}

const strimziPom = (): string => readFileSync(join(import.meta.dirname, 'strimzi', 'pom.xml'), 'utf8');
const strimziVersion = (): string => /<version>(\d+\.\d+\.\d+)</.exec(strimziPom())?.[1] ?? '';

/** Files with the definitions of Strimzi's resources, generated from its classes by its program. */
export function strimziDefinitions(): string[] {
  const work = join(cache, `strimzi-${strimziVersion()}`);
  const model = 'io.strimzi.api.kafka.model';
  const classes = {
    kafka: `${model}.kafka.Kafka`,
    pool: `${model}.nodepool.KafkaNodePool`,
    topic: `${model}.topic.KafkaTopic`,
  };
  const files = Object.entries(classes).map(([name, type]) => ({ type, path: join(work, `${name}.yaml`) }));
  const paths = files.map(({ path }) => path);
  if (existsSync(join(work, 'complete'))) return paths;
  mkdirSync(work, { recursive: true });
  writeFileSync(join(work, 'pom.xml'), strimziPom());
  run('mvn', ['-q', '-B', 'dependency:copy-dependencies', '-DincludeScope=compile', '-DoutputDirectory=libs'], {
    cwd: work,
  });
  const wanted = files.map(({ type, path }) => `${type}=${path}`);
  run(java(), ['-cp', join(work, 'libs', '*'), 'io.strimzi.crdgenerator.CrdGenerator', '--yaml', ...wanted]);
  writeFileSync(join(work, 'complete'), '');
  return paths;
}

/** The parts of CloudNativePG's resource that we use: its definition is in no package registry. */
export const cloudNativeSchemas = join(import.meta.dirname, 'cloudnative');

interface CustomResourceDefinition {
  readonly spec: {
    readonly group: string;
    readonly names: { readonly kind: string };
    readonly versions: readonly { readonly name: string; readonly schema: { readonly openAPIV3Schema: Schema } }[];
  };
}

function definitionsOf(file: string): Record<string, Schema> {
  const text = readFileSync(file, 'utf8').replaceAll('#/components/schemas/', '#/definitions/');
  const { components } = JSON.parse(text) as { components?: { schemas?: Record<string, Schema> } };
  return closed(components?.schemas ?? {}) as Record<string, Schema>;
}

/** Schemas with listed properties accept no others, as the cluster does with strict validation. */
function closed<Part>(part: Part): Part {
  if (Array.isArray(part)) return part.map(closed) as Part;
  if (typeof part !== 'object' || part === null) return part;
  const schema = Object.fromEntries(
    Object.entries(part).map(([key, value]) => [key, closed<unknown>(value)]),
  ) as Schema;
  const isObject = schema['type'] === 'object' && typeof schema.properties === 'object';
  const isOpen = 'additionalProperties' in schema || schema['x-kubernetes-preserve-unknown-fields'] === true;
  return (isObject && !isOpen ? { ...schema, additionalProperties: false } : schema) as Part;
}

/** Core resources have no group. */
const pathOf = (group: string, version: string, kind: string): string =>
  join(group || version, version, `${kind.toLowerCase()}.json`);

function write(folder: string, group: string, version: string, kind: string, schema: Schema): void {
  const file = join(folder, pathOf(group, version, kind));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(schema));
}
