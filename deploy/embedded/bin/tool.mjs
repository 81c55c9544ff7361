// `node tool.mjs <name> …` runs a tool of a built product, such as the image, where it is called
// `parlour`: nothing is installed or built.
import { tools } from './tools.mjs';

const [, , name = ''] = process.argv;
if (!tools.includes(name)) {
  console.error(`Usage: ${process.env.TOOL_COMMAND?.trim() || 'node tool.mjs'} <${tools.join('|')}> …`);
  process.exitCode = 64;
} else {
  await import(`../dist/${name}.js`);
}
