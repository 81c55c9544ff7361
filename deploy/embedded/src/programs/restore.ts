import { resolve } from 'node:path';

import { checkFile, restoreBackup } from '@parlour/deployment/backup/restore-backup';
import { contentOf, faultsOf } from '../backup-report.ts';
import { markRestored, markRestoring, renewSigningKey } from '../data-folder.ts';
import { withServices } from '../opened-services.ts';
import { serviceDefinitions } from '../service-definitions.ts';
import { callersFolder, callOf, parsedWords, runTool } from '../tool.ts';

// npm run restore -- <file> [--replace]: fills a new site from a backup, or replaces the content of
// a site. The site must not be running.

const { name, replace } = parsedWords(`${callOf('restore')} <file> [--replace]`, (words) => {
  const [file, ...others] = words.filter((word) => word !== '--replace');
  const option = [file, ...others].find((word) => word?.startsWith('-'));
  if (option !== undefined) return `There is no option "${option}".`;
  if (file === undefined) return 'The name of a file is missing.';
  return others.length > 0
    ? 'One file is restored, and these are several.'
    : { name: file, replace: words.includes('--replace') };
});
const file = resolve(callersFolder(), name);

await runTool(
  async ({ connections, dataDir, files }) => {
    const beforeCommit = dataDir === undefined ? undefined : () => markRestoring(dataDir);
    const restored = await withServices(serviceDefinitions(), connections, (services) =>
      restoreBackup(file, services, { replace, beforeCommit, store: files }),
    );
    if (dataDir !== undefined) {
      // All sessions end, so signatures from before must become invalid too.
      await renewSigningKey(dataDir);
      await markRestored(dataDir);
    }
    const { header, objects } = restored;
    console.log(`${file}: restored ${contentOf(restored)}, as of ${header.takenAt}. Everybody has to sign in again.`);
    for (const line of faultsOf(objects, files)) console.error(line);
    return 0;
  },
  { stopped: true, mayBeNew: true, checkFirst: () => checkFile(file) },
);
