// `node tool.mjs <name> …` runs a tool of a product that is built, as the image is: nothing is installed or built.
import { toolOf, tools } from './tools.mjs';

const [, , name = ''] = process.argv;
const program = toolOf(name);
if (program === undefined) {
  console.error(`Usage: docker compose run --rm tools <${Object.keys(tools).join('|')}> …`);
  process.exitCode = 64;
} else {
  await import(program);
}
