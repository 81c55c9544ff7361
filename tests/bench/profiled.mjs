// Imported by a process that is to be profiled: writes its CPU profile to `PROFILE` when it ends.
import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import { register } from 'node:module';

// The product is one script, in which nothing tells whose code it is.
const unbundled = new URL('unbundled.mjs', import.meta.url).href;
const hook = `export const resolve = (specifier, context, next) =>
  specifier.endsWith('/bundle/programs.js') ? { url: '${unbundled}', shortCircuit: true } : next(specifier, context);`;
register(`data:text/javascript,${encodeURIComponent(hook)}`);

const session = new Session();
session.connect();
session.post('Profiler.enable');
session.post('Profiler.setSamplingInterval', { interval: 500 });
session.post('Profiler.start');
process.on('exit', () => {
  // It calls back at once: nothing later would be heard.
  session.post('Profiler.stop', (_error, { profile }) => {
    writeFileSync(process.env.PROFILE, JSON.stringify(profile));
  });
});
