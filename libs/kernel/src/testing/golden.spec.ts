import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accountEventTypes } from './bank.ts';
import { readGoldenEvents } from './golden.ts';

describe('golden events', () => {
  let folder: string;
  const put = (name: string, content: object): Promise<void> =>
    writeFile(join(folder, 'qa', name), JSON.stringify(content));

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parlour-golden-'));
    await mkdir(join(folder, 'qa'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('missing ones are named, old ones upcast, and their content must match their names', async () => {
    const types = { ...accountEventTypes, versions: { Deposited: 2 } };
    await put('Deposited.v2.json', {
      type: 'Deposited',
      schemaVersion: 2,
      data: { account: 'a', amount: 1, memo: 'm' },
    });
    expect(() => readGoldenEvents('qa', types, folder)).toThrow('Deposited.v1.json');
    await put('Deposited.v1.json', { type: 'Deposited', schemaVersion: 1, data: { account: 'a', amount: 1 } });
    expect(readGoldenEvents('qa', types, folder)).toMatchObject([
      { position: 1, schemaVersion: 2, data: { amount: 1, parts: 1, memo: '' } },
      { position: 2, schemaVersion: 2, data: { memo: 'm' } },
    ]);
    await put('Deposited.v2.unnamed.json', { type: 'Deposited', schemaVersion: 2, data: { amount: 3 } });
    expect(readGoldenEvents('qa', types, folder).map(({ data }) => data)).toMatchObject([
      { amount: 1, parts: 1 },
      { memo: 'm' },
      { amount: 3 },
    ]);
    await put('Deposited.v1.json', { type: 'Deposited', schemaVersion: 2, data: {} });
    expect(() => readGoldenEvents('qa', types, folder)).toThrow('contains Deposited in version 2');
  });
});
