import { existsSync } from 'node:fs';
import { enableCompileCache } from './compile-cache.mjs';
import { isReady, makeReady } from './ready.mjs';
import { isRun, noteRun } from './runs.mjs';
import { tools } from './tools.mjs';

/**
 * Installs and builds Parlour if needed, then runs it, or one of its tools, in this very process,
 * so that it gets its signals directly.
 */
export async function launch(words) {
  const began = performance.now();
  const fault = faultOf(words);
  if (fault) {
    console.error(fault);
    process.exitCode = 64;
    return;
  }
  const tool = words[0] === '--demo' ? undefined : words[0];
  const script = new URL(`../dist/${tool ?? 'main'}.js`, import.meta.url);
  // A site reads its page and PostgreSQL's libraries as long as it runs. Of newer sources, a tool
  // would also be one for another version.
  if (tool !== undefined && isRun() && existsSync(script)) {
    if (!isReady()) console.error('A site runs from this copy: newer sources than its own are for its next start.');
  } else await makeReady({ quiet: tool !== undefined });
  if (tool === undefined) await noteRun();
  enableCompileCache();
  globalThis.parlourBegan = began;
  await import(script.href);
}

/** What is wrong with the words, and what to type instead; nothing if nothing is. */
function faultOf([first, ...more]) {
  // npm keeps an option to itself that has no -- before it.
  const keptByNpm = first !== '--demo' && process.env.npm_config_demo;
  // The words after a tool's name belong to the tool.
  if (tools.includes(first)) {
    return (
      keptByNpm && `A tool takes no --demo. For the site of npm start -- --demo: DATA_DIR=.data-demo npm run ${first}`
    );
  }
  const unknown = first === '--demo' ? more[0] : first;
  if (unknown !== undefined) {
    const calls = ['npm start', 'for the demonstration: npm start -- --demo'];
    return `"${unknown}" is not understood here. Type ${calls.join('; ')}; for a tool: npm run ${tools.join('|')} -- …`;
  }
  return keptByNpm && 'For the demonstration: npm start -- --demo';
}
