import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sources } from '@parlour/contracts/envelope';
import { databaseAddresses } from './database-addresses.ts';

describe('the databases of a tool', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'parlour-passwords-'));
    for (const source of sources) writeFileSync(join(folder, `${source}-password`), `of ${source}\n`);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('are those of the data folder by default', () => {
    expect(databaseAddresses({})).toBeUndefined();
    expect(databaseAddresses({ PGHOST: 'somewhere', DATABASE_PASSWORDS_DIR: ' ' })).toBeUndefined();
  });

  it('are accessed by the role of each service', () => {
    const found = databaseAddresses({
      PGHOST: 'db',
      PGPORT: '6000',
      PGDATABASE: 'site',
      DATABASE_PASSWORDS_DIR: folder,
    });
    expect(found?.faults).toEqual([]);
    const common = { host: 'db', port: 6000, database: 'site', ssl: false };
    expect(found?.connections.qa).toEqual({ ...common, user: 'qa', password: 'of qa' });
    expect(Object.keys(found?.connections ?? {})).toEqual([...sources]);
  });

  it('are accessed with TLS if configured', () => {
    const found = databaseAddresses({ PGHOST: 'db', PGSSLMODE: 'verify-full', DATABASE_PASSWORDS_DIR: folder });
    expect(found?.connections.games.ssl).toEqual({ rejectUnauthorized: true });
  });

  it('are refused with every fault', () => {
    rmSync(join(folder, 'games-password'));
    const wrong = { PGPORT: 'x', PGSSLMODE: 'require', DATABASE_PASSWORDS_DIR: folder };
    expect(databaseAddresses(wrong)?.faults).toEqual([
      expect.stringMatching('^PGHOST: '),
      expect.stringMatching('^PGPORT: '),
      expect.stringMatching('^PGSSLMODE: '),
      `DATABASE_PASSWORDS_DIR: ${join(folder, 'games-password')} cannot be read`,
    ]);
  });
});
