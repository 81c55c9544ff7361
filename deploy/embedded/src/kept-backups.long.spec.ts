import { describe } from '@jest/globals';
import { restoreBackup } from '@parlour/kernel/backup/restore-backup';
import { backupOf, keptVersions } from './testing/kept/kept-data.ts';
import { itOpens } from './testing/kept/kept-suite.ts';

// As kept.int.spec.ts: deploy/embedded/src/testing/kept/README.md.

describe.each(keptVersions())('a site made by %s, from a backup', (version) => {
  itOpens(version, async (place) => {
    const { services } = await place.tool();
    await restoreBackup(backupOf(version), services, { replace: false });
  });
});
