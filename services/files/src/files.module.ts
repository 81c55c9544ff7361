import type { FileStore } from '@parlour/deployment/files/file-store';
import { KernelTables1795800000000 } from '@parlour/kernel/database/kernel-tables';
import { readsFor, readsOf } from '@parlour/kernel/service/reads';
import type { ServiceDefinition } from '@parlour/kernel/service/service-module';
import { peopleView } from '@parlour/people/people-view';
import { removingPolicy, unusedPolicy } from './file/deleting.ts';
import { FileController, fileStore } from './file/file.controller.ts';
import { FileObjectRow, FileRow, FileTotalRow } from './file/file.entity.ts';
import { fileView } from './file/file.projection.ts';
import { readFileToServe, readLargestFiles, readOwnFiles, readUse } from './file/file.queries.ts';
import { Files1796000000000 } from './migrations/1796000000000-files.migrations.ts';
import { CommunityUseRow, MessageUseRow, PersonUseRow, PostUseRow } from './use/use.entity.ts';
import { communityUseView, messageUseView, personUseView, postUseView } from './use/use.view.ts';

/** The tables of this service, oldest migration first. */
export const filesMigrations = [KernelTables1795800000000, Files1796000000000];

const reads = readsOf({
  'files.use': (tx, _, ownerId) => readUse(tx, ownerId),
  'files.getOwn': readOwnFiles,
  'files.getLargest': readLargestFiles,
});

/** Also for visitors: the gateway decides who may read a file. */
const servingReads = readsFor(() => undefined, {
  'files.get': (tx, { fileId }) => readFileToServe(tx, fileId),
});

/** Files of people: what they are, and which texts name them. Their bytes are in the store. */
export const filesDefinition = (store: FileStore | null): ServiceDefinition => ({
  source: 'files',
  database: {
    entities: [FileRow, FileTotalRow, FileObjectRow, PostUseRow, MessageUseRow, PersonUseRow, CommunityUseRow],
    migrations: filesMigrations,
  },
  views: [peopleView('files'), fileView, postUseView, messageUseView, personUseView, communityUseView],
  live: () => Promise.resolve({ liveMessages: [], endedSessions: [] }),
  controllers: [reads, servingReads, FileController],
  providers: [{ provide: fileStore, useValue: store }],
  policies: [unusedPolicy(), removingPolicy(store)],
});
