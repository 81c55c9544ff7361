import { resolve } from 'node:path';

import { takeBackup } from '@parlour/kernel/backup/take-backup';
import { backUpInto } from '../backup-folder.ts';
import { serviceDefinitions } from '../service-definitions.ts';
import { callersFolder, callOf, runTool, wordsOf } from '../tool.ts';

// npm run backup -- <file>: backs up the whole site into one file, whether it is running or not.
// With a folder, for a timer: into a new file there, and removes those that are older than so many
// days, but never the newest complete one.

const usage = `${callOf('backup')} <file>
${callOf('backup')} --folder <folder> --days <days>

  The second one writes a new file into the folder, and removes those that it wrote there more than
  so many days ago. The newest complete backup always stays. Of a site without events it keeps none,
  and fails if the folder has one: it may be the wrong site.`;

const isName = (word: string | undefined): boolean => word !== undefined && word !== '' && !word.startsWith('-');
const isTimed = ([folder, name, days, count, ...more]: readonly string[]): boolean =>
  folder === '--folder' && isName(name) && days === '--days' && /^[1-9]\d{0,3}$/.test(count ?? '') && more.length === 0;

const words = wordsOf(usage, (given) => (given.length === 1 && isName(given[0])) || isTimed(given));

await runTool(async (_, connections) => {
  const take = async (file: string): Promise<number> => {
    const { header, rows, bytes } = await takeBackup(file, serviceDefinitions(), connections);
    const events = Object.values(header.logs).reduce((sum, { position }) => sum + position, 0);
    console.log(`${file}: ${events} events, ${rows} rows, ${(bytes / 1e6).toFixed(1)} MB, as of ${header.takenAt}`);
    console.log('It contains private messages and password hashes, and only you can read it: keep it that way.');
    return events;
  };
  const pathOf = (word = ''): string => resolve(callersFolder(), word);
  const keeping = { days: Number(words[3]), now: new Date(), log: console.log };
  await (isTimed(words) ? backUpInto(pathOf(words[1]), keeping, take) : take(pathOf(words[0])));
  return 0;
});
