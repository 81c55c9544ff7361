import { describe, expect, it } from '@jest/globals';
import { restoreBackup } from '@parlour/deployment/backup/restore-backup';
import { backupOf, fillSchemas, type KeptData, keptVersions, readKept } from './testing/kept/kept-data.ts';
import { itOpens } from './testing/kept/kept-suite.ts';

// Data of earlier versions must open and work: deploy/embedded/src/testing/kept/README.md.

describe.each(keptVersions())('a site made by %s, from the databases of a data folder', (version) => {
  let kept: KeptData;
  let shapes: Awaited<ReturnType<typeof fillSchemas>>;

  itOpens(version, async (place) => {
    kept = await readKept(version);
    shapes = await fillSchemas(place, kept);
  });

  it('has the tables that its migrations still make', () => {
    const before = Object.entries(kept.schemas).map(([source, { shape }]) => [source, shape]);
    expect(shapes).toEqual(Object.fromEntries(before));
  });
});

describe.each(keptVersions())('a site made by %s, from a backup', (version) => {
  itOpens(version, async (place) => {
    const { services } = await place.tool();
    await restoreBackup(backupOf(version), services, { replace: false });
  });
});
