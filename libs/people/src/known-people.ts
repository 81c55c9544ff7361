import { Inject, Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { canonicalName } from '@parlour/contracts/text/checks';
import type { Actor } from '@parlour/contracts/envelope';
import { limits } from '@parlour/contracts/limits';
import { AppliedPositions } from '@parlour/kernel/consumer/applied-positions';
import { Database } from '@parlour/kernel/database/database';
import { systemContext } from '@parlour/kernel/rpc/calls';
import type { ServiceEnvironment } from '@parlour/kernel/service/service-module';
import { findPeople } from './people-view.ts';

/** Resolves the usernames of a request to ids; a provider for services that accept names. */
@Injectable()
export class KnownPeople {
  constructor(
    private readonly database: Database,
    private readonly applied: AppliedPositions,
    @Inject('environment') private readonly environment: Pick<ServiceEnvironment, 'rpc'>,
  ) {}

  /**
   * The ids of these people, in the order of the names; null for a name that nobody has. The caller
   * resolves to their own id even before identity's events arrive. For any other unknown name, this
   * asks identity once for its position and waits up to two seconds for it.
   */
  async idsOf(names: readonly string[], caller: Actor): Promise<(string | null)[]> {
    const own = canonicalName(caller.name);
    const wanted = names.map(canonicalName);
    const others = wanted.filter((name) => name !== own);
    if (others.length === 0) return wanted.map(() => caller.id);
    let people = await findPeople(this.database, others);
    if (!others.every((name) => people.has(name))) {
      await this.awaitNewcomers();
      people = await findPeople(this.database, others);
    }
    return wanted.map((name) => (name === own ? caller.id : (people.get(name)?.id ?? null)));
  }

  /** An unknown person may have registered a moment ago. */
  private async awaitNewcomers(): Promise<void> {
    const { reply } = await this.environment.rpc.call(
      'identity.feed',
      { after: Number.MAX_SAFE_INTEGER, limit: 1 },
      systemContext(uuidv7()),
    );
    await this.applied.wait({ identity: reply.head }, limits.positionWaitMs);
  }
}
