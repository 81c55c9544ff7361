import { resolve } from 'node:path';

import { takeBackup } from '@parlour/deployment/backup/take-backup';
import { backUpInto } from '../backup-folder.ts';
import { contentOf, faultsOf } from '../backup-report.ts';
import { serviceDefinitions } from '../service-definitions.ts';
import { callersFolder, callOf, parsedWords, runTool } from '../tool.ts';

// npm run backup -- <file>: backs up the whole site into one file, whether it is running or not.
// With a folder, for a timer: into a new file there, and removes those that are older than so many
// days, but never the newest complete one.

const usage = `${callOf('backup')} <file>
${callOf('backup')} --folder <folder> --days <days>

  The second one writes a new file into the folder, and removes those that it wrote there more than
  so many days ago. The newest complete backup always stays. Of a site without events it keeps none,
  and fails if the folder has one: it may be the wrong site.`;

type Target = { readonly file: string } | { readonly folder: string; readonly days: number };

const target = parsedWords(usage, (words): Target | string => {
  const [first = '', second = '', third, count, ...more] = words;
  if (first === '--folder' || first === '--days') {
    const isNamed = second !== '' && !second.startsWith('-');
    if (first === '--days' || !isNamed || third !== '--days' || more.length > 0)
      return 'A folder and a number of days belong together: --folder <folder> --days <days>.';
    if (!/^[1-9]\d{0,3}$/.test(count ?? '')) return '--days takes a whole number from 1 to 9999.';
    return { folder: second, days: Number(count) };
  }
  if (first === '') return 'The name of a file is missing.';
  if (first.startsWith('-')) return `There is no option "${first}".`;
  return words.length > 1 ? 'A backup is one file, and these are several names.' : { file: first };
});

await runTool(async ({ connections, files }) => {
  const take = async (file: string): Promise<number> => {
    const taken = await takeBackup(file, serviceDefinitions(), connections, files);
    const { header, bytes } = taken;
    console.log(`${file}: ${contentOf(taken)}, ${(bytes / 1e6).toFixed(1)} MB, as of ${header.takenAt}`);
    for (const line of faultsOf(taken.objects, files)) console.error(line);
    console.log('It contains private messages and password hashes, and only you can read it: keep it that way.');
    return Object.values(header.logs).reduce((sum, { position }) => sum + position, 0);
  };
  const pathOf = (word: string): string => resolve(callersFolder(), word);
  if ('file' in target) await take(pathOf(target.file));
  else await backUpInto(pathOf(target.folder), { days: target.days, now: new Date(), log: console.log }, take);
  return 0;
});
