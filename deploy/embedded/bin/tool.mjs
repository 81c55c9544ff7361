// `node tool.mjs <name> …` runs a tool of a built product, such as the image, where it is called
// `parlour`: nothing is installed or built. The image has the modules, which its services use too,
// and not the bundle.
import { tools } from './tools.mjs';

const [, , name = ''] = process.argv;
if (!tools.includes(name)) {
  console.error(`Usage: ${process.env.TOOL_COMMAND?.trim() || 'node tool.mjs'} <${tools.join('|')}> …`);
  process.exitCode = 64;
} else {
  await import(`../dist/programs/${name}.js`);
}
