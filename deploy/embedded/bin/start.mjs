// Entry point of `npm start`. It must also load on a Node that is too old for the rest, to say so:
// no static imports, no new syntax in this file.
var required = [20, 19];
var present = process.versions.node.split('.').map(Number);

if (present[0] < required[0] || (present[0] === required[0] && present[1] < required[1])) {
  console.error(
    'Parlour needs Node.js ' +
      required.join('.') +
      ' or newer, and this is ' +
      process.version +
      ': see https://nodejs.org',
  );
  process.exitCode = 1;
} else {
  import('./launch.mjs')
    .then(function (launcher) {
      return launcher.launch(process.argv.slice(2));
    })
    .catch(function (error) {
      console.error(error && error.plain ? error.message : error);
      process.exit(1);
    });
}
