import { Injectable } from '@nestjs/common';
import { isStronger } from '@parlour/contracts/posts/editable';
import { DomainError, type Fault, refuse } from '@parlour/contracts/errors';
import { faults, idForm } from '@parlour/contracts/fields';
import { messages } from '@parlour/contracts/messages';
import {
  checkResolution,
  type MakeReport,
  type OwnReportWire,
  type Reportable,
  type ReportAction,
  type Reported,
  type ReportedThing,
  type ReportWire,
  type ThingKey,
} from '@parlour/contracts/communities/reports';
import type { GetReports, Report, ResolveReport } from '@parlour/contracts/communities/reports.requests';
import type { Answered } from '../http/answers/answer.ts';
import type { Caller } from '../http/requests/caller.ts';
import { ServiceCalls } from '../http/service-calls.ts';
import { PrivateCalls } from '../http/requests/private-calls.ts';
import { Things } from './things.ts';

/** The errors for what does not exist, or not for the caller. */
const unknown: Record<Reportable, Fault> = {
  question: { code: 'question.unknown', text: messages.questionUnknown },
  answer: { code: 'answer.unknown', text: messages.answerUnknown },
  comment: { code: 'comment.unknown', text: messages.commentUnknown },
  message: { code: 'message.unknown', text: messages.messageUnknown },
  person: { code: 'user.unknown', text: messages.userUnknown },
  poll: { code: 'poll.unknown', text: messages.pollUnknown },
  community: { code: 'community.unknown', text: messages.communityUnknown },
};

/**
 * Reports, which communities keeps, of things that other services own: those describe a thing by
 * the caller's rights when it is reported, and to those who get the report. Source: decisions M-19
 * to M-22.
 */
@Injectable()
export class Reports {
  constructor(
    private readonly calls: ServiceCalls,
    private readonly privately: PrivateCalls,
    private readonly things: Things,
  ) {}

  /** @throws {DomainError} the 404 of the thing, also if it is hidden from the caller */
  async make({ type, id, reason, text }: Report, caller: Caller): Promise<Answered<OwnReportWire>> {
    const thing = { type, id: type === 'person' ? await this.personOf(id, caller) : idOf(id) };
    const [described] = await this.things.describe([{ ...thing, versions: [] }], { granted: false }, caller);
    if (!described) throw new DomainError(unknown[type].code, unknown[type].text);
    const { personId, communityId, placeId, version } = described;
    const report: MakeReport = { thing, version, personId, communityId, placeId, reason, text };
    // Its place and its text may have changed when a client repeats it.
    return this.privately.command('communities.report', report, caller, { thing, reason, text });
  }

  async list(query: GetReports, caller: Caller): Promise<Answered<readonly ReportWire[]>> {
    const listed = await this.privately.list('communities.getReports', query, caller);
    const reports = await this.complete(listed.body, caller);
    return listed.map(() => reports);
  }

  /**
   * Does what was decided, then enters it: if this process dies in between, the report stays open.
   * Source: decisions M-21.
   */
  async resolve({ reportId, action, text }: ResolveReport, caller: Caller): Promise<Answered<ReportWire>> {
    refuse(checkResolution(action, text.trim()));
    const { body } = await this.calls.read('communities.getReport', { reportId }, caller);
    // Of two who resolve it, the second one is refused below, and who repeats it is answered.
    if (body.resolved === null) await this.act(body, action, text.trim(), caller);
    const answered = await this.privately.command('communities.resolveReport', { reportId, action, text }, caller);
    const [report = answered.body] = await this.complete([answered.body], caller);
    return answered.map(() => report);
  }

  private async act(report: ReportWire, action: ReportAction, reason: string, caller: Caller): Promise<void> {
    const [thing = null] = action === 'remove' ? await this.things.describe([report], { granted: true }, caller) : [];
    // What was removed before this process died can be removed again.
    const isOffered = action === 'remove' ? isRemovable(report, thing) : report.actions.includes(action);
    if (!isOffered) throw new DomainError('report.action', messages.reportActionInvalid);
    const { community, person: username } = report;
    if (action === 'suspend') await this.calls.command('identity.suspend', { username }, caller);
    if (action === 'ban' && community) {
      const ban = { communityId: community._id, username, list: 'bannedMembers', action: 'add' } as const;
      await this.calls.command('communities.changeMembership', ban, caller);
    }
    if (action !== 'remove' || !isLeft(report, thing)) return;
    await this.remove(report, reason, caller);
  }

  private remove({ type, id }: ThingKey, reason: string, caller: Caller): Promise<unknown> {
    switch (type) {
      case 'question':
        return this.calls.command('qa.deleteQuestion', { qid: id, reason }, caller);
      case 'answer':
        return this.calls.command('qa.deleteAnswer', { aid: id, reason }, caller);
      case 'comment':
        return this.calls.command('qa.deleteComment', { cid: id, reason }, caller);
      case 'message':
        return this.calls.command('messaging.deleteMessage', { mid: id, reason }, caller);
      case 'poll':
        return this.calls.command('communities.deletePoll', { pollId: id, reason }, caller);
      case 'person':
      case 'community':
        throw new DomainError('report.action', messages.reportActionInvalid);
    }
  }

  /** The same reports with what is reported, as it is and as it was, and with its removal. */
  private async complete(reports: readonly ReportWire[], caller: Caller): Promise<ReportWire[]> {
    const described = await this.things.describe(reports, { granted: true, orNothing: true }, caller);
    return reports.map((report, place) => {
      const thing = described[place] ?? null;
      const [first, ...rest] = report.actions;
      const actions: readonly ReportAction[] =
        first !== undefined && isRemovable(report, thing) && isLeft(report, thing)
          ? [first, 'remove', ...rest]
          : report.actions;
      return { ...report, actions, thing: thing && shownOf(thing) };
    });
  }

  private async personOf(username: string, caller: Caller): Promise<string> {
    return (await this.calls.read('identity.getUser', { username }, caller)).body._id;
  }
}

/** @throws {DomainError} `id.malformed` */
function idOf(id: string): string {
  if (!idForm.test(id)) throw new DomainError(faults.id.code, faults.id.text);
  return id.toLowerCase();
}

/** Whether they can remove it, or could while it was there. */
function isRemovable({ actions }: ReportWire, thing: Reported | null): boolean {
  return actions.length > 0 && thing?.removable === true;
}

/** Whether removing it changes something. Only operators are offered to suspend somebody. */
function isLeft({ actions }: ReportWire, thing: Reported | null): boolean {
  const by = actions.includes('suspend') ? 'operator' : 'moderator';
  return thing !== null && (thing.deleted === null || isStronger(by, thing.deleted));
}

function shownOf({ title, excerpt, files, at, deleted, url, before, reportedTexts }: Reported): ReportedThing {
  return { title, excerpt, files, at, deleted, url, before, reportedTexts };
}
