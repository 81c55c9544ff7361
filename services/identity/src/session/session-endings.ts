import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import type { Positions } from '@parlour/contracts/envelope';
import type { SessionEnded } from '@parlour/contracts/identity/identity';
import type { CallContext } from '@parlour/contracts/rpc';
import { Database, statement, type Tx } from '@parlour/kernel/database/database';
import { type CommandOrigin, Commands } from '@parlour/kernel/log/commands';
import { doneAfter } from '@parlour/kernel/log/reply';
import type { Policy } from '@parlour/kernel/policy/policy';
import { type EndSession, sessionDecider, sessionStream } from './session.decider.ts';
import { goesOn } from './session.queries.ts';

/** Sessions to end: all active ones of a person. */
export interface Ending {
  readonly userId: string;
  readonly reason: SessionEnded['data']['reason'];
}

const mark = statement(
  'sessions.mark',
  `update sessions s set ending = n.reason, ending_at = clock_timestamp()
     from unnest($1::text[], $2::text[]) as n(user_id, reason)
    where s.user_id = n.user_id and ${goesOn}
   returning s.id`,
);

/**
 * Ends sessions for everything that identity answers, in the transaction that causes it: a new
 * password and the end of the old sessions are committed together or not at all. Their events
 * follow, by `SessionEndings`. Returns their ids.
 */
export async function markEnding(tx: Tx, endings: readonly Ending[]): Promise<readonly string[]> {
  const rows = await tx.query<{ id: string }>(mark, [
    endings.map((ending) => ending.userId),
    endings.map((ending) => ending.reason),
  ]);
  return rows.map(({ id }) => id);
}

interface MarkedSession extends Ending {
  readonly sessionId: string;
}

const markedColumns = 'id as "sessionId", user_id as "userId", ending as reason';

const marked = statement(
  'sessions.marked',
  `select ${markedColumns} from sessions where ending_at is not null order by ending_at limit $1`,
);

const markedOfUser = statement(
  'sessions.markedOfUser',
  `select ${markedColumns} from sessions where user_id = $1 and ending_at is not null`,
);

const forget = statement('sessions.forget', 'delete from sessions where id = $1');

/** Ends one session, whoever ends it. */
export async function endSession(commands: Commands, command: EndSession, origin: CommandOrigin): Promise<Positions> {
  const { positions } = await commands.execute(origin, {
    streamId: sessionStream(command.sessionId),
    orderingKey: command.userId,
    decider: sessionDecider,
    command: () => command,
    // Address and browser are no longer needed, and the end itself is in the log.
    reply: doneAfter((tx) => tx.query(forget, [command.sessionId])),
    keepReply: false,
  });
  return positions;
}

/**
 * Appends the events of sessions that were marked as ended, so that every gateway learns of them.
 */
@Injectable()
export class SessionEndings {
  constructor(
    private readonly commands: Commands,
    private readonly database: Database,
  ) {}

  /**
   * Appends the events of one person's marked sessions, all at once. A failure does not concern the
   * caller: the sessions have ended already, and the policy below appends their events within a
   * second.
   */
  async endMarked(userId: string, { requestId }: CallContext): Promise<void> {
    const rows = await this.database.query<MarkedSession>(markedOfUser, [userId]).catch(() => []);
    await Promise.allSettled(
      rows.map((row) =>
        endSession(this.commands, endOf(row), {
          route: 'identity.endMarked',
          actor: null,
          commandId: uuidv7(),
          correlationId: requestId,
          causationId: null,
          key: null,
        }),
      ),
    );
  }
}

function endOf({ sessionId, userId, reason }: MarkedSession): EndSession {
  return { type: 'EndSession', sessionId, userId, by: null, reason };
}

/** Appends the events that an interrupted call left. */
export const sessionEndingPolicy: Policy<EndSession> = {
  name: 'sessionEndings',
  reactions: {},
  async due(database, limit) {
    const rows = await database.query<MarkedSession>(marked, [limit]);
    return rows.map((row) => ({ id: row.sessionId, command: endOf(row) }));
  },
  async execute(command, origin, { commands }) {
    await endSession(commands, command, origin);
  },
};
