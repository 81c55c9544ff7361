import { Controller, Inject } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { DomainError, unavailable } from '@parlour/contracts/errors';
import { bytesOfMegabytes } from '@parlour/contracts/files/file-limits';
import { messages } from '@parlour/contracts/messages';
import type { FileStore } from '@parlour/deployment/files/file-store';
import { Database, type Tx } from '@parlour/kernel/database/database';
import { Commands, originOf, Outcome } from '@parlour/kernel/log/commands';
import { doneReply, madeReply } from '@parlour/kernel/log/reply';
import { actorOf, type Call, Handles } from '@parlour/kernel/rpc/calls';
import { isOperator } from '@parlour/people/operators';
import { blankingGuard } from '@parlour/posts/erasing.decider';
import {
  type AddFile,
  addingDecider,
  type DescribeFile,
  describingDecider,
  fileStream,
  fileUnknown,
} from './file.decider.ts';
import { objectsOf } from './file.projection.ts';
import { lockObjects, readDeletable, readFile, readUse } from './file.queries.ts';
import { deletionOf, removeUnused } from './deleting.ts';

/** Injection token of the store; null if files are switched off. */
export const fileStore = Symbol('file store');

/** Calls about files. */
@Controller()
export class FileController {
  constructor(
    private readonly commands: Commands,
    private readonly database: Database,
    @Inject(fileStore) private readonly store: FileStore | null,
  ) {}

  /**
   * @throws {DomainError} `file.off`; `file.full`; `service.unavailable` if what was stored was
   * removed again: it is to be stored once more
   */
  @Handles('files.add')
  async add(@Payload() call: Call<'files.add'>) {
    const { store } = this;
    if (!store) throw new DomainError('file.off', messages.filesOff);
    const by = actorOf(call).id;
    const { personMegabytes, ...file } = call.request;
    const { fileId } = file;
    const check = async (tx: Tx): Promise<void> => {
      const hashes = objectsOf(file);
      await lockObjects(tx, hashes);
      const kept = await Promise.all(hashes.map((hash) => store.has(hash)));
      if (kept.includes(false)) throw unavailable();
      const { bytes } = await readUse(tx, by);
      if (bytes > bytesOfMegabytes(personMegabytes)) {
        throw new DomainError('file.full', messages.filesFull(personMegabytes));
      }
    };
    const { reply, positions } = await this.commands.execute(originOf(call), {
      streamId: fileStream(fileId),
      orderingKey: fileId,
      decider: addingDecider,
      command: (): AddFile => ({ type: 'AddFile', file: { ...file, alt: file.alt.trim(), by } }),
      reply: madeReply({ fileId }, check),
    });
    return new Outcome(await readFile(this.database, reply.fileId), positions);
  }

  @Handles('files.release')
  async release(@Payload() { request: { hashes } }: Call<'files.release'>) {
    for (const hash of hashes) await removeUnused(this.database, this.store, hash);
    return { released: true } as const;
  }

  @Handles('files.describe')
  async describe(@Payload() call: Call<'files.describe'>) {
    const { fileId, alt } = call.request;
    const by = actorOf(call).id;
    const { positions } = await this.commands.execute(originOf(call), {
      streamId: fileStream(fileId),
      orderingKey: fileId,
      decider: describingDecider,
      guards: [blankingGuard(fileId)],
      command: ({ guards: [isDeleted] }): DescribeFile => {
        return { type: 'DescribeFile', fileId, by, alt: alt.trim(), isDeleted };
      },
      reply: doneReply,
    });
    return new Outcome(await readFile(this.database, fileId), positions);
  }

  /** @throws {DomainError} `file.unknown`, unless it is the caller's or they are an operator */
  @Handles('files.delete')
  async delete(@Payload() call: Call<'files.delete'>) {
    const { fileId } = call.request;
    const by = actorOf(call).id;
    const file = await readDeletable(this.database, fileId);
    if (!file || (file.ownerId !== by && !(await isOperator(this.database, by)))) throw fileUnknown();
    const { positions } = await this.commands.execute(originOf(call), deletionOf(file, by));
    return new Outcome({ deleted: true } as const, positions);
  }
}
