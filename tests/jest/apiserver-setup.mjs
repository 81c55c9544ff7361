import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/**
 * Builds the API server, or waits for `.ci/prepare` which does, before the tests' time limits
 * begin.
 */
export default function setUp() {
  execFileSync(fileURLToPath(new URL('../apiserver/server/build.sh', import.meta.url)), {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}
