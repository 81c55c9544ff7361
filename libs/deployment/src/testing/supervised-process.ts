// A process that ends only when its supervisor says so; it reports when it runs.
import { runProcess } from '../process/run-process.ts';

await runProcess(async () => {
  setInterval(() => undefined, 60_000);
  process.stdout.write('running\n');
});
