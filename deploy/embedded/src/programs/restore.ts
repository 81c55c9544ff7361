import { resolve } from 'node:path';

import { checkFile, restoreBackup } from '@parlour/kernel/backup/restore-backup';
import { renewSigningKey } from '../data-folder.ts';
import { withServices } from '../opened-services.ts';
import { serviceDefinitions } from '../service-definitions.ts';
import { callersFolder, callOf, runTool, wordsOf } from '../tool.ts';

// npm run restore -- <file> [--replace]: fills a new site from a backup, or replaces the content of
// a site. The site must not be running.

const fileOf = (words: readonly string[]): readonly string[] => words.filter((word) => word !== '--replace');
const words = wordsOf(`${callOf('restore')} <file> [--replace]`, (given) => {
  const [file, ...others] = fileOf(given);
  return file !== undefined && !file.startsWith('-') && others.length === 0;
});
const [name = ''] = fileOf(words);
const file = resolve(callersFolder(), name);
const replace = words.includes('--replace');

await runTool(
  async (_, connections, { dataDir }) => {
    const { header, rows } = await withServices(serviceDefinitions(), connections, (services) =>
      restoreBackup(file, services, { replace }),
    );
    // All sessions end, so signatures from before must become invalid too.
    if (dataDir !== undefined) await renewSigningKey(dataDir);
    const events = Object.values(header.logs).reduce((sum, { position }) => sum + position, 0);
    console.log(
      `${file}: restored ${events} events, ${rows} rows, as of ${header.takenAt}. Everybody has to sign in again.`,
    );
    return 0;
  },
  { stopped: true, mayBeNew: true, checkFirst: () => checkFile(file) },
);
