import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** The result of a tool. */
export interface ToolRun {
  readonly code: number | null;
  readonly output: string;
}

/** Runs a built tool on the site of a folder, like `npm run <name> -- <words>`. */
export async function runSiteTool(
  dataDir: string,
  name: string,
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<ToolRun> {
  const program = fileURLToPath(new URL(`../../deploy/embedded/dist/${name}.js`, import.meta.url));
  const child = spawn(process.execPath, [program, name, ...words], {
    env: { ...process.env, NODE_OPTIONS: '', LOG_LEVEL: 'warn', ...environment, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()));
  await once(child, 'close');
  return { code: child.exitCode, output };
}
