// The site that the files of a run share. In its own process, which ends when its standard input
// does, that is with the run, however that ends. It starts on demand: a run of other files has
// none.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { makeDataFolder, removeDataFolder, startProduct } from './product.ts';
import type { Product } from './running-product.ts';

const atEnd: (() => Promise<unknown>)[] = [];

/** Makes something when it is first requested, or again if that failed; then returns the same. */
function once<Made>(make: () => Promise<Made>): () => Promise<Made> {
  let made: Promise<Made> | undefined;
  return () =>
    (made ??= make().catch((failure: unknown) => {
      made = undefined;
      throw failure;
    }));
}

const site = once(async (): Promise<Product> => {
  const dataDir = await makeDataFolder();
  atEnd.push(() => removeDataFolder(dataDir));
  const product = await startProduct(dataDir);
  atEnd.push(() => product.end());
  // The first account is operator, which none of the files' people may be by chance.
  const body = JSON.stringify({ username: 'Founder of the site', password: 'founder of the site' });
  const headers = { 'content-type': 'application/json' };
  await fetch(`${product.url}/api/user/signup`, { method: 'POST', headers, body });
  return product;
});

const offers: Readonly<Record<string, () => Promise<unknown>>> = {
  async site() {
    const { url, dataDir } = await site();
    return { url, dataDir };
  },
  output: async () => (await site()).output,
};

const server = createServer((request, response) => {
  // A connection that is kept may be closed just as the next request begins on it.
  response.setHeader('connection', 'close');
  const offer = offers[request.url?.slice(1) ?? ''];
  Promise.resolve(offer?.()).then(
    (made) => response.end(JSON.stringify(made)),
    (failure: unknown) => response.writeHead(500).end(failure instanceof Error ? failure.message : String(failure)),
  );
});

let ending = false;
async function end(): Promise<void> {
  if (ending) return;
  ending = true;
  for (const close of atEnd.reverse()) await close().catch(console.error);
  process.exit(0);
}
const onEnd = (): void => void end();
process.stdin.resume().on('end', onEnd).on('error', onEnd);
// Ctrl-C reaches the whole process group: the run itself says when its files are done.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', onEnd);

server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo; // it listens on a port
  process.stdout.write(`http://127.0.0.1:${port}\n`);
});
