import type { Blanked, Written } from '@parlour/contracts/blanking';
import { limits } from '@parlour/contracts/limits';
import type { ReportBlanked, ThingKey } from '@parlour/contracts/reports';
import { type Database, statement, type Tx } from '@parlour/kernel/database/database';
import { isBlanked } from '@parlour/kernel/database/row-expressions';
import type { CommandOrigin, Commands } from '@parlour/kernel/log/commands';
import { once } from '@parlour/kernel/log/decider';
import { reportStream } from './report.decider.ts';

/** Blank what somebody wrote about a report. */
export interface BlankReport {
  readonly type: 'BlankReport';
  readonly reportId: string;
  readonly communityId: string | null;
}

/** The rule of blanking reports: each once. Source: decisions M-34. */
export const reportBlankingDecider = once<BlankReport, ReportBlanked>(({ reportId, communityId }) => [
  { type: 'ReportBlanked', data: { reportId, communityId } },
]);

const find = statement(
  'reports.toBlank',
  `select r.type, r.thing_id as id, r.community_id as "communityId"
     from reports o join report_cases r on r.id = o.case_id where o.id = $1`,
);

// The event keeps its shape. Nothing is erased if it was decided against.
const eraseEvent = statement(
  'reports.blank',
  `update events e set data = jsonb_set(data, '{text}', '""')
    where e.stream_id = $1 and e.type = 'ReportMade' and e.data ->> 'reportId' = $2
      and ${isBlanked('$2')}
   returning e.event_id as "eventId"`,
);

// Rare, and only for operators.
const ofReporter = statement(
  'reports.ofReporter',
  `select 'report' as kind, id, at, text from reports where reporter_id = $1 and text <> ''
    order by at desc limit ${limits.page.greatest}`,
);

interface BlankedReport {
  readonly streamId: string;
  readonly reportId: string;
}

async function erase(tx: Tx, blanked: readonly BlankedReport[]): Promise<{ readonly eventId: string }[]> {
  const rows = await Promise.all(
    blanked.map(({ streamId, reportId }) => tx.query<{ eventId: string }>(eraseEvent, [streamId, reportId])),
  );
  return rows.flat();
}

/**
 * Blanks what somebody wrote about a report, in its row and its event. Undefined when no report has
 * this id.
 */
export async function blankReport(
  commands: Commands,
  database: Database,
  origin: CommandOrigin,
  reportId: string,
): Promise<Blanked | undefined> {
  const [found] = await database.query<ThingKey & { communityId: string | null }>(find, [reportId]);
  if (!found) return undefined;
  const { communityId } = found;
  const { reply, positions } = await commands.execute(origin, {
    streamId: `blanked/${reportId}`,
    orderingKey: found.id,
    decider: reportBlankingDecider,
    command: (): BlankReport => ({ type: 'BlankReport', reportId, communityId }),
    reply: { read: erase, argument: { streamId: reportStream(found), reportId } },
  });
  return { ...reply, changed: positions.communities !== undefined };
}

/** What a person wrote about their latest reports, the newest first. */
export function readReportsOf(database: Database, userId: string): Promise<Written[]> {
  return database.query<Written>(ofReporter, [userId]);
}
