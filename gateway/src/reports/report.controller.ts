import { Body, Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { GetReports, Report, ResolveReport } from '@parlour/contracts/communities/reports.requests';
import { Caller, From } from '../http/requests/caller.ts';
import { Change, Read } from '../http/route.ts';
import { Limited } from '../limits/limits-guard.ts';
import { Reports } from './reports.ts';

@ApiTags('report')
@Controller(['', 'api'])
export class ReportController {
  constructor(private readonly reports: Reports) {}

  @Limited('report')
  @Change('report', {
    summary: 'Report a post, message, person, poll or community to those who moderate it',
    answers: 'communities.report',
    extension: true,
  })
  report(@Body() body: Report, @From() caller: Caller) {
    return this.reports.make(body, caller);
  }

  @Read('reports', {
    summary: 'The reports that one can resolve: of the communities that one leads; operators get all',
    answers: 'communities.getReports',
    extension: true,
  })
  getReports(@Query() query: GetReports, @From() caller: Caller) {
    return this.reports.list(query, caller);
  }

  @Limited('moderation')
  @Change('reports/resolve', {
    summary: 'Resolve all open reports of a thing: dismiss, remove it, warn, ban or suspend the person',
    answers: 'communities.resolveReport',
    extension: true,
  })
  resolve(@Body() body: ResolveReport, @From() caller: Caller) {
    return this.reports.resolve(body, caller);
  }
}
