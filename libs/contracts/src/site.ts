import { hidesSomething, checkDirection, checkWellFormed, lengthOf, looksBlank } from './text/checks.ts';
import type { CommunityRowWire } from './communities/communities.ts';
import type { Source } from './envelope.ts';
import type { Fault } from './errors.ts';
import { type FileLimits, usualFileLimits } from './files/file-limits.ts';
import { limits } from './limits.ts';
import { messages } from './messages.ts';
import type { IsoTime } from './time.ts';

/** Who may sign up: everybody, whoever knows the code, whom an operator approves, or nobody. */
export const signUpModes = ['everyone', 'code', 'approval', 'nobody'] as const;

/** Who may sign up. */
export type SignUpMode = (typeof signUpModes)[number];

/**
 * The languages that a site can say its texts are in, as BCP 47 tags; blank if the operator has not
 * said it.
 */
export const siteLanguages = [
  '',
  'ar',
  'cs',
  'da',
  'de',
  'el',
  'en',
  'es',
  'fi',
  'fr',
  'he',
  'hi',
  'hu',
  'id',
  'it',
  'ja',
  'ko',
  'nb',
  'nl',
  'pl',
  'pt',
  'ro',
  'ru',
  'sv',
  'tr',
  'uk',
  'vi',
  'zh',
] as const;
/** One of them. */
export type SiteLanguage = (typeof siteLanguages)[number];

/** The colours of a site's buttons, links and marks: `data-accent` in tokens.css. */
export const siteColours = ['green', 'blue', 'slate'] as const;
/** One of them. */
export type SiteColour = (typeof siteColours)[number];

/** How often people may do things; `server` is what the environment of the gateway says. */
export const siteLimits = ['server', 'strict', 'generous'] as const;
/** One of them. */
export type SiteLimits = (typeof siteLimits)[number];

/** Who may invite people: operators alone, or everybody. Source: specification IN-1. */
export const siteInviters = ['operators', 'everyone'] as const;
/** One of them. */
export type SiteInviters = (typeof siteInviters)[number];

/** Where the site shows a picture: the dark logo in the dark theme, instead of the other. */
export const sitePictures = ['logo', 'logoDark', 'icon'] as const;
/** One of them. */
export type SitePicture = (typeof sitePictures)[number];

/** What holds until an operator changes it. */
export const siteDefaults = {
  contact: '',
  question: '',
  language: '',
  colour: 'green',
  limits: 'server',
  files: usualFileLimits,
  inviters: 'operators',
  logo: null,
  logoDark: null,
  icon: null,
} as const;

/** Gateway to browser: the site, for everybody. */
export interface SiteWire {
  readonly name: string;
  /** Blank if the operator has not written one. */
  readonly description: string;
  readonly signUp: SignUpMode;
  /** Who helps people that can't sign in, shown to them; blank if the operator has not said it. */
  readonly contact: string;
  /** What those who wait for approval are asked; blank if nothing. Source: specification IN-3. */
  readonly question: string;
  readonly language: SiteLanguage;
  readonly colour: SiteColour;
  readonly limits: SiteLimits;
  readonly files: FileLimits;
  readonly inviters: SiteInviters;
  /** The addresses of its pictures; null for those that it has not. Source: specification FI-8. */
  readonly logo: string | null;
  readonly logoDark: string | null;
  readonly icon: string | null;
}

/** Gateway to an operator's browser: the site's settings. */
export interface SiteSettingsWire extends SiteWire {
  /** The code that people need to sign up; blank if there is none. */
  readonly code: string;
}

/** Gateway to an operator's browser: a person, for administration. */
export interface AdminPersonWire {
  readonly _id: string;
  readonly username: string;
  readonly dateJoined: IsoTime;
  readonly operator: boolean;
  readonly suspended: boolean;
  readonly isGoogleUser: boolean;
  /** Whether it is the viewer. */
  readonly own: boolean;
  /** How many sessions are active. */
  readonly sessions: number;
}

/** Gateway to an operator's browser: a community, for administration. Source: decisions O-14. */
export interface AdminCommunityWire extends Pick<
  CommunityRowWire,
  '_id' | 'name' | 'visibility' | 'owner' | 'memberCount' | 'createdAt' | 'closedAt'
> {
  /** Whether the viewer gets its page: of a closed one only those who may see its content. */
  readonly readable: boolean;
}

/** The days that the overview counts, including today. */
export const overviewDays = 30;

/** What the overview counts a day. */
export const dailyCounts = ['people', 'posts', 'messages'] as const;
/** One of them. */
export type DailyCount = (typeof dailyCounts)[number];

/**
 * What waits for somebody: questions without an answer for a day, requests to join a community,
 * people for approval.
 */
export const waitingCounts = ['unanswered', 'requests', 'newcomers'] as const;
/** One of them. */
export type WaitingCount = (typeof waitingCounts)[number];

/** How far a consumer of a service has come with a log that it follows. */
export interface ConsumerStateWire {
  readonly name: string;
  /** Whose log it follows. */
  readonly source: Source;
  /** Events that it has not handled yet; null as long as nothing is known about that log. */
  readonly lag: number | null;
  /** Events that it could not handle. */
  readonly deadLetters: number;
}

/** Service to gateway: how a service is, and how much there is in it. */
export interface ServiceStateWire {
  readonly ready: boolean;
  readonly consumers: readonly ConsumerStateWire[];
  /** The disk space of its tables and indexes. */
  readonly bytes: number;
  /** For each day, the oldest first, how many of what is made in this service. */
  readonly daily: { readonly [What in DailyCount]?: readonly number[] };
  /** How many of what waits in this service. */
  readonly waiting: { readonly [What in WaitingCount]?: number };
}

/** Gateway to an operator's browser: a service, for the overview. */
export interface ServiceOverviewWire {
  readonly name: Source;
  /** Absent if it did not answer in time. */
  readonly state?: Omit<ServiceStateWire, 'daily' | 'waiting'>;
}

/** Gateway to an operator's browser: how the site is. */
export interface OverviewWire {
  /** The first of the days, as 2026-01-31; days are those of UTC. */
  readonly since: string;
  /** Absent if the service that has them did not answer in time. */
  readonly daily: { readonly [What in DailyCount]?: readonly number[] };
  /** Absent like the days. */
  readonly waiting: { readonly [What in WaitingCount]?: number };
  readonly services: readonly ServiceOverviewWire[];
  /** Free space of the disk with the database; absent if it is on another machine. */
  readonly freeBytes?: number;
  readonly version: string;
}

/** What an entry of the site's log tells. */
export type SiteAct =
  | 'founded'
  | 'operatorAdded'
  | 'operatorRemoved'
  | 'approved'
  | 'declined'
  | 'suspended'
  | 'restored'
  | 'passwordReset'
  | 'renamed'
  | 'memberAdded'
  | 'sessionEnded'
  | 'siteChanged'
  | 'postRemoved'
  | 'postRestored'
  | 'communityClosed';

/** Gateway to an operator's browser: who did what on this site, and when. */
export interface SiteLogEntryWire {
  readonly _id: string;
  readonly act: SiteAct;
  /** Absent if it was done on the server. */
  readonly by?: string;
  /** The person concerned. */
  readonly to?: string;
  readonly at: IsoTime;
  /** The settings that changed, and their new values. */
  readonly changes?: SiteChanges;
  /** Of a rename: the names before and after; absent once the account is deleted. */
  readonly names?: { readonly from: string; readonly to: string };
  /** The post, message or poll that was removed or restored. */
  readonly post?: SiteLogPost;
  /** The name of the community that was closed. */
  readonly community?: string;
  /** Why, if they said so. */
  readonly reason?: string;
  /** Its place in the log of its service. */
  readonly position: number;
}

/** A post, message or poll that an operator has removed or restored. */
export interface SiteLogPost {
  readonly kind: 'question' | 'answer' | 'comment' | 'message' | 'poll';
  readonly id: string;
  /** Absent for a message and a poll. */
  readonly questionId?: string;
  /** Of a poll. */
  readonly communityId?: string;
}

/** Changed settings of a site. The code is a secret, so only its change is told. */
export interface SiteChanges {
  readonly name?: string;
  readonly description?: string;
  readonly signUp?: SignUpMode;
  readonly contact?: string;
  readonly question?: string;
  readonly language?: SiteLanguage;
  readonly colour?: SiteColour;
  readonly limits?: SiteLimits;
  readonly files?: Partial<FileLimits>;
  readonly inviters?: SiteInviters;
  readonly codeChanged?: true;
  /** A picture that was chosen, or removed. */
  readonly picture?: { readonly place: SitePicture; readonly isRemoved: boolean };
}

/** Settings of the site changed. Stream `site`. Source: decisions O-6. */
export interface SiteChanged {
  readonly type: 'SiteChanged';
  readonly data: Omit<SiteChanges, 'picture'>;
}

/** An operator chose another picture for the site, or none. Stream `sitepicture/<place>`. */
export interface SitePictureChosen {
  readonly type: 'SitePictureChosen';
  readonly data: { readonly place: SitePicture; readonly fileId: string | null; readonly by: string };
}

/** A site's name, trimmed by the caller. Source: decisions O-6. */
export function checkSiteName(name: string): Fault | undefined {
  if (looksBlank(name)) return { code: 'site.name', text: messages.siteNameEmpty };
  if (lengthOf(name) > limits.siteNameLength) return { code: 'site.name', text: messages.siteNameTooLong };
  if (hidesSomething(name)) return { code: 'site.name', text: messages.siteNameHidden };
  return checkWellFormed(name) ?? checkDirection(name);
}

/** What a site says about itself, trimmed by the caller; it may be blank. Source: decisions O-6. */
export function checkSiteDescription(text: string): Fault | undefined {
  const code = 'site.description';
  if (lengthOf(text) > limits.siteDescriptionLength) return { code, text: messages.siteDescriptionTooLong };
  if (hidesSomething(text)) return { code, text: messages.siteDescriptionHidden };
  return checkWellFormed(text) ?? checkDirection(text);
}

/** What is wrong with a contact: only operators read it. */
export const contactFaults = {
  tooLong: `Contact cannot be more than ${limits.siteContactLength} characters`,
  hidden: 'Contact cannot contain invisible characters, line breaks or two spaces in a row',
} as const;

/** Who helps people that can't sign in, trimmed by the caller; it may be blank. */
export function checkSiteContact(text: string): Fault | undefined {
  const code = 'site.contact';
  if (lengthOf(text) > limits.siteContactLength) return { code, text: contactFaults.tooLong };
  if (hidesSomething(text)) return { code, text: contactFaults.hidden };
  return checkWellFormed(text) ?? checkDirection(text);
}

/** A sign-up code, trimmed by the caller. */
export function checkCode(code: string): Fault | undefined {
  if (lengthOf(code) > limits.signupCodeLength) return { code: 'site.code', text: messages.siteCodeTooLong };
  return checkWellFormed(code);
}
