import type { Blanked, Written } from '@parlour/contracts/posts/blanking';
import { limits } from '@parlour/contracts/limits';
import type { ReportBlanked, ThingKey } from '@parlour/contracts/communities/reports';
import { eraseTexts } from '@parlour/kernel/log/erase-texts';
import { type Database, statement } from '@parlour/kernel/database/database';
import type { CommandOrigin, Commands } from '@parlour/kernel/log/commands';
import { once } from '@parlour/kernel/log/decider';
import { doneAfter } from '@parlour/kernel/log/reply';
import { blankingStream } from '@parlour/posts/erasing.decider';

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
  `select r.type, r.thing_id as id, r.community_id as "communityId", o.position
     from reports o join report_cases r on r.id = o.case_id where o.id = $1`,
);

// Rare, and only for operators.
const ofReporter = statement(
  'reports.ofReporter',
  `select 'report' as kind, id, at, text from reports where reporter_id = $1 and text <> ''
    order by at desc limit ${limits.page.greatest}`,
);

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
  const [found] = await database.query<ThingKey & { communityId: string | null; position: number }>(find, [reportId]);
  if (!found) return undefined;
  const { communityId, position } = found;
  const blanking = blankingStream(reportId);
  const { positions } = await commands.execute(origin, {
    streamId: blanking,
    orderingKey: found.id,
    decider: reportBlankingDecider,
    command: (): BlankReport => ({ type: 'BlankReport', reportId, communityId }),
    reply: doneAfter((tx) => eraseTexts(tx, 'communities', { blanking, positions: [position] })),
  });
  return { changed: positions.communities !== undefined };
}

/** What a person wrote about their latest reports, the newest first. */
export function readReportsOf(database: Database, userId: string): Promise<Written[]> {
  return database.query<Written>(ofReporter, [userId]);
}
