import type { Reportable, ReportReason } from '@parlour/contracts/communities/reports';

/** What is reported, in a sentence. */
export const thingNames: Record<Reportable, string> = {
  question: 'question',
  answer: 'answer',
  comment: 'comment',
  message: 'message',
  person: 'person',
  poll: 'poll',
  community: 'community',
};

/** The reasons for a report. */
export const reasonNames: Record<ReportReason, string> = {
  spam: 'Spam',
  harassment: 'Harassment',
  hate: 'Hate',
  danger: 'Illegal or dangerous',
  offTopic: 'Off topic',
  other: 'Something else',
};
