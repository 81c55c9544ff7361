// Reads of the built product beside a bare Nest, Fastify and pg that reads the same rows, in turns
// on the same machine: docs/design/performance.md. `QUESTIONS` says how large the site is.
import { Agent, get } from 'node:http';
import { fileURLToPath } from 'node:url';
import { withServices } from '@parlour/embedded/opened-services';
import { serviceDefinitions } from '@parlour/embedded/service-definitions';
import { withSiteDatabase } from '@parlour/embedded/site-database';
import { Person } from '../e2e/person.ts';
import { makeDataFolder, removeDataFolder, startProduct } from '../e2e/product.ts';
import { fillSite } from '../fill/fill-site.ts';
import { idOf } from '../fill/history.ts';
import { startBare } from './bare-client.ts';
import { compare, print, type Side, postgresPidIn } from './slices.ts';

const rounds = Number(process.env['ROUNDS'] ?? 9);
const sliceMs = Number(process.env['SLICE_MS'] ?? 1_000);
const questions = Number(process.env['QUESTIONS'] ?? 20_000);
const callers = 16;

const dataDir = await makeDataFolder();
const settings = { host: '127.0.0.1', port: 0, dataDir };
await (await startProduct(dataDir)).end();
await withSiteDatabase(settings, (connections) =>
  withServices(serviceDefinitions(), connections, (services, feedOf) =>
    fillSite(services, feedOf, { people: 1_000, questions, busyAnswers: 100, chatMessages: 100 }),
  ),
);
const product = await startProduct(dataDir);
const agent = new Agent({ keepAlive: true, maxSockets: callers });
try {
  await withSiteDatabase(settings, async ({ qa }) => {
    const { url, process: bare } = await startBare('bare-reads-server.ts', {
      CONNECTION: JSON.stringify(qa),
      // Nest's decorators of parameters.
      TSX_TSCONFIG_PATH: fileURLToPath(new URL('../../tsconfig.base.json', import.meta.url)),
    });
    const reader = await new Person(product.url, 'Reader').signUp();
    const cookie = reader.cookie;
    const serverPid = postgresPidIn(dataDir);
    const ofBare = (name: string, path: string): Side => sideOf(name, url + path, bare.pid!);
    // As the page calls: a call at the root is answered whole, with all that there is.
    const ofProduct = (name: string, path: string): Side =>
      sideOf(name, `${product.url}/api${path}`, product.pid, { cookie });
    const id = idOf('question', Math.floor(questions / 2));
    const list = '/question/getQuestion?order=newest';
    const options = { callers, sliceMs, rounds, serverPid };
    const title = `${questions} questions, ${callers} callers, ${rounds} rounds of ${sliceMs} ms`;
    print(
      `Lists: ${title}`,
      await compare(
        [
          ofBare('bare Nest, Fastify and pg, the same fields', '/list'),
          ofBare('bare, eleven of the fields', '/few-fields'),
          ofProduct('newest', list),
          ofProduct('active', '/question/getQuestion?order=active'),
          ofProduct('a tag', `${list}&search=%5Bchess%5D`),
        ],
        options,
      ),
    );
    print(
      `A question: ${title}`,
      await compare(
        [
          ofBare('bare Nest, Fastify and pg, the same fields', `/question/${id}`),
          ofBare('bare, twelve of the fields', `/question-few-fields/${id}`),
          ofProduct('one question', `/question/getQuestionById/${id}`),
        ],
        options,
      ),
    );
    bare.kill();
  });
} finally {
  agent.destroy();
  await product.end();
  await removeDataFolder(dataDir);
}

function sideOf(name: string, url: string, nodePid: number, headers: Record<string, string> = {}): Side {
  return {
    name,
    nodePid,
    once: () =>
      new Promise<void>((resolve, reject) => {
        get(url, { agent, headers }, (answer) => {
          if (answer.statusCode !== 200) reject(new Error(`${url}: ${answer.statusCode}`));
          answer.once('end', resolve).once('error', reject).resume();
        }).once('error', reject);
      }),
  };
}
