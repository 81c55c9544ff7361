// Runs after the compiler: writes the JSON schemas of all replies and live events, made of the wire
// types, to dist/wire-schemas.json. The API's documentation shows them; tests check replies and
// events against them.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = import.meta.dirname;
const source = join(folder, 'src');
const file = join(folder, 'dist', 'wire-schemas.json');

/** Writes the schemas unless they are those of today's wire types. */
export async function writeSchemas() {
  const of = digestOfSources();
  if (existsSync(file) && JSON.parse(readFileSync(file, 'utf8')).of === of) return;
  const { createGenerator } = await import('ts-json-schema-generator');
  const type = 'Wire';
  const generator = createGenerator({
    path: join(source, 'rpc.ts'),
    tsconfig: join(folder, 'tsconfig.build.json'),
    type,
    skipTypeCheck: true, // the compiler has done that
    topRef: false,
    jsDoc: 'extended',
    sortProps: false,
    encodeRefs: false,
  });
  const { Replies, LiveEvents, SocketRequests, ...definitions } = generator.createSchema(type).definitions;
  mkdirSync(join(folder, 'dist'), { recursive: true });
  const written = `${file}.${process.pid}`;
  writeFileSync(
    written,
    JSON.stringify({
      of,
      replies: Replies.properties,
      events: LiveEvents.properties,
      requests: SocketRequests.properties,
      definitions,
    }),
  );
  renameSync(written, file);
}

function digestOfSources() {
  const hash = createHash('sha256').update(readFileSync(import.meta.filename));
  const names = readdirSync(source, { recursive: true }).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.spec.ts'),
  );
  for (const name of names.toSorted()) hash.update(`${name}\n`).update(readFileSync(join(source, name)));
  return hash.digest('hex');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeSchemas();
