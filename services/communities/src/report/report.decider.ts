import { DomainError, refuse } from '@parlour/contracts/errors';
import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import {
  checkReportText,
  checkResolution,
  type MakeReport,
  type ReportAction,
  type ReportCase,
  type ReportMade,
  type ReportResolved,
  type ThingKey,
} from '@parlour/contracts/communities/reports';
import type { Decider } from '@parlour/kernel/log/decider';

/** Report a thing. */
export interface FileReport extends MakeReport {
  readonly type: 'FileReport';
  readonly reportId: string;
  readonly by: string;
  /** How many open reports the person has. */
  readonly openReports: number;
}

/** Resolve the open reports of a thing. */
export interface CloseCase {
  readonly type: 'CloseCase';
  readonly caseId: string;
  readonly by: string;
  /** Null for those who can't resolve it. */
  readonly as: 'moderator' | 'operator' | null;
  readonly action: ReportAction;
  readonly text: string;
}

/** The open reports of a thing. */
interface OpenCase extends ReportCase {
  readonly reporters: readonly string[];
}

/** Undefined if nobody has reported the thing since its reports were resolved. */
export type ReportState = OpenCase | undefined;

/** The stream of all reports of one thing. */
export function reportStream({ type, id }: ThingKey): string {
  return `reports/${type}/${id}`;
}

/** The rules of reports. Source: decisions M-19, M-21. */
export const reportDecider: Decider<ReportState, FileReport | CloseCase, ReportMade | ReportResolved> = {
  initial: undefined,
  snapshots: ['ReportResolved'],
  always: ({ type }) => type === 'CloseCase',

  decide(command, state) {
    switch (command.type) {
      case 'FileReport':
        return report(command, state);
      case 'CloseCase':
        return resolve(command, state);
    }
  },

  evolve(state, event) {
    switch (event.type) {
      case 'ReportMade': {
        const { caseId, thing, placeId, personId, communityId, by } = event.data;
        // As it was when the case began, which is what those see who resolve it: a community may
        // have got another owner.
        if (state) return { ...state, reporters: [...state.reporters, by] };
        return { caseId, thing, placeId, personId, communityId, reporters: [by] };
      }
      case 'ReportResolved':
        return undefined;
      default:
        event satisfies never;
        return state;
    }
  },
};

function report(command: FileReport, state: ReportState): readonly ReportMade[] {
  const { reportId, thing, version, placeId, personId, communityId, by, reason } = command;
  if (personId === by) throw new DomainError('report.own', messages.reportOwn);
  if (state?.reporters.includes(by)) return [];
  const text = command.text.trim();
  refuse(checkReportText(reason, text));
  if (command.openReports >= limits.openReports) throw new DomainError('report.full', messages.reportsFull);
  const caseId = state?.caseId ?? reportId;
  const about = { caseId, thing, placeId, personId, communityId };
  return [{ type: 'ReportMade', data: { reportId, ...about, version, by, reason, text } }];
}

function resolve(command: CloseCase, state: ReportState): readonly ReportResolved[] {
  const { caseId, by, as, action } = command;
  if (as === null) throw reportUnknown();
  if (state?.caseId !== caseId) throw new DomainError('report.resolved', messages.reportResolved);
  if (state.personId === by) throw reportUnknown();
  const isSuited = action === 'suspend' ? as === 'operator' : action !== 'ban' || state.communityId !== null;
  if (!isSuited) throw new DomainError('report.action', messages.reportActionInvalid);
  const text = command.text.trim();
  refuse(checkResolution(action, text));
  return [{ type: 'ReportResolved', data: { ...state, by, action, text: text === '' ? null : text } }];
}

/** The error for a report that does not exist, or not for this person. */
export function reportUnknown(): DomainError {
  return new DomainError('report.unknown', messages.reportUnknown);
}
