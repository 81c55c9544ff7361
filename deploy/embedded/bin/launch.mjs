import { enableCompileCache } from './compile-cache.mjs';
import { makeReady } from './ready.mjs';
import { tools } from './tools.mjs';

/**
 * Installs and builds Parlour if needed, then runs it, or one of its tools, in this very process,
 * so that it gets its signals directly.
 */
export async function launch(words) {
  const began = performance.now();
  // Options belong to the program, and so do the words after a tool's name.
  const tool = words[0] === '--demo' ? undefined : words[0];
  if (tool !== undefined && !tools.includes(tool)) {
    console.error(
      `There is no "${tool}": start.mjs accepts ${tools.join(' and ')}; without a tool it starts Parlour, with --demo a demonstration.`,
    );
    process.exitCode = 64;
    return;
  }
  await makeReady({ quiet: tool !== undefined });
  enableCompileCache();
  globalThis.parlourBegan = began;
  await import(`../dist/${tool ?? 'main'}.js`);
}
