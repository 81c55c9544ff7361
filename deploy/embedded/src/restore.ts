import { resolve } from 'node:path';

import { restoreBackup } from '@parlour/kernel/backup/restore-backup';
import { renewSigningKey } from './data-folder.ts';
import { withServices } from './opened-services.ts';
import { serviceDefinitions } from './service-definitions.ts';
import { callersFolder, runTool } from './tool.ts';

// npm run restore -- <file> [--replace]: fills a new site from a backup, or puts it in place of all that a site holds. The site must not run.

const usage = 'npm run restore -- <file> [--replace]';

await runTool(
  async (words, connections, { dataDir }) => {
    const replace = words.includes('--replace');
    const [name, ...others] = words.filter((word) => word !== '--replace');
    if (name === undefined || name.startsWith('-') || others.length > 0) {
      console.error(usage);
      return name === '--help' ? 0 : 64;
    }
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
