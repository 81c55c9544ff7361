import { resolve } from 'node:path';

import { takeBackup } from '@parlour/kernel/backup/take-backup';
import { serviceDefinitions } from '../service-definitions.ts';
import { callersFolder, runTool, wordsOf } from '../tool.ts';

// npm run backup -- <file>: backs up the whole site into one file, whether it is running or not.

const isFile = (word: string | undefined): boolean => word !== undefined && !word.startsWith('-');
const [name = ''] = wordsOf('npm run backup -- <file>', (words) => words.length === 1 && isFile(words[0]));

await runTool(async (_, connections) => {
  const file = resolve(callersFolder(), name);
  const { header, rows, bytes } = await takeBackup(file, serviceDefinitions(), connections);
  const events = Object.values(header.logs).reduce((sum, { position }) => sum + position, 0);
  console.log(`${file}: ${events} events, ${rows} rows, ${(bytes / 1e6).toFixed(1)} MB, as of ${header.takenAt}`);
  console.log('It contains private messages and password hashes, and only you can read it: keep it that way.');
  return 0;
});
