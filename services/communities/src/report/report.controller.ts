import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { v7 as uuidv7 } from 'uuid';
import { Database } from '@parlour/kernel/database/database';
import { Commands, type Facts, originOf, Outcome } from '@parlour/kernel/log/commands';
import { doneReply, readReply } from '@parlour/kernel/log/reply';
import { actorOf, type Call, Handles } from '@parlour/kernel/rpc/calls';
import { communityGuard } from '../community/community.decider.ts';
import type { CommunityState } from '../community/community-state.ts';
import { membershipGuard } from '../membership/membership.decider.ts';
import { leads, type MembershipState, placeIn } from '../membership/membership-status.ts';
import { type CloseCase, type FileReport, reportDecider, reportStream } from './report.decider.ts';
import { countOpenReports, readCase, readOwnReports } from './report.queries.ts';

/** Calls about reports. */
@Controller()
export class ReportController {
  constructor(
    private readonly commands: Commands,
    private readonly database: Database,
  ) {}

  @Handles('communities.report')
  async report(@Payload() call: Call<'communities.report'>) {
    const { thing } = call.request;
    const by = actorOf(call).id;
    const openReports = await countOpenReports(this.database, by);
    return this.commands.execute(originOf(call), {
      streamId: reportStream(thing),
      orderingKey: thing.id,
      decider: reportDecider,
      command: (): FileReport => ({ ...call.request, type: 'FileReport', reportId: uuidv7(), by, openReports }),
      reply: readReply(readOwnReports, { ...thing, by }),
    });
  }

  @Handles('communities.resolveReport')
  async resolveReport(@Payload() call: Call<'communities.resolveReport'>) {
    const { reportId: caseId, action, text } = call.request;
    const by = actorOf(call).id;
    const { thing, communityId, operates } = await readCase(this.database, caseId, by);
    const { positions } = await this.commands.execute(originOf(call), {
      streamId: reportStream(thing),
      orderingKey: thing.id,
      decider: reportDecider,
      guards: communityId === null ? [] : [communityGuard(communityId), membershipGuard(communityId, by)],
      command: ({ guards: [community, own] }: Facts<readonly [CommunityState?, MembershipState?]>): CloseCase => ({
        type: 'CloseCase',
        caseId,
        by,
        as: operates ? 'operator' : leadsBy(community, own, by) ? 'moderator' : null,
        action,
        text,
      }),
      reply: doneReply,
    });
    return new Outcome((await readCase(this.database, caseId, by)).report, positions);
  }
}

/** Whether a person leads the community of a report; it has none outside of communities. */
function leadsBy(community: CommunityState | undefined, own: MembershipState | undefined, userId: string): boolean {
  if (!community || !own) return false;
  return community.status !== 'unknown' && leads(placeIn(community, userId, own));
}
