import { enableCompileCache } from './compile-cache.mjs';
import { makeReady } from './ready.mjs';
import { tools } from './tools.mjs';

/** Makes Parlour installed and built, then runs it, or one of its tools, in this very process: nobody stands between it and its signals. */
export async function launch(words) {
  const began = performance.now();
  // An option is the program's own, as are the words behind a tool.
  const tool = words[0] === '--demo' ? undefined : words[0];
  if (tool !== undefined && !tools.includes(tool)) {
    console.error(
      `There is no "${tool}": start.mjs knows ${tools.join(' and ')}, by itself starts Parlour, and with --demo a demonstration.`,
    );
    process.exitCode = 64;
    return;
  }
  await makeReady({ quiet: tool !== undefined });
  enableCompileCache();
  globalThis.parlourBegan = began;
  await import(`../dist/${tool ?? 'main'}.js`);
}
