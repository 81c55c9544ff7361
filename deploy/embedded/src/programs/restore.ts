import { resolve } from 'node:path';

import { restoreBackup } from '@parlour/kernel/backup/restore-backup';
import { renewSigningKey } from '../data-folder.ts';
import { withServices } from '../opened-services.ts';
import { serviceDefinitions } from '../service-definitions.ts';
import { callersFolder, runTool, wordsOf } from '../tool.ts';

// npm run restore -- <file> [--replace]: fills a new site from a backup, or puts it in place of all that a site holds. The site must not run.

const fileOf = (words: readonly string[]): readonly string[] => words.filter((word) => word !== '--replace');
const words = wordsOf('npm run restore -- <file> [--replace]', (given) => {
  const [file, ...others] = fileOf(given);
  return file !== undefined && !file.startsWith('-') && others.length === 0;
});
const [name = ''] = fileOf(words);
const replace = words.includes('--replace');

await runTool(
  async (_, connections, { dataDir }) => {
    const file = resolve(callersFolder(), name);
    const { header, rows } = await withServices(serviceDefinitions(), connections, (services) =>
      restoreBackup(file, services, { replace }),
    );
    // Whoever was signed in is not any more; nor may what was signed for him before be believed.
    if (dataDir !== undefined) await renewSigningKey(dataDir);
    const events = Object.values(header.logs).reduce((sum, { position }) => sum + position, 0);
    console.log(
      `${file}: restored ${events} events, ${rows} rows, as of ${header.takenAt}. Everybody has to sign in again.`,
    );
    return 0;
  },
  { stopped: true },
);
