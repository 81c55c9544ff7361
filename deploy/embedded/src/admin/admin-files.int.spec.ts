import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { fileIdOf } from '@parlour/contracts/testing/file-ids';
import { FolderStore } from '@parlour/deployment/files/folder-store';
import { createPlace, running } from '../testing/whole-site.ts';
import { exportFiles } from './admin-files.ts';

const hashOf = (content: string): string => createHash('sha256').update(content).digest('hex');

test('[FI-9] a person’s files are copied with a list, and what is missing or damaged is told', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parlour-export-'));
  const store = new FolderStore(join(folder, 'store'));
  await mkdir(store.workFolder, { recursive: true });
  const place = await createPlace();
  await running(
    place,
    async ({ as, signup }) => {
      const [ann, ben] = [await signup('ann'), await signup('ben')];
      const upload = async (by: typeof ann, name: string, content: string, size: number) => {
        const path = join(store.workFolder, name.replaceAll('/', ''));
        await writeFile(path, content);
        await store.put(hashOf(content), path);
        const fileId = fileIdOf('text/plain', { size });
        const known = { name, alt: '', type: 'text/plain', width: 0, height: 0, previews: [], personMegabytes: 10 };
        return (await as(by, 'files.add', { fileId, ...known, hash: hashOf(content), bytes: content.length }))._id;
      };
      const whole = await upload(ann, 'notes.txt', 'whole', 1);
      const lost = await upload(ann, '../notes.txt', 'lost', 2);
      const damaged = await upload(ann, 'no ending', 'damaged', 3);
      await upload(ben, 'his.txt', 'his', 4);
      const { _id: question } = await as(ann, 'qa.addQuestion', {
        ...{ title: 'Notes?', text: `[a](/file/${whole})`, tags: [{ name: 'a' }] },
        ...{ onlyFollowers: false, communityId: null },
      });
      await store.remove(hashOf('lost'));
      await store.remove(hashOf('damaged'));
      await writeFile(join(store.workFolder, 'other'), 'other');
      await store.put(hashOf('damaged'), join(store.workFolder, 'other'));
      await as(ann, 'files.getOwn', { limit: 1 }); // its use is known

      const { services } = await place.tool();
      const target = join(folder, 'files of ann');
      expect(await exportFiles('ann', target, services, store)).toEqual([
        { id: damaged, state: 'damaged' },
        { id: lost, state: 'missing' },
        { id: whole, state: 'whole' },
      ]);
      expect((await readdir(target)).toSorted()).toEqual([`${whole}.txt`, 'files.jsonl'].toSorted());
      expect(await readFile(join(target, `${whole}.txt`), 'utf8')).toBe('whole');
      const lines = (await readFile(join(target, 'files.jsonl'), 'utf8')).trim().split('\n');
      const [first, second, third] = lines.map((line) => JSON.parse(line) as object);
      expect([first, second]).toMatchObject([{ id: damaged }, { id: lost, name: '../notes.txt', file: null }]);
      expect(third).toEqual({
        ...{ id: whole, file: `${whole}.txt`, state: 'whole', name: 'notes.txt', type: 'text/plain', size: 5 },
        ...{ hash: hashOf('whole'), alt: '', at: expect.any(String), uses: [{ type: 'question', id: question }] },
      });
      await expect(exportFiles('ann', target, services, store)).rejects.toMatchObject({ code: 'EEXIST' });
      await expect(exportFiles('eve', join(folder, 'x'), services, store)).rejects.toMatchObject({
        code: 'user.unknown',
      });
    },
    store,
  );
  await place.drop();
  await rm(folder, { recursive: true });
});
