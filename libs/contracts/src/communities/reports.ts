import { checkDeleteReason, checkWellFormed, lengthOf, looksBlank } from '../text/checks.ts';
import type { Deleter } from '../posts/editable.ts';
import type { Fault } from '../errors.ts';
import { limits } from '../limits.ts';
import { messages } from '../messages.ts';
import type { IsoTime } from '../time.ts';

/** What can be reported. */
export const reportables = ['question', 'answer', 'comment', 'message', 'person', 'poll', 'community'] as const;

/** One of `reportables`. */
export type Reportable = (typeof reportables)[number];

/** Why something is reported. */
export const reportReasons = ['spam', 'harassment', 'hate', 'danger', 'offTopic', 'other'] as const;

/** One of `reportReasons`. */
export type ReportReason = (typeof reportReasons)[number];

/** What moderators and operators can do about a report. */
export const reportActions = ['dismiss', 'remove', 'warn', 'ban', 'suspend'] as const;

/** One of `reportActions`. */
export type ReportAction = (typeof reportActions)[number];

/** Which reports a list shows. */
export const reportStates = ['open', 'resolved'] as const;

/** One of `reportStates`. */
export type ReportState = (typeof reportStates)[number];

/** Gateway to browser: one's own report. */
export interface OwnReportWire {
  readonly _id: string;
  readonly reason: ReportReason;
  readonly text: string;
  readonly at: IsoTime;
}

/** Gateway to browser: what is reported, as it is now. */
export interface ReportedThing {
  /** The title of its question, its chat, its community, or its own name. Can be blank. */
  readonly title: string;
  /** Without the signs of Markdown; blank if it was deleted. */
  readonly excerpt: string;
  /** The ids of the files that this text names. */
  readonly files: readonly string[];
  readonly at: IsoTime;
  /** Who deleted it, if anybody did. */
  readonly deleted: Deleter | null;
  /** Its address in the page; null if the reader sees it only because it was reported. */
  readonly url: string | null;
  /** The message before it in its chat. */
  readonly before: { readonly by: string; readonly excerpt: string } | null;
  /** What was reported and is no longer there, in the order of its versions. */
  readonly reportedTexts: readonly {
    /** Its own title, if it has one. */
    readonly title: string;
    readonly excerpt: string;
    readonly files: readonly string[];
  }[];
}

/** Gateway to browser: the reports of one thing, until they are resolved together. */
export interface ReportWire {
  readonly _id: string;
  readonly type: Reportable;
  /** The id of what is reported. */
  readonly id: string;
  /** Null if it is in no community, and for reports of a community. */
  readonly community: { readonly _id: string; readonly name: string } | null;
  /** The username of whom it is about: the author, or the owner of a community. */
  readonly person: string;
  /** Who reported it, the first ones first, at most `limits.reportsListed`. */
  readonly reports: readonly {
    readonly by: string;
    readonly reason: ReportReason;
    readonly text: string;
    readonly at: IsoTime;
  }[];
  readonly reportCount: number;
  /** The versions that were reported, at most `limits.reportsListed`; none once it is resolved. */
  readonly versions: readonly number[];
  /** Earlier reports of the same person that the viewer may see, the latest first. */
  readonly earlier: readonly {
    readonly _id: string;
    readonly type: Reportable;
    readonly reason: ReportReason;
    readonly at: IsoTime;
    /** Null while it is open. */
    readonly action: ReportAction | null;
  }[];
  readonly earlierCount: number;
  /** What the viewer can do about it. */
  readonly actions: readonly ReportAction[];
  /** Null while it is open. */
  readonly resolved: {
    readonly by: string;
    readonly action: ReportAction;
    readonly text: string | null;
    readonly at: IsoTime;
  } | null;
  /**
   * Null for a deleted account, and for what can't be shown now: the service that has it does not
   * answer, or does not know the reader's rights.
   */
  readonly thing: ReportedThing | null;
}

/** Something to describe, by its kind and id. */
export interface ThingKey {
  readonly type: Reportable;
  readonly id: string;
}

/** A thing to describe, with the versions of it that were reported. */
export interface ReportedKey extends ThingKey {
  readonly versions: readonly number[];
}

/** What a service describes: a thing, or a report, which is for its author and who gets it. */
export type DescribedKey = ReportedKey | (Omit<ReportedKey, 'type'> & { readonly type: 'report' });

/** Gateway to a service: things of its own to describe. */
export interface GetReported {
  readonly things: readonly DescribedKey[];
  /** Whether the caller may see these because they were reported (decisions M-20). */
  readonly granted: boolean;
}

/** Service to gateway: a thing, and what a report of it needs. */
export interface Reported extends ReportedThing {
  readonly personId: string;
  readonly communityId: string | null;
  /** Where it is: the id of a question, a chat, a community or a person, or `global`. */
  readonly placeId: string;
  /** Whether the caller can remove it, or could while it was there. */
  readonly removable: boolean;
  /** Its present version, from 1; 1 also for people, who have none. */
  readonly version: number;
}

/** Gateway to communities: a report of a thing that its service has described to the reporter. */
export interface MakeReport extends Pick<Reported, 'personId' | 'communityId' | 'placeId' | 'version'> {
  readonly thing: ThingKey;
  readonly reason: ReportReason;
  readonly text: string;
}

/** The open reports of a thing, as they were when the first one was made. */
export interface ReportCase extends Pick<Reported, 'placeId' | 'personId' | 'communityId'> {
  /** The first report of the thing that is not resolved: all of these are resolved together. */
  readonly caseId: string;
  readonly thing: ThingKey;
}

/**
 * A person reported something. Stream `reports/<type>/<thing>`; ordering key the thing. Source:
 * decisions M-19.
 */
export interface ReportMade {
  readonly type: 'ReportMade';
  readonly data: ReportCase & {
    readonly reportId: string;
    /** The version that was there, whose text is not copied. */
    readonly version: number;
    readonly by: string;
    readonly reason: ReportReason;
    /** Markdown, as of a message. */
    readonly text: string;
  };
}

/** All open reports of a thing were resolved. Stream and key as for `ReportMade`. */
export interface ReportResolved {
  readonly type: 'ReportResolved';
  readonly data: ReportCase & {
    readonly by: string;
    readonly action: ReportAction;
    readonly text: string | null;
    /** Who reported it. */
    readonly reporters: readonly string[];
  };
}

/**
 * The operator blanked what somebody wrote about a report. Stream `blanked/<report>`; key as for
 * `ReportMade`.
 */
export interface ReportBlanked {
  readonly type: 'ReportBlanked';
  readonly data: { readonly reportId: string; readonly communityId: string | null };
}

/** What a person writes about a report, trimmed by the caller. */
export function checkReportText(reason: ReportReason, text: string): Fault | undefined {
  if (reason === 'other' && looksBlank(text)) return { code: 'report.text', text: messages.reportTextMissing };
  if (lengthOf(text) > limits.reportTextLength) return { code: 'report.text', text: messages.reportTextTooLong };
  return checkWellFormed(text);
}

/** What a moderator writes, trimmed by the caller: a removal and a warning need it. */
export function checkResolution(action: ReportAction, text: string): Fault | undefined {
  return text === '' && action !== 'remove' && action !== 'warn' ? undefined : checkDeleteReason(text);
}
