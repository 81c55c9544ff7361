// A process that ends only when it is told to; it says when it runs.
import { runProcess } from '../process/run-process.ts';

await runProcess(async () => {
  setInterval(() => undefined, 60_000);
  process.stdout.write('running\n');
});
