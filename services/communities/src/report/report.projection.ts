import type { CommunitiesEvent } from '@parlour/contracts/communities/communities';
import { projection } from '@parlour/kernel/view/projection';
import { insert, patch } from '@parlour/kernel/view/row-changes';
import { ReportCaseRow, ReportRow } from './report.entity.ts';

/** Reports, and the cases that they are resolved in. */
export const reportView = projection<CommunitiesEvent>({
  name: 'communities.reports',
  source: 'communities',
  entities: [ReportCaseRow, ReportRow],
  changes: {
    ReportMade: ({ data, position, occurredAt: at }) => {
      const { reportId: id, caseId, thing, personId, communityId, version, by: reporterId, reason, text } = data;
      const opened = insert(ReportCaseRow, {
        id,
        position,
        type: thing.type,
        thingId: thing.id,
        personId,
        communityId,
        reason,
        openedAt: at,
        resolvedPosition: null,
        resolvedAt: null,
        resolvedBy: null,
        action: null,
        resolution: null,
      });
      const report = insert(ReportRow, { id, caseId, position, reporterId, version, reason, text, at });
      return id === caseId ? [opened, report] : [report];
    },
    ReportResolved: ({ data: { caseId: id, by: resolvedBy, action, text }, position, occurredAt }) => [
      patch(
        ReportCaseRow,
        { id },
        { resolvedPosition: position, resolvedAt: occurredAt, resolvedBy, action, resolution: text },
      ),
    ],
    ReportBlanked: ({ data: { reportId: id } }) => [patch(ReportRow, { id }, { text: '' })],
  },
});
