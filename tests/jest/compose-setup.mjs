import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import startShared from './e2e-setup.mjs';
import { machinePrepared } from './machine-prepared.mjs';

/**
 * Builds the image of docker-compose.yml from this checkout, unless `.ci/run` has; all files use
 * it.
 */
export default async function setUp() {
  process.env.PARLOUR_SHAPE = 'compose';
  process.env.PARLOUR_IMAGE = 'parlour:tested';
  if (!(await machinePrepared())) buildImage();
  await startShared();
}

function buildImage() {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  execFileSync('docker', ['compose', 'build', '--quiet', 'gateway'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}
