import type { ReportAction, ReportWire } from '@parlour/contracts/communities/reports';
import { thingNames } from '../../design/parts/report/report-words.ts';
import { suspensionConsequence } from '../../design/parts/report/suspension-words.ts';

/** What can be done about a report, and how it is said. */
interface Resolution {
  readonly label: string;
  /** Asked before it is done; without one, it is done at once. */
  readonly question?: (report: ReportWire) => string;
  readonly consequence?: string;
  /** Who reads the reason, if it has to be given. */
  readonly readers?: string;
  readonly isGrave?: boolean;
  readonly done: (report: ReportWire) => string;
}

/** The actions, as buttons, dialogs and toasts name them. */
export const resolutions: Record<ReportAction, Resolution> = {
  dismiss: { label: 'Dismiss', done: () => 'The report is dismissed.' },
  warn: {
    label: 'Warn',
    question: ({ person }) => `Warn ${person}?`,
    consequence: 'They get what you write as a notification. Nothing else changes.',
    readers: 'They read it in their notifications.',
    done: ({ person }) => `${person} is warned.`,
  },
  remove: {
    label: 'Remove',
    question: ({ type }) => `Remove this ${thingNames[type]}?`,
    readers: 'This is shown instead of the post.',
    isGrave: true,
    done: ({ type }) => `The ${thingNames[type]} is removed.`,
  },
  ban: {
    label: 'Ban',
    question: ({ person, community }) => `Ban ${person} from ${community?.name ?? 'this community'}?`,
    consequence: 'They can no longer see the community. What they wrote in it stays.',
    isGrave: true,
    done: ({ person }) => `${person} is banned.`,
  },
  suspend: {
    label: 'Suspend',
    question: ({ person }) => `Suspend ${person}?`,
    consequence: suspensionConsequence,
    isGrave: true,
    done: ({ person }) => `${person} is suspended.`,
  },
};

/** What was done, after the name of whoever did it. */
export const outcomes: Record<ReportAction, string> = {
  dismiss: 'dismissed it',
  warn: 'warned them',
  remove: 'removed it',
  ban: 'banned them',
  suspend: 'suspended them',
};
