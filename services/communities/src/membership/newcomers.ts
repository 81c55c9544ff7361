import { Inject, Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { canonicalName, checkWellFormed } from '@parlour/contracts/checks';
import type { Actor } from '@parlour/contracts/envelope';
import { DomainError, refuse } from '@parlour/contracts/errors';
import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import { AppliedPositions } from '@parlour/kernel/consumer/applied-positions';
import { Database } from '@parlour/kernel/database/database';
import { systemContext } from '@parlour/kernel/rpc/calls';
import type { ServiceEnvironment } from '@parlour/kernel/service/service-module';
import { findPeople } from '@parlour/kernel/view/people-view';

/** Finds people by name, also those who registered a moment ago. */
@Injectable()
export class Newcomers {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(AppliedPositions) private readonly applied: AppliedPositions,
    @Inject('environment') private readonly environment: Pick<ServiceEnvironment, 'rpc'>,
  ) {}

  /**
   * The id of a person; whoever asks is who he is, also where identity's log has not been heard of him yet.
   * @throws {DomainError} `user.unknown`
   */
  async idOf(username: string, viewer: Actor): Promise<string> {
    refuse(checkWellFormed(username));
    const name = canonicalName(username);
    if (name === canonicalName(viewer.name)) return viewer.id;
    const id = (await this.find(name)) ?? (await this.findLater(name));
    if (id === undefined) throw new DomainError('user.unknown', messages.userUnknown);
    return id;
  }

  private async find(name: string): Promise<string | undefined> {
    return (await findPeople(this.database, [name])).get(name)?.id;
  }

  /** Waits until all that identity knows by now is known here, two seconds at most. */
  private async findLater(name: string): Promise<string | undefined> {
    const { reply } = await this.environment.rpc.call(
      'identity.feed',
      { after: Number.MAX_SAFE_INTEGER, limit: 1 },
      systemContext(uuidv7()),
    );
    await this.applied.wait({ identity: reply.head }, limits.positionWaitMs);
    return this.find(name);
  }
}
