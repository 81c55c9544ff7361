import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { Reportable, ReportAction, ReportReason } from '@parlour/contracts/communities/reports';

/** The reports of one thing that are resolved together; its id is that of the first one. */
@Entity('report_cases')
@Index('report_cases_open', { synchronize: false })
@Index('report_cases_resolved', { synchronize: false })
@Index('report_cases_open_of_community', { synchronize: false })
@Index('report_cases_resolved_of_community', { synchronize: false })
@Index('report_cases_of_thing', { synchronize: false })
@Index('report_cases_of_person', ['personId', 'position'])
export class ReportCaseRow {
  @PrimaryColumn('text') id!: string;
  @Column('bigint') position!: number;
  @Column('text') type!: Reportable;
  @Column('text') thingId!: string;
  @Column('text') personId!: string;
  @Column('text', { nullable: true }) communityId!: string | null;

  /** Of the first report. */
  @Column('text') reason!: ReportReason;
  @Column('timestamptz') openedAt!: Date;

  /** Null while it is open, as the following. */
  @Column('bigint', { nullable: true }) resolvedPosition!: number | null;
  @Column('timestamptz', { nullable: true }) resolvedAt!: Date | null;
  @Column('text', { nullable: true }) resolvedBy!: string | null;
  @Column('text', { nullable: true }) action!: ReportAction | null;
  @Column('text', { nullable: true }) resolution!: string | null;
}

/** One person's report of a thing. */
@Entity('reports')
@Index('reports_of_case', ['caseId', 'position'])
@Index('reports_of_reporter', ['reporterId'])
export class ReportRow {
  @PrimaryColumn('text') id!: string;
  @Column('text') caseId!: string;
  @Column('bigint') position!: number;
  @Column('text') reporterId!: string;

  /** Of the thing, when it was reported. */
  @Column('int') version!: number;
  @Column('text') reason!: ReportReason;
  @Column('text') text!: string;
  @Column('timestamptz') at!: Date;
}
