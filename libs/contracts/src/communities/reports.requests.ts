import { FilterBy, FilterById, Given, Id, OneOf } from '../fields.ts';
import { limits } from '../limits.ts';
import { messages } from '../messages.ts';
import { PageRequest } from '../page.requests.ts';
import {
  type Reportable,
  reportables,
  type ReportAction,
  reportActions,
  type ReportReason,
  reportReasons,
  type ReportState,
  reportStates,
} from './reports.ts';

const unknownType = { code: 'request.invalid', text: messages.requestInvalid } as const;
const unknownReason = { code: 'report.reason', text: messages.reportReasonMissing } as const;

/** Browser to gateway: report. */
export class Report {
  @OneOf(reportables, unknownType)
  readonly type!: Reportable;

  @Given({ minLength: 1 }, 'Its _id; for a person, their username')
  readonly id: string = '';

  @OneOf(reportReasons, unknownReason)
  readonly reason!: ReportReason;

  @Given({ maxLength: limits.reportTextLength }, 'Required for the reason `other`')
  readonly text: string = '';
}

/** Browser to gateway: reports. */
export class GetReports extends PageRequest {
  @FilterById()
  readonly communityId?: string;

  @FilterBy(reportStates, unknownType, 'Open ones if omitted')
  readonly state?: ReportState;
}

/** Browser to gateway: reports/resolve. */
export class ResolveReport {
  @Id('The _id of a report in the list')
  readonly reportId!: string;

  @OneOf(reportActions, unknownType)
  readonly action!: ReportAction;

  @Given({ maxLength: limits.deleteReasonLength }, 'Required to remove and to warn: others read it')
  readonly text: string = '';
}
